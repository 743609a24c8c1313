import Encoding

/// An extension of a certificate (RFC 5280 §4.2), stored as positions in the certificate.
struct X509Extension: Hashable, Sendable {
  let identifier: Range<Int>
  let isCritical: Bool
  let value: Range<Int>

  /// The maximum number of extensions that are read; no certificate in the field has more. Each is compared with all
  /// previous ones, so without a limit a hostile list would cost quadratic time.
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
      // §4.2: a certificate contains at most one instance of an extension. Otherwise, two readers could interpret the
      // same certificate differently.
      for other in extensions where reader.bytes[other.identifier] == identifier { throw .invalidValue }
      extensions.append(Self(identifier: identifier.indices, isCritical: isCritical, value: value.indices))
    }
    return extensions
  }
}

/// The extensions of RFC 5280 §4.2.1 that are used to judge a path.
extension X509Certificate {
  /// The content of `basicConstraints` (§4.2.1.9).
  enum BasicConstraints: Hashable {
    case notCertificateAuthority
    /// An authority, with at most `pathLength` others below it.
    case certificateAuthority(pathLength: Int64?)
  }

  /// The certificate's basic constraints. A certificate without the extension is not an authority.
  var basicConstraints: BasicConstraints {
    get throws(DERError) {
      guard var reader = value(Self.basicConstraintsID) else { return .notCertificateAuthority }
      var parts = try reader.enter(.sequence)
      try reader.finish()
      // Chromium's older virtual authenticators encode the default FALSE explicitly, which DER forbids but which means
      // the same.
      guard !parts.isAtEnd, try parts.readBoolean() else {
        try parts.finish()
        return .notCertificateAuthority
      }
      let pathLength: Int64? = parts.isAtEnd ? nil : try parts.readInteger()
      try parts.finish()
      guard pathLength ?? 0 >= 0 else { throw .invalidValue }
      return .certificateAuthority(pathLength: pathLength)
    }
  }

  /// `true` if `keyUsage` (§4.2.1.3) lets the key sign certificates; `nil` if the extension is absent.
  var mayCertify: Bool? {
    get throws(DERError) {
      guard var reader = value(Self.keyUsageID) else { return nil }
      let content = reader.bytes[try reader.read(.bitString).content]
      try reader.finish()
      guard let unusedCount = content.first, unusedCount < 8, let last = content.last,
        content.count > 1 || unusedCount == 0
      else {
        throw .invalidValue
      }
      guard content.count > 1 else { return false }
      // A bit that is declared unused has no meaning, so it must be zero (X.690 §11.2.1).
      guard last & (1 << unusedCount - 1) == 0 else { throw .notDistinguished }
      // keyCertSign is bit 5, counted from the left.
      return content[content.startIndex + 1] & 0x04 != 0
    }
  }

  /// The purposes in `extKeyUsage` (§4.2.1.12), still encoded; `nil` if the extension is absent.
  var extendedKeyUsage: [ArraySlice<UInt8>]? {
    get throws(DERError) {
      guard var reader = value(Self.extendedKeyUsageID) else { return nil }
      var list = try reader.enter(.sequence)
      try reader.finish()
      var purposes: [ArraySlice<UInt8>] = []
      while !list.isAtEnd { purposes.append(try list.readObjectIdentifier()) }
      return purposes
    }
  }

  static let basicConstraintsID: DERObjectIdentifier = [2, 5, 29, 19]
  static let keyUsageID: DERObjectIdentifier = [2, 5, 29, 15]
  static let extendedKeyUsageID: DERObjectIdentifier = [2, 5, 29, 37]
  static let subjectAltNameID: DERObjectIdentifier = [2, 5, 29, 17]
  static let nameConstraintsID: DERObjectIdentifier = [2, 5, 29, 30]
  static let certificatePoliciesID: DERObjectIdentifier = [2, 5, 29, 32]
}
