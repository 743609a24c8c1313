import RelyingParty

struct SignIn {
  let party = RelyingParty(id: "example.org", name: "Example", origins: ["https://example.org"])

  /// The options go to the page as JSON; the state stays here and is valid once. The challenge is 32 random bytes.
  func begin(challenge: [UInt8]) -> (options: PublicKeyCredentialRequestOptions, state: AuthenticationState) {
    party.beginAuthentication(challenge: challenge, request: CredentialUse.passkey.authenticationRequest)
  }

  /// Returns the record to store from now on, or throws the failed step of the specification and the reason.
  func finish(
    _ state: AuthenticationState, body: [UInt8], record: CredentialRecord
  ) throws(WebAuthnError) -> CredentialRecord {
    let policy = CredentialUse.passkey.authenticationPolicy
    return try party.finishAuthentication(state, response: body, credential: record, policy: policy).credential
  }
}
