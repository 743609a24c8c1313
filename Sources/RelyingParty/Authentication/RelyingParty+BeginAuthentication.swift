extension RelyingParty {
  /// Begins an authentication (WebAuthn Level 3 §7.2 steps 1 and 2): the options for the browser, and the state to keep.
  ///
  /// - Parameters:
  ///   - challenge: 32 random bytes that were never used before.
  ///   - allowing: The credentials that may answer; none means any discoverable one.
  ///   - user: The user handle of the account, where it is known before. Without it and without credentials the response has to say who answers.
  ///   - request: What else is wished.
  public func beginAuthentication(
    challenge: [UInt8], allowing: [PublicKeyCredentialDescriptor] = [], user: [UInt8]? = nil,
    request: AuthenticationRequest = AuthenticationRequest()
  ) -> (options: PublicKeyCredentialRequestOptions, state: AuthenticationState) {
    let options = PublicKeyCredentialRequestOptions(
      challenge: challenge, timeout: request.timeout, rpId: id, allowCredentials: allowing, userVerification: request.userVerification,
      hints: request.hints, extensions: request.extensions)
    let state = AuthenticationState(
      challenge: challenge, userHandle: user, allowedCredentials: allowing.map(\.id), requiresUserHandle: user == nil && allowing.isEmpty,
      requiresUserVerification: request.userVerification == .required, extensions: request.extensions.identifiers,
      appid: request.extensions.appid, clientDataType: request.payment == nil ? "webauthn.get" : "payment.get", payment: request.payment,
      use: request.use)
    return (options, state)
  }
}
