extension RelyingParty {
  /// Begins a registration (WebAuthn Level 3 §7.1 steps 1 and 2). Returns the options for the browser and the state to
  /// keep.
  ///
  /// - Parameters:
  ///   - user: The account.
  ///   - challenge: 32 new random bytes.
  ///   - excluding: The account's credentials, so that no authenticator is registered twice.
  ///   - request: All other choices. Algorithms that cannot be verified here are left out.
  public func beginRegistration(
    user: PublicKeyCredentialUserEntity, challenge: [UInt8], excluding: [PublicKeyCredentialDescriptor] = [],
    request: RegistrationRequest = RegistrationRequest()
  ) -> (options: PublicKeyCredentialCreationOptions, state: RegistrationState) {
    let algorithms = request.algorithms.filter { self.algorithms[$0] != nil }
    let options = PublicKeyCredentialCreationOptions(
      rp: PublicKeyCredentialRpEntity(id: id, name: name), user: user, challenge: challenge,
      pubKeyCredParams: algorithms,
      timeout: request.timeout, excludeCredentials: excluding, authenticatorSelection: request.authenticatorSelection,
      hints: request.hints,
      attestation: request.attestation, attestationFormats: request.attestationFormats, extensions: request.extensions)
    let state = RegistrationState(
      challenge: challenge, userHandle: user.id, algorithms: algorithms,
      requiresUserVerification: request.authenticatorSelection.userVerification == .required,
      requiresUserPresence: !request.isConditional, extensions: request.extensions.identifiers,
      credentialProtection: CredentialProtectionRequest(request.extensions), use: request.use)
    return (options, state)
  }
}

/// The state to keep between the two halves of a registration. It can be stored, so a different process can finish the
/// ceremony.
///
/// It ties the challenge, the algorithms and the requirements together, so that they cannot be mixed up between begin
/// and finish. Use it only once.
public struct RegistrationState: Hashable, Sendable, Codable {
  /// The issued challenge.
  public let challenge: [UInt8]
  /// The account's user handle.
  public let userHandle: [UInt8]
  /// The requested algorithms.
  public let algorithms: [COSEAlgorithmIdentifier]
  /// `true` if the user must be verified.
  public let requiresUserVerification: Bool
  /// `true` if the user must be present. A conditional registration does not require it.
  public let requiresUserPresence: Bool
  /// The identifiers of the requested extensions.
  public let extensions: Set<String>
  var clientDataType = "webauthn.create"
  /// The requested `credProtect` policy.
  public internal(set) var credentialProtection: CredentialProtectionRequest?
  /// The use for which the registration was started, if any.
  public internal(set) var use: CredentialUse?
}
