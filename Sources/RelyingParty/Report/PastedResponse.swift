import Crypto
import Encoding

/// What somebody pasted to have it judged: a response, or a whole captured row. Read, not judged.
public struct PastedResponse: Sendable {
  /// Whether it is a row with a response in it, which brings its own expectations.
  public let isRow: Bool
  /// Which ceremony it looks like; `nil` where it looks like neither.
  public let ceremony: CeremonyStep.Ceremony?
  /// The challenge of its client data, as it stands there; `nil` where that cannot be read.
  public let challenge: String?
  /// The origin of its client data; `nil` where that cannot be read.
  public let origin: String?
  /// The host of that origin, or the domain above it whose hash is in the authenticator data.
  public let rpID: String?
  /// Whether outputs of PRF or hmac-secret stand in it.
  public let carriesSecrets: Bool

  /// Reads JSON text; an error where it is none.
  public init(_ json: [UInt8]) throws(JSONError) {
    let document = try JSONDocument(json)
    carriesSecrets = CarriedSecrets.anywhere(in: document)
    let outer = document.member("response", of: document.root)
    isRow = outer.map { document.member("response", of: $0) != nil } ?? false || document.member("kind", of: document.root) != nil
    let node = isRow ? outer : document.root
    let read = ResponseReading(document, node)
    let inner = node.flatMap { document.member("response", of: $0) }
    func has(_ name: StaticString) -> Bool { inner.map { document.member(name, of: $0) != nil } ?? false }
    ceremony = has("attestationObject") ? .registration : has("signature") || has("authenticatorData") ? .authentication : nil
    func text(_ name: StaticString) -> String? {
      read.clientData.flatMap { data in data.member(name, of: data.root).flatMap(data.string) }
    }
    challenge = text("challenge")
    let origin = text("origin")
    self.origin = origin
    rpID = origin.flatMap { Self.rpID(of: $0, hash: read.rpIDHash) }
  }

  /// A credential's RP ID is its page's host or a domain above it (WebAuthn Level 3 §5.1.2).
  private static func rpID(of origin: String, hash: ArraySlice<UInt8>?) -> String? {
    guard let colon = origin.firstRange(of: "://") else { return nil }
    let host = origin[colon.upperBound...].prefix { $0 != ":" && $0 != "/" }
    guard !host.isEmpty else { return nil }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    // A name has at most 127 labels (RFC 1035 §2.3.4).
    let domains = labels.indices.prefix(127).map { labels[$0...].joined(separator: ".") }
    return domains.first { domain in hash.map { $0.elementsEqual(SHA256.hash(data: Array(domain.utf8))) } ?? false } ?? String(host)
  }
}
