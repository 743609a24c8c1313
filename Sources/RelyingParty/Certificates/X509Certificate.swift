import Encoding

/// A certificate (RFC 5280 §4.1), read in place. Successful parsing implies no trust, which depends on the relying
/// party's anchors.
public struct X509Certificate: Hashable, Sendable {
  /// The certificate in DER.
  public let der: [UInt8]
  /// The version: 1, 2 or 3.
  public let version: Int
  /// The start of the validity period.
  public let notBefore: UnixTime
  /// The end of the validity period.
  public let notAfter: UnixTime
  let signedBytes: Range<Int>
  let issuerRange: Range<Int>
  let subjectRange: Range<Int>
  let keyInfo: SubjectPublicKeyInfo
  let extensions: [X509Extension]
  let signatureAlgorithm: Range<Int>
  let signature: Range<Int>

  /// Reads all of `der`.
  public init(der: [UInt8]) throws(DERError) {
    self.der = der
    var whole = DERReader(der)
    var parts = try whole.enter(.sequence)
    try whole.finish()
    let signed = try parts.read(.sequence)
    signedBytes = signed.encoding
    signatureAlgorithm = try parts.read(.sequence).content
    let signature = try parts.read(.bitString).content
    try parts.finish()
    // The first byte is the number of unused bits. Some security keys in the field state a wrong number here. It has no
    // significance, because a signature has no unused bits.
    guard signature.count > 1 else { throw .invalidValue }
    self.signature = signature.lowerBound + 1..<signature.upperBound

    var fields = parts.reader(of: signed)
    version = try Self.readVersion(&fields)
    _ = try fields.readIntegerBytes()
    // The algorithm is stated twice, and only one of the two copies is signed.
    guard der[try fields.read(.sequence).content] == der[signatureAlgorithm] else { throw .invalidValue }
    issuerRange = try fields.read(.sequence).encoding
    var validity = try fields.enter(.sequence)
    (notBefore, notAfter) = (try validity.readTime(), try validity.readTime())
    try validity.finish()
    subjectRange = try fields.read(.sequence).encoding
    keyInfo = try SubjectPublicKeyInfo(try fields.enter(.sequence))
    // Two obsolete unique identifiers.
    _ = try fields.readIfPresent(.context(1, constructed: false))
    _ = try fields.readIfPresent(.context(2, constructed: false))
    if let list = try fields.readIfPresent(.context(3)) {
      guard version == 3 else { throw .invalidValue }
      extensions = try X509Extension.readAll(fields.reader(of: list))
    } else {
      extensions = []
    }
    try fields.finish()
  }

  /// The subject, still encoded.
  public var subject: ArraySlice<UInt8> { der[subjectRange] }
  /// The issuer, still encoded. Names are compared byte by byte.
  public var issuer: ArraySlice<UInt8> { der[issuerRange] }
  /// `true` if subject and issuer are the same.
  public var isSelfIssued: Bool { subject == issuer }

  /// Returns the value of an extension; `nil` if the certificate does not have it.
  func value(_ identifier: DERObjectIdentifier) -> DERReader? { self[identifier].map { DERReader(der, in: $0.value) } }

  subscript(_ identifier: DERObjectIdentifier) -> X509Extension? {
    for candidate in extensions where identifier ~= der[candidate.identifier] { return candidate }
    return nil
  }

  /// Returns `true` if all bytes of the two certificates are equal.
  public static func == (left: Self, right: Self) -> Bool { left.der == right.der }
  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(der) }

  private static func readVersion(_ fields: inout DERReader) throws(DERError) -> Int {
    guard let tagged = try fields.readIfPresent(.context(0)) else { return 1 }
    var reader = fields.reader(of: tagged)
    let number = try reader.readInteger()
    try reader.finish()
    guard (0...2).contains(number) else { throw .invalidValue }
    return Int(number) + 1
  }
}

extension DERReader {
  /// Reads a certificate's `Time` (RFC 5280 §4.1.2.5): UTCTime with a two-digit year from 1950 to 2049, or
  /// GeneralizedTime; both with seconds and in UTC.
  mutating func readTime() throws(DERError) -> UnixTime {
    let element = try read()
    let yearDigits: Int
    switch element.tag {
    case .utcTime: yearDigits = 2
    case .generalizedTime: yearDigits = 4
    default: throw .unexpectedType
    }
    let text = bytes[element.content]
    guard text.count == yearDigits + 11, text.last == UInt8(ascii: "Z"),
      text.dropLast().allSatisfy({ (48...57).contains($0) })
    else {
      throw .invalidValue
    }
    func number(_ offset: Int, _ count: Int) -> Int64 {
      let start = text.startIndex + offset
      return text[start..<start + count].reduce(0) { $0 * 10 + Int64($1) - 48 }
    }
    var year = number(0, yearDigits)
    if yearDigits == 2 { year += year < 50 ? 2000 : 1900 }
    let pairs = (0..<5).map { number(yearDigits + 2 * $0, 2) }
    guard
      let time = UnixTime(
        year: year, month: pairs[0], day: pairs[1], hour: pairs[2], minute: pairs[3], second: pairs[4])
    else {
      throw .invalidValue
    }
    return time
  }
}
