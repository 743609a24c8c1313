import Encoding

/// The origins of other sites that may use this RP ID: the document at `https://RP ID/.well-known/webauthn` (WebAuthn Level 3 §5.11).
///
/// Browsers count registrable labels: `example` is the one of `example.org` and of `shop.example.co.uk`. They follow at least five, in
/// the order of the document, and pass over origins of further ones. Which label is registrable only the Public Suffix List says, which
/// changes weekly; the caller brings it as a function from a host to its label, `nil` where the host has none (an IP address, a public suffix).
///
/// The document concerns browsers. The server accepts what stands in ``RelyingParty/origins``, so both lists have to name the same.
public struct RelatedOrigins: Hashable, Sendable, Codable {
  /// So many labels every browser follows (§5.11.1).
  public static let guaranteedLabels = 5

  /// The origins, the most important first.
  public var origins: [String]

  /// A list.
  public init(_ origins: [String]) { self.origins = origins }

  /// Reads the document: an object whose `origins` is a list of texts. `nil` for anything else.
  public init?(json: [UInt8]) {
    guard let document = try? JSONDocument(json), let list = document.member("origins", of: document.root), list.kind == .array else { return nil }
    origins = []
    for item in document.items(of: list) {
      guard let origin = document.string(item) else { return nil }
      origins.append(origin)
    }
  }

  /// The document.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.object { json in json.member("origins") { $0.array(origins) { $0.string($1) } } }
    return writer.bytes
  }

  /// Whether a browser that follows so many labels lets `origin` use the RP ID (§5.11.1).
  public func includes(_ origin: String, labels limit: Int = guaranteedLabels, registrableLabel: (_ host: String) -> String?) -> Bool {
    guard let caller = WebOrigin(origin) else { return false }
    return followed(limit, registrableLabel).contains(caller)
  }

  /// The origins that a browser following so many labels never comes to: malformed ones, and those of one label too many.
  public func unreachable(labels limit: Int = guaranteedLabels, registrableLabel: (_ host: String) -> String?) -> [String] {
    let reached = followed(limit, registrableLabel)
    return origins.filter { WebOrigin($0).map { !reached.contains($0) } ?? true }
  }

  private func followed(_ limit: Int, _ registrableLabel: (String) -> String?) -> Set<WebOrigin> {
    var labels: Set<String> = []
    var followed: Set<WebOrigin> = []
    for text in origins {
      guard let origin = WebOrigin(text), let label = registrableLabel(origin.host), !label.isEmpty else { continue }
      guard labels.contains(label) || labels.count < limit else { continue }
      labels.insert(label)
      followed.insert(origin)
    }
    return followed
  }
}
