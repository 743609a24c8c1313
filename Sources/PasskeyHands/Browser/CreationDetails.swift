/// `requestDetailsJson` of a request to make a credential: `PublicKeyCredentialCreationOptionsJSON` (WebAuthn L3 §5.1.9) and where it comes from.
struct CreationDetails: Sendable {
  let place: RequestOrigin
  let rpID: String, rpName: String
  let userID: [UInt8], userName: String, displayName: String
  let challenge: [UInt8]
  /// COSE numbers, in the page's order.
  let algorithms: [Int64]
  let excluded: [[UInt8]]
  /// Whether the page wants an authenticator that is no part of this computer, perhaps as the way in for when this computer is lost.
  let wantsAnotherDevice: Bool
  let isDiscoverable: Bool, requiresDiscoverable: Bool
  let verification: VerificationWish
  /// Whether the page gets no attestation.
  let stripsAttestation: Bool
  let extensions: ExtensionRequest
  let timeout: Int64?

  init(_ text: String) throws(BrowserFailure) {
    let details = try DetailsReader(text), user = try details.object("user").needed(), party = try details.object("rp").needed()
    place = try RequestOrigin(details)
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
    // What a page gets that does not choose (WebAuthn L3 §5.1.3).
    self.algorithms = parameters.isEmpty ? [-7, -257] : algorithms
    excluded = try details.credentials("excludeCredentials")
    let selection = try details.object("authenticatorSelection")
    wantsAnotherDevice = try selection?.string("authenticatorAttachment") == "cross-platform"
    let isRequiredAsBefore = try selection?.boolean("requireResidentKey") ?? false
    let wish = try selection?.string("residentKey") ?? (isRequiredAsBefore ? "required" : "discouraged")
    (isDiscoverable, requiresDiscoverable) = (wish == "required" || wish == "preferred", wish == "required")
    verification = VerificationWish(try selection?.string("userVerification"))
    // Enterprise attestation is off: such a page gets as little as one that wants none.
    stripsAttestation = !["direct", "indirect"].contains(try details.string("attestation") ?? "none")
    extensions = try ExtensionRequest(details)
    timeout = try details.integer("timeout")
  }
}

/// `UserVerificationRequirement` (WebAuthn L3 §5.8.6); what is unknown counts as preferred.
enum VerificationWish: String, Sendable {
  case required, preferred, discouraged
  init(_ text: String?) { self = text.flatMap(Self.init(rawValue:)) ?? .preferred }
}

extension DetailsReader {
  /// The ids of a list of `PublicKeyCredentialDescriptorJSON`; entries of other kinds are passed over.
  func credentials(_ name: StaticString) throws(BrowserFailure) -> [[UInt8]] {
    var ids: [[UInt8]] = []
    for entry in try objects(name) where try entry.string("type").needed() == "public-key" { ids.append(try entry.bytes("id").needed()) }
    return ids
  }
}
