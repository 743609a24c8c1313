import Encoding

/// An extension of a certificate (RFC 5280 §4.2), by its places in the certificate.
struct X509Extension: Hashable, Sendable {
  let identifier: Range<Int>
  let isCritical: Bool
  let value: Range<Int>

  /// More extensions than this has no certificate in the field. Each is compared with all before it, so a hostile list costs no quadratic time.
  private static let maximumCount = 64

  static func readAll(_ list: DERReader) throws(DERError) -> [Self] {
    var list = list
    var reader = try list.enter(.sequence)
    try list.finish()
    var extensions: [Self] = []
    while !reader.isAtEnd {
      guard extensions.count < maximumCount else { throw .invalidValue }
      var parts = try reader.enter(.sequence)
      let identifier = try parts.readObjectIdentifier()
      let isCritical = try parts.readBooleanIfPresent() ?? false
      let value = try parts.readOctetString()
      try parts.finish()
      // §4.2: not more than one instance of an extension; else two readers could see two certificates.
      for other in extensions where reader.bytes[other.identifier] == identifier { throw .invalidValue }
      extensions.append(Self(identifier: identifier.indices, isCritical: isCritical, value: value.indices))
    }
    return extensions
  }
}
