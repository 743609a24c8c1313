/// `requestDetailsJson` of a request to sign in: `PublicKeyCredentialRequestOptionsJSON` (WebAuthn L3 §5.1.10) and where it comes from.
struct AssertionDetails: Sendable {
  let place: RequestOrigin
  let rpID: String
  let challenge: [UInt8]
  let allowed: [[UInt8]]
  let verification: VerificationWish
  let extensions: ExtensionRequest
  let timeout: Int64?

  init(_ text: String) throws(BrowserFailure) {
    let details = try DetailsReader(text)
    place = try RequestOrigin(details)
    rpID = try place.relyingParty(try details.string("rpId"))
    challenge = try details.bytes("challenge").needed()
    allowed = try details.credentials("allowCredentials")
    verification = VerificationWish(try details.string("userVerification"))
    extensions = try ExtensionRequest(details)
    timeout = try details.integer("timeout")
    try extensions.prf?.check(allowed: allowed)
    if case .write = extensions.largeBlob, allowed.count != 1 { throw BrowserFailure(.notSupported) }
  }
}
