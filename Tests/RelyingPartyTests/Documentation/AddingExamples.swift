import RelyingParty

/// The code in the article "Adding to an account". `ArticleTests` checks that the article matches it.
enum AddingExamples {
  /// Options for adding another passkey for a signed-in user.
  static func begin(
    _ party: RelyingParty, handle: [UInt8], name: String, credentials: [CredentialRecord], challenge: [UInt8]
  ) -> (options: [UInt8], state: RegistrationState) {
    let made = party.beginRegistration(
      user: PublicKeyCredentialUserEntity(id: handle, name: name, displayName: name), challenge: challenge,
      excluding: credentials.map { PublicKeyCredentialDescriptor(id: $0.id, transports: $0.transports) },
      request: CredentialUse.passkey.registrationRequest)
    return (made.options.json(), made.state)
  }

  /// The argument for `PublicKeyCredential.signalAllAcceptedCredentials` after a passkey has been removed.
  static func signal(_ party: RelyingParty, handle: [UInt8], credentials: [CredentialRecord]) -> [UInt8] {
    AllAcceptedCredentialsOptions(
      rpId: party.id, userId: handle, allAcceptedCredentialIds: credentials.map(\.id)
    ).json()
  }
}
