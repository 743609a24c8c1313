import Encoding

/// The origins of other sites that may use this RP ID: the document at `https://RP ID/.well-known/webauthn` (WebAuthn
/// Level 3 §5.11).
///
/// Browsers count registrable labels: `example` is the label of both `example.org` and `shop.example.co.uk`. They
/// follow at least five, in the order of the document, and skip origins with further labels. Only the Public Suffix
/// List, which changes weekly, determines which label is registrable. The caller passes it as a function from a host to
/// its label, or to `nil` if the host has none (an IP address, a public suffix).
///
/// The document is only for browsers. The server accepts the origins in ``RelyingParty/origins``, so the two lists must
/// agree.
public struct RelatedOrigins: Hashable, Sendable, Codable {
  /// The number of labels that every browser follows (§5.11.1).
  public static let guaranteedLabels = 5

  /// The origins, the most important first.
  public var origins: [String]

  /// Creates a list of origins.
  public init(_ origins: [String]) { self.origins = origins }

  /// Reads the document: an object whose `origins` is a list of strings. `nil` for anything else.
  public init?(json: [UInt8]) {
    guard let document = try? JSONDocument(json), let list = document.member("origins", of: document.root),
      list.kind == .array
    else { return nil }
    origins = []
    for item in document.items(of: list) {
      guard let origin = document.string(item) else { return nil }
      origins.append(origin)
    }
  }

  /// Returns the document as JSON.
  public func json() -> [UInt8] {
    JSONWriter.bytes { $0.object { json in json.member("origins") { $0.array(origins) { $0.string($1) } } } }
  }

  /// Returns `true` if a browser that follows `limit` labels lets `origin` use the RP ID (§5.11.1).
  public func includes(
    _ origin: String, labels limit: Int = guaranteedLabels, registrableLabel: (_ host: String) -> String?
  ) -> Bool {
    guard let caller = WebOrigin(origin) else { return false }
    return followed(limit, registrableLabel).contains(caller)
  }

  /// Returns the origins that a browser following `limit` labels never reaches: malformed ones, and those beyond the
  /// limit.
  public func unreachable(labels limit: Int = guaranteedLabels, registrableLabel: (_ host: String) -> String?)
    -> [String]
  {
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

/// The scheme, host and port of a page's address: the part of the URL Standard that an origin needs. A host with
/// non-ASCII characters must be given in its `xn--` form.
struct WebOrigin: Hashable {
  let scheme: String
  let host: String
  let port: Int

  /// Parses an address; `nil` if it is not a page's address, or if the host is a bracketed IP address, which is not a
  /// domain.
  init?(_ address: String) {
    guard let separator = address.firstRange(of: "://") else { return nil }
    scheme = address[..<separator.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" else { return nil }
    let authority = address[separator.upperBound...].prefix { !"/?#\\".contains($0) }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    host = parts.first.map { $0.lowercased() } ?? ""
    guard !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte) else { return nil }
    guard parts.count <= 2 else { return nil }
    if let text = parts.dropFirst().first, !text.isEmpty {
      guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = UInt16(text)
      else { return nil }
      port = Int(number)
    } else {
      port = scheme == "https" ? 443 : 80
    }
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// The origin that an app has in the client data instead of a page's origin. It is compared as a whole, like every
/// origin, and belongs in ``RelyingParty/origins``.
public struct FacetOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The origin as it appears in the client data.
  public let description: String

  private init(_ description: String) { self.description = description }

  /// Returns the origin of an Android app, identified by the SHA-256 fingerprint of its signing certificate: 32 bytes;
  /// `nil` for any other length.
  public static func android(certificateFingerprint: [UInt8]) -> Self? {
    certificateFingerprint.count == 32 ? Self("android:apk-key-hash:\(Base64URL.encode(certificateFingerprint))") : nil
  }

  /// Returns the origin of an Android app from the fingerprint as Android's tools print it and Digital Asset Links
  /// contain it: `AB:CD:…`, with or without colons.
  public static func android(certificateFingerprint: String) -> Self? {
    Hex.decode(certificateFingerprint.filter { $0 != ":" }).flatMap { android(certificateFingerprint: $0) }
  }
}
