import Authenticator

/// What a page says of its accounts (WebAuthn L3 §5.1.10), as the extension heard it: the options of the call, and which call it was. Browsers do not
/// hand it to extensions, so unlike a request nobody has checked it: all of it has to be right, or nothing is done.
struct SignalDetails: Sendable {
  let rpID: String
  let signal: CredentialSignal

  /// - Parameter origin: Of the frame, as the browser says it.
  init(_ text: String, origin: String) throws(BrowserFailure) {
    let details = try DetailsReader(text)
    rpID = try RequestOrigin(origin: origin).relyingParty(try details.string("rpId").needed())
    switch try details.string("signal") {
    case "unknownCredential": signal = .unknown(credentialID: try details.bytes("credentialId").needed())
    case "allAcceptedCredentials":
      signal = .accepted(
        userID: try details.bytes("userId").needed(), credentialIDs: try details.listOfBytes("allAcceptedCredentialIds").needed())
    case "currentUserDetails":
      signal = .named(
        userID: try details.bytes("userId").needed(), name: try details.string("name").needed(),
        displayName: try details.string("displayName").needed())
    default: throw .unreadable
    }
  }
}
