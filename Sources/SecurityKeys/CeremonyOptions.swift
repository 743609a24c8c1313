import Encoding

/// `UserVerificationRequirement` (WebAuthn Level 3 §5.8.6). An unknown value counts as preferred.
enum VerificationWish: String, Sendable {
  case required, preferred, discouraged
  init(_ text: String?) { self = text.flatMap(Self.init(rawValue:)) ?? .preferred }
}

/// `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3 §5.1.9), as far as a security key needs it.
struct AssertionOptions: Hashable, Sendable {
  let challenge: [UInt8], rpID: String
  /// The ids of the credentials that may answer; empty if any discoverable one may.
  let allowed: [[UInt8]]
  let verification: VerificationWish
  /// The site's first PRF input; `nil` if it asks for none.
  let prf: [UInt8]?
  /// In milliseconds; `nil` if the site names none.
  let timeout: Int64?

  /// - Returns: `nil` if these are not such options.
  init?(_ text: String) {
    guard let options = OptionsReader(text), let challenge = options.bytes("challenge"),
      let rpID = options.string("rpId")
    else { return nil }
    (self.challenge, self.rpID) = (challenge, rpID)
    allowed = options.objects("allowCredentials").compactMap { $0.bytes("id") }
    verification = VerificationWish(options.string("userVerification"))
    prf = options.object("extensions")?.object("prf")?.object("eval")?.bytes("first")
    timeout = options.integer("timeout")
  }
}

/// `PublicKeyCredentialCreationOptionsJSON` (WebAuthn Level 3 §5.1.8), as far as a security key needs it.
struct CreationOptions: Hashable, Sendable {
  let challenge: [UInt8], rpID: String, rpName: String
  let user: KeyAccount
  /// The acceptable algorithms as COSE numbers, in the site's order.
  let algorithms: [Int64]
  let excluded: [[UInt8]]
  let isDiscoverable: Bool
  let verification: VerificationWish
  /// `true` if the new credential is to be able to evaluate PRF.
  let wantsPRF: Bool
  /// `true` if the site receives no attestation.
  let stripsAttestation: Bool
  let timeout: Int64?

  /// - Returns: `nil` if these are not such options.
  init?(_ text: String) {
    guard let options = OptionsReader(text), let challenge = options.bytes("challenge"),
      let party = options.object("rp"), let rpID = party.string("id"), let user = options.object("user"),
      let userID = user.bytes("id"), let userName = user.string("name")
    else { return nil }
    (self.challenge, self.rpID, rpName) = (challenge, rpID, party.string("name") ?? "")
    self.user = KeyAccount(userID: userID, userName: userName, displayName: user.string("displayName"))
    algorithms = options.objects("pubKeyCredParams").compactMap { $0.integer("alg") }
    excluded = options.objects("excludeCredentials").compactMap { $0.bytes("id") }
    let selection = options.object("authenticatorSelection")
    isDiscoverable = ["required", "preferred"].contains(selection?.string("residentKey"))
    verification = VerificationWish(selection?.string("userVerification"))
    wantsPRF = options.object("extensions")?.object("prf") != nil
    stripsAttestation = !["direct", "indirect", "enterprise"].contains(options.string("attestation"))
    timeout = options.integer("timeout")
  }
}

/// Reads members of a JSON object. A member that is missing, or of another type, is `nil`: the options come from our
/// own server, which verifies what is made of them.
private struct OptionsReader {
  let document: JSONDocument, node: JSONNode

  init?(_ text: String) {
    guard let document = try? JSONDocument(Array(text.utf8)), document.root.kind == .object else { return nil }
    self.init(document: document, node: document.root)
  }
  private init(document: JSONDocument, node: JSONNode) { self.document = document; self.node = node }

  func string(_ name: StaticString) -> String? { document.member(name, of: node).flatMap(document.string) }
  func bytes(_ name: StaticString) -> [UInt8]? { document.member(name, of: node).flatMap(document.base64URL) }
  func integer(_ name: StaticString) -> Int64? { document.member(name, of: node).flatMap(document.integer) }
  func object(_ name: StaticString) -> OptionsReader? {
    document.member(name, of: node).flatMap { $0.kind == .object ? OptionsReader(document: document, node: $0) : nil }
  }
  func objects(_ name: StaticString) -> [OptionsReader] {
    guard let list = document.member(name, of: node), list.kind == .array else { return [] }
    return document.items(of: list).filter { $0.kind == .object }.map { OptionsReader(document: document, node: $0) }
  }
}
