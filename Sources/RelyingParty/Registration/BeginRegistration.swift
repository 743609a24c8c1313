extension RelyingParty {
  /// Begins a registration (WebAuthn Level 3 §7.1 steps 1 and 2): the options for the browser, and the state to keep.
  ///
  /// - Parameters:
  ///   - user: The account.
  ///   - challenge: 32 random bytes that were never used before.
  ///   - excluding: The account's credentials, so that no authenticator is registered twice.
  ///   - request: What else is wished. Algorithms that cannot be verified here are left out.
  public func beginRegistration(
    user: PublicKeyCredentialUserEntity, challenge: [UInt8], excluding: [PublicKeyCredentialDescriptor] = [],
    request: RegistrationRequest = RegistrationRequest()
  ) -> (options: PublicKeyCredentialCreationOptions, state: RegistrationState) {
    let algorithms = request.algorithms.filter { self.algorithms[$0] != nil }
    let options = PublicKeyCredentialCreationOptions(
      rp: PublicKeyCredentialRpEntity(id: id, name: name), user: user, challenge: challenge, pubKeyCredParams: algorithms,
      timeout: request.timeout, excludeCredentials: excluding, authenticatorSelection: request.authenticatorSelection, hints: request.hints,
      attestation: request.attestation, attestationFormats: request.attestationFormats, extensions: request.extensions)
    let state = RegistrationState(
      challenge: challenge, userHandle: user.id, algorithms: algorithms,
      requiresUserVerification: request.authenticatorSelection.userVerification == .required,
      requiresUserPresence: !request.isConditional, extensions: request.extensions.identifiers,
      credentialProtection: CredentialProtectionRequest(request.extensions), use: request.use)
    return (options, state)
  }
}

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
