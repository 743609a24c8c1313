import RelyingParty

/// The code of the article "Adding to an account". `ArticleTests` holds the article to it.
enum AddingExamples {
  /// Options for one more passkey of somebody who is signed in.
  static func begin(
    _ party: RelyingParty, handle: [UInt8], name: String, credentials: [CredentialRecord], challenge: [UInt8]
  ) -> (options: [UInt8], state: RegistrationState) {
    let made = party.beginRegistration(
      user: PublicKeyCredentialUserEntity(id: handle, name: name, displayName: name), challenge: challenge,
      excluding: credentials.map { PublicKeyCredentialDescriptor(id: $0.id, transports: $0.transports) },
      request: CredentialUse.passkey.registrationRequest)
    return (made.options.json(), made.state)
  }

  /// The argument for `PublicKeyCredential.signalAllAcceptedCredentials` after a passkey was removed.
  static func signal(_ party: RelyingParty, handle: [UInt8], credentials: [CredentialRecord]) -> [UInt8] {
    AllAcceptedCredentialsOptions(
      rpId: party.id, userId: handle, allAcceptedCredentialIds: credentials.map(\.id)
    ).json()
  }
}
