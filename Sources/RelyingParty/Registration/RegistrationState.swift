/// What has to be remembered between the two halves of a registration. It can be stored and finished by another process.
///
/// It ties challenge, algorithms and requirements together, so that none of them can be mixed up between begin and finish. Use it once.
public struct RegistrationState: Hashable, Sendable, Codable {
  /// The challenge that was given out.
  public let challenge: [UInt8]
  /// The user handle of the account.
  public let userHandle: [UInt8]
  /// The algorithms that were asked for.
  public let algorithms: [COSEAlgorithmIdentifier]
  /// Whether the user has to be verified.
  public let requiresUserVerification: Bool
  /// Whether somebody has to be present; not so in a conditional registration.
  public let requiresUserPresence: Bool
  /// The extensions that were asked for.
  public let extensions: Set<String>
  var clientDataType = "webauthn.create"
  /// What was asked of `credProtect`.
  public internal(set) var credentialProtection: CredentialProtectionRequest?
  /// The use that the registration was begun for, where it was begun for one.
  public internal(set) var use: CredentialUse?
}
