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
