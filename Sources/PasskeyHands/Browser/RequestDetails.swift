import Authenticator

/// The `requestDetailsJson` of a request to create a credential: `PublicKeyCredentialCreationOptionsJSON` (WebAuthn L3
/// §5.1.8) and the request's origin.
struct CreationDetails: Sendable {
  let place: RequestOrigin
  let rpID: String, rpName: String
  let userID: [UInt8], userName: String, displayName: String
  let challenge: [UInt8]
  /// The algorithms as COSE numbers, in the page's order.
  let algorithms: [Int64]
  let excluded: [[UInt8]]
  /// `true` if the page wants an authenticator that is not part of this computer, perhaps as a way in if this computer
  /// is lost.
  let wantsAnotherDevice: Bool
  let isDiscoverable: Bool, requiresDiscoverable: Bool
  let verification: VerificationWish
  /// `true` if the page receives no attestation.
  let stripsAttestation: Bool
  let extensions: ExtensionRequest
  let timeout: Int64?

  /// - Parameter place: The origin, where the request does not state it.
  init(_ text: String, from place: RequestOrigin? = nil) throws(BrowserFailure) {
    let details = try DetailsReader(text), user = try details.object("user").needed(),
      party = try details.object("rp").needed()
    let place = if let place { place } else { try RequestOrigin(details) }
    self.place = place
    rpID = try place.relyingParty(try party.string("id"))
    rpName = try party.string("name") ?? ""
    (userID, userName) = (try user.bytes("id").needed(), try user.string("name").needed())
    displayName = try user.string("displayName") ?? ""
    guard (1...64).contains(userID.count) else { throw .unreadable }
    challenge = try details.bytes("challenge").needed()
    var algorithms: [Int64] = []
    let parameters = try details.objects("pubKeyCredParams")
    for parameter in parameters where try parameter.string("type").needed() == "public-key" {
      algorithms.append(try parameter.integer("alg").needed())
    }
    guard parameters.isEmpty || !algorithms.isEmpty else { throw BrowserFailure(.notSupported) }
    // The default for a page that does not choose (WebAuthn L3 §5.1.3).
    self.algorithms = parameters.isEmpty ? [-7, -257] : algorithms
    excluded = try details.credentials("excludeCredentials")
    let selection = try details.object("authenticatorSelection")
    wantsAnotherDevice = try selection?.string("authenticatorAttachment") == "cross-platform"
    let isRequiredAsBefore = try selection?.boolean("requireResidentKey") ?? false
    let wish = try selection?.string("residentKey") ?? (isRequiredAsBefore ? "required" : "discouraged")
    (isDiscoverable, requiresDiscoverable) = (wish == "required" || wish == "preferred", wish == "required")
    verification = VerificationWish(try selection?.string("userVerification"))
    // Enterprise attestation is off, so a page that wants it is treated like a page that wants no attestation.
    stripsAttestation = !["direct", "indirect"].contains(try details.string("attestation") ?? "none")
    extensions = try ExtensionRequest(details)
    timeout = try details.integer("timeout")
  }
}

/// `UserVerificationRequirement` (WebAuthn L3 §5.8.6); unknown values count as preferred.
enum VerificationWish: String, Sendable {
  case required, preferred, discouraged
  init(_ text: String?) { self = text.flatMap(Self.init(rawValue:)) ?? .preferred }
}

extension DetailsReader {
  /// Returns the ids of a list of `PublicKeyCredentialDescriptorJSON`. Entries of other types are ignored.
  func credentials(_ name: StaticString) throws(BrowserFailure) -> [[UInt8]] {
    var ids: [[UInt8]] = []
    for entry in try objects(name) where try entry.string("type").needed() == "public-key" {
      ids.append(try entry.bytes("id").needed())
    }
    return ids
  }
}

/// The `requestDetailsJson` of a request to sign in: `PublicKeyCredentialRequestOptionsJSON` (WebAuthn L3 §5.1.9) and
/// the request's origin.
struct AssertionDetails: Sendable {
  let place: RequestOrigin
  let rpID: String
  let challenge: [UInt8]
  let allowed: [[UInt8]]
  let verification: VerificationWish
  let extensions: ExtensionRequest
  let timeout: Int64?

  /// - Parameter place: The origin, where the request does not state it.
  init(_ text: String, from place: RequestOrigin? = nil) throws(BrowserFailure) {
    let details = try DetailsReader(text)
    let place = if let place { place } else { try RequestOrigin(details) }
    self.place = place
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

/// A page's statement about its accounts (WebAuthn L3 §5.1.10), as observed by the extension: which function the page
/// called, and with which options. Browsers do not pass the statement to extensions, so unlike a request it is
/// unchecked. Unless all of it is valid, nothing is done.
struct SignalDetails: Sendable {
  let rpID: String
  let signal: CredentialSignal

  /// - Parameter origin: The frame's origin, as reported by the browser.
  init(_ text: String, origin: String) throws(BrowserFailure) {
    let details = try DetailsReader(text)
    rpID = try RequestOrigin(origin: origin).relyingParty(try details.string("rpId").needed())
    switch try details.string("signal") {
    case "unknownCredential": signal = .unknown(credentialID: try details.bytes("credentialId").needed())
    case "allAcceptedCredentials":
      signal = .accepted(
        userID: try details.bytes("userId").needed(),
        credentialIDs: try details.listOfBytes("allAcceptedCredentialIds").needed())
    case "currentUserDetails":
      signal = .named(
        userID: try details.bytes("userId").needed(), name: try details.string("name").needed(),
        displayName: try details.string("displayName").needed())
    default: throw .unreadable
    }
  }
}
