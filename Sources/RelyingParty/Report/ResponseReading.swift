import Crypto
import Encoding

/// A response parsed part by part, as far as possible: a response that the strict parser rejects may still be worth
/// showing.
struct ResponseReading {
  /// `credential.toJSON()`; `nil` if it is not an object.
  let root: (document: JSONDocument, node: JSONNode)?
  /// `clientDataJSON`; `nil` if it is not a JSON object.
  let clientData: JSONDocument?
  let attestationObject: AttestationObject?
  /// The bytes of the authenticator data, even if malformed; empty if there are none.
  let authenticatorDataBytes: [UInt8]
  let authenticatorData: AuthenticatorData?
  let signature: [UInt8]?
  let extensionResults: ClientExtensionResults?
  let carriesSecrets: Bool

  init(_ row: CapturedRow) { self.init(row.document, row.node("response")) }

  init(_ document: JSONDocument, _ node: JSONNode?) {
    guard let node, node.kind == .object else {
      (root, clientData, attestationObject, authenticatorData, signature, extensionResults) = (
        nil, nil, nil, nil, nil, nil
      )
      (authenticatorDataBytes, carriesSecrets) = ([], false)
      return
    }
    root = (document, node)
    let inner = document.member("response", of: node)
    func bytes(_ name: StaticString) -> [UInt8]? {
      inner.flatMap { document.member(name, of: $0) }.flatMap(document.base64URL)
    }
    let clientData = bytes("clientDataJSON").flatMap { try? JSONDocument($0, skippingByteOrderMark: true) }
    self.clientData = clientData?.root.kind == .object ? clientData : nil
    attestationObject = bytes("attestationObject").flatMap { try? AttestationObject($0) }
    authenticatorDataBytes = attestationObject?.authenticatorData.bytes ?? bytes("authenticatorData") ?? []
    authenticatorData = attestationObject?.authenticatorData ?? (try? AuthenticatorData(authenticatorDataBytes))
    signature = bytes("signature")
    let results = document.member("clientExtensionResults", of: node).flatMap { $0.kind == .object ? $0 : nil }
    extensionResults = results.map { ClientExtensionResults(document: document, node: $0) }
    carriesSecrets = CarriedSecrets.anywhere(in: document)
  }

  /// Returns a string member of the response.
  func text(_ name: StaticString) -> String? {
    root.flatMap { root in root.document.member(name, of: root.node).flatMap(root.document.string) }
  }

  /// Returns a base64url member of the inner `response`, decoded.
  func bytes(_ name: StaticString) -> [UInt8]? {
    guard let root, let inner = root.document.member("response", of: root.node) else { return nil }
    return root.document.member(name, of: inner).flatMap(root.document.base64URL)
  }

  /// Returns a string member of the client data, truncated and printable.
  func claimed(_ name: StaticString) -> String? {
    clientData.flatMap { document in document.member(name, of: document.root).flatMap(document.string) }.map {
      WebAuthnError.printable($0)
    }
  }

  var crossOrigin: Bool? {
    clientData.flatMap { document in document.member("crossOrigin", of: document.root).flatMap(document.boolean) }
  }

  // The first 37 bytes have a fixed layout (WebAuthn Level 3 §6.1), so they can be shown even if the data after them is
  // malformed.
  var rpIDHash: ArraySlice<UInt8>? { authenticatorDataBytes.count >= 37 ? authenticatorDataBytes[0..<32] : nil }
  var flags: AuthenticatorFlags? {
    authenticatorDataBytes.count >= 37 ? AuthenticatorFlags(rawValue: authenticatorDataBytes[32]) : nil
  }
  var signCount: UInt32? {
    authenticatorDataBytes.count >= 37 ? authenticatorDataBytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) } : nil
  }
}

/// Text pasted for inspection: a response, or a whole captured row. It is parsed, not judged.
public struct PastedResponse: Sendable {
  /// `true` if the text is a row that contains a response, with expectations of its own.
  public let isRow: Bool
  /// The ceremony that the response appears to belong to; `nil` if it resembles neither.
  public let ceremony: CeremonyStep.Ceremony?
  /// The challenge in the response's client data, unchanged; `nil` if unreadable.
  public let challenge: String?
  /// The origin in the response's client data; `nil` if unreadable.
  public let origin: String?
  /// The host of ``origin``, or the parent domain whose hash is in the authenticator data.
  public let rpID: String?
  /// `true` if the response contains PRF or hmac-secret outputs.
  public let carriesSecrets: Bool

  /// Reads JSON text. Throws if it is not JSON.
  public init(_ json: [UInt8]) throws(JSONError) {
    let document = try JSONDocument(json)
    carriesSecrets = CarriedSecrets.anywhere(in: document)
    let outer = document.member("response", of: document.root)
    isRow =
      outer.map { document.member("response", of: $0) != nil } ?? false
      || document.member("kind", of: document.root) != nil
    let node = isRow ? outer : document.root
    let read = ResponseReading(document, node)
    let inner = node.flatMap { document.member("response", of: $0) }
    func has(_ name: StaticString) -> Bool { inner.map { document.member(name, of: $0) != nil } ?? false }
    ceremony =
      has("attestationObject") ? .registration : has("signature") || has("authenticatorData") ? .authentication : nil
    func text(_ name: StaticString) -> String? {
      read.clientData.flatMap { data in data.member(name, of: data.root).flatMap(data.string) }
    }
    challenge = text("challenge")
    let origin = text("origin")
    self.origin = origin
    rpID = origin.flatMap { Self.rpID(of: $0, hash: read.rpIDHash) }
  }

  /// Returns the RP ID for an origin: the page's host or one of the host's parent domains (WebAuthn Level 3 §5.1.2).
  private static func rpID(of origin: String, hash: ArraySlice<UInt8>?) -> String? {
    guard let colon = origin.firstRange(of: "://") else { return nil }
    let host = origin[colon.upperBound...].prefix { $0 != ":" && $0 != "/" }
    guard !host.isEmpty else { return nil }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    // A name has at most 127 labels (RFC 1035 §2.3.4).
    let domains = labels.indices.prefix(127).map { labels[$0...].joined(separator: ".") }
    return domains.first { domain in hash.map { $0.elementsEqual(SHA256.hash(data: Array(domain.utf8))) } ?? false }
      ?? String(host)
  }
}
