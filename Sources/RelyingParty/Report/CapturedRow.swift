import Encoding

/// The fields of one captured ceremony: a JSON object with the response and everything that the relying party knew.
struct CapturedRow {
  let document: JSONDocument
  let id: String

  init(_ json: [UInt8]) throws(WebAuthnError) {
    let document: JSONDocument
    do { document = try JSONDocument(json) } catch { throw Self.malformed("a JSON object", error.fault.rawValue) }
    self.document = document
    guard document.root.kind == .object else { throw Self.malformed("a JSON object") }
    id = document.member("id", of: document.root).flatMap(document.string) ?? "-"
  }

  static func malformed(_ expected: String, _ received: String? = nil) -> WebAuthnError {
    WebAuthnError(.registration(1), .malformedRow, expected: expected, received: received)
  }

  /// Returns a member of the row; `null` is treated as absent.
  func node(_ name: StaticString) -> JSONNode? {
    document.member(name, of: document.root).flatMap { $0.kind == .null ? nil : $0 }
  }

  func string(_ name: StaticString) throws(WebAuthnError) -> String? {
    guard let node = node(name) else { return nil }
    guard let text = document.string(node) else { throw Self.malformed("\(name) as text") }
    return text
  }

  func boolean(_ name: StaticString) throws(WebAuthnError) -> Bool? {
    guard let node = node(name) else { return nil }
    guard let value = document.boolean(node) else { throw Self.malformed("\(name) as true or false") }
    return value
  }

  func integer(_ name: StaticString) throws(WebAuthnError) -> Int64? {
    guard let node = node(name) else { return nil }
    guard let value = document.integer(node) else { throw Self.malformed("\(name) as an integer") }
    return value
  }

  func bytes(_ name: StaticString) throws(WebAuthnError) -> [UInt8]? {
    guard let node = node(name) else { return nil }
    guard let value = document.base64URL(node) else { throw Self.malformed("\(name) as base64url") }
    return value
  }

  func items(_ name: StaticString) throws(WebAuthnError) -> [JSONNode] {
    guard let node = node(name) else { return [] }
    guard node.kind == .array else { throw Self.malformed("\(name) as a list") }
    return document.items(of: node)
  }

  func strings(_ name: StaticString) throws(WebAuthnError) -> [String] {
    var texts: [String] = []
    for item in try items(name) {
      guard let text = document.string(item) else { throw Self.malformed("\(name) as a list of texts") }
      texts.append(text)
    }
    return texts
  }

  /// Returns a field that every row must have, or throws if it is missing.
  func required<Value>(_ name: StaticString, _ value: Value?) throws(WebAuthnError) -> Value {
    guard let value else { throw Self.malformed("\(name)") }
    return value
  }

  /// Returns the response exactly as it appears in the row.
  func response() throws(WebAuthnError) -> [UInt8] {
    Array(document.bytes[try required("response", node("response")).range])
  }
}

extension CapturedRow {
  /// Returns the relying party that the row describes.
  func relyingParty(_ base: RelyingParty) throws(WebAuthnError) -> RelyingParty {
    let id = try required("rpId", try string("rpId"))
    var party = RelyingParty(id: id, name: id, origins: try strings("origins"))
    party.topOrigins = try strings("topOrigins")
    let wasCrossOrigin = try boolean("crossOrigin") ?? false
    party.allowsCrossOrigin = try boolean("allowCrossOrigin") ?? wasCrossOrigin
    party.algorithms = base.algorithms
    party.formats = base.formats
    if try boolean("tpmAcceptsSHA1") == true { party.formats = party.formats.adding(TPMAttestation(acceptsSHA1: true)) }
    if try boolean("safetynetIgnoreCTS") == true {
      party.formats = party.formats.adding(AndroidSafetyNetAttestation(requiresCTSProfileMatch: false))
    }
    return party
  }

  /// Returns `challenge`. Text that is not base64url is taken literally, and no client data can match it.
  func challenge() throws(WebAuthnError) -> [UInt8] {
    let text = Array(try required("challenge", try string("challenge")).utf8)
    return Base64URL.decode(text, in: 0..<text.count) ?? text
  }

  /// Returns `supportedAlgs` or, failing that, the options' algorithms. Without either, returns all algorithms that can
  /// be verified, and those that are rejected for a reason, so that the reason is reported.
  func algorithms(_ party: RelyingParty) throws(WebAuthnError) -> [COSEAlgorithmIdentifier] {
    var numbers: [COSEAlgorithmIdentifier] = []
    for item in try items("supportedAlgs") {
      guard let number = document.integer(item) else { throw Self.malformed("supportedAlgs as a list of numbers") }
      numbers.append(COSEAlgorithmIdentifier(rawValue: Int(number)))
    }
    if numbers.isEmpty, let options = node("options"),
      let parameters = document.member("pubKeyCredParams", of: options)
    {
      numbers = document.items(of: parameters).compactMap { document.member("alg", of: $0).flatMap(document.integer) }
        .map { COSEAlgorithmIdentifier(rawValue: Int($0)) }
    }
    return numbers.isEmpty ? party.algorithms.identifiers + party.algorithms.refusedIdentifiers : numbers
  }

  /// Returns `trustAnchors`: certificates in base64url. If there are none, the chain is not assessed.
  func anchors() throws(WebAuthnError) -> TrustAnchors? {
    var anchors: [TrustAnchor] = []
    for item in try items("trustAnchors") {
      guard let der = document.base64URL(item), let anchor = TrustAnchor(der: der) else {
        throw Self.malformed("trustAnchors as certificates in base64url")
      }
      anchors.append(anchor)
    }
    return anchors.isEmpty ? nil : TrustAnchors(anchors)
  }

  /// Returns `verifyAt`. Without this field, chains and metadata are judged as of 1970, when nothing was valid yet and
  /// nothing had been reported.
  func time() throws(WebAuthnError) -> UnixTime {
    guard let text = try string("verifyAt") else { return UnixTime(seconds: 0) }
    guard let time = UnixTime(iso8601: text) else {
      throw Self.malformed("verifyAt as a date and time of ISO 8601", text)
    }
    return time
  }

  /// Returns the allow list: `allowCredentials` of the row or of its options, as ids or as objects with an id.
  func allowedCredentials() throws(WebAuthnError) -> [[UInt8]] {
    let list = node("allowCredentials") ?? node("options").flatMap { document.member("allowCredentials", of: $0) }
    guard let list, list.kind != .null else { return [] }
    var ids: [[UInt8]] = []
    for item in document.items(of: list) {
      guard let id = document.base64URL(document.member("id", of: item) ?? item) else {
        throw Self.malformed("allowCredentials as a list of credential ids")
      }
      ids.append(id)
    }
    return ids
  }

  /// Returns the identifiers of the extensions requested in the options.
  func extensions() -> Set<String> {
    guard let options = node("options"), let extensions = document.member("extensions", of: options) else { return [] }
    return Set(document.members(of: extensions).compactMap { document.string($0.name) })
  }
}
