import Encoding

/// The key of a certificate's subject (RFC 5280 §4.1.2.7), stored as positions in the certificate.
struct SubjectPublicKeyInfo: Hashable, Sendable {
  /// The content of the algorithm's OBJECT IDENTIFIER.
  let algorithm: Range<Int>
  /// The content of the named curve's OBJECT IDENTIFIER (RFC 5480 §2.1.1); for other keys `nil`.
  let curve: Range<Int>?
  /// The bits of the key.
  let key: Range<Int>

  init(_ reader: DERReader) throws(DERError) {
    var reader = reader
    var algorithm = try reader.enter(.sequence)
    self.algorithm = try algorithm.readObjectIdentifier().indices
    curve = try algorithm.readIfPresent(.objectIdentifier)?.content
    if curve != nil { try algorithm.finish() }
    key = try reader.readBitString()
    try reader.finish()
  }

  /// Returns the key as COSE parameters.
  func parameters(in bytes: [UInt8]) throws(COSEKeyError) -> COSEKey.Parameters {
    switch bytes[algorithm] {
    case Self.ecPublicKey:
      guard let curve else { throw .unsupported }
      switch bytes[curve] {
      case Self.p256: return try Self.point(bytes[key], curve: 1, size: 32)
      case Self.p384: return try Self.point(bytes[key], curve: 2, size: 48)
      case Self.p521: return try Self.point(bytes[key], curve: 3, size: 66)
      case Self.secp256k1: return try Self.point(bytes[key], curve: 8, size: 32)
      default: throw .unsupported
      }
    case Self.rsaEncryption: return try Self.rsa(DERReader(bytes, in: key))
    case Self.ed25519: return .octetKeyPair(curve: 6, x: bytes[key])
    case Self.ed448: return .octetKeyPair(curve: 7, x: bytes[key])
    // The keys of the three algorithms differ in length, so they cannot be mistaken for one another.
    case Self.mlDSA44, Self.mlDSA65, Self.mlDSA87: return .algorithmKeyPair(publicKey: bytes[key])
    default: throw .unsupported
    }
  }

  /// Reads an uncompressed point (SEC 1 §2.3.3).
  static func point(_ bytes: ArraySlice<UInt8>, curve: Int64, size: Int) throws(COSEKeyError) -> COSEKey.Parameters {
    guard bytes.first == 4, bytes.count == 1 + 2 * size else { throw .invalid }
    let middle = bytes.startIndex + 1 + size
    return .ellipticCurve(curve: curve, x: bytes[bytes.startIndex + 1..<middle], y: bytes[middle...])
  }

  /// Reads an `RSAPublicKey` (RFC 8017 A.1.1). The integers are positive, so a leading zero only indicates the sign.
  private static func rsa(_ reader: DERReader) throws(COSEKeyError) -> COSEKey.Parameters {
    var reader = reader
    do {
      var numbers = try reader.enter(.sequence)
      try reader.finish()
      let n = try numbers.readIntegerBytes()
      let e = try numbers.readIntegerBytes()
      try numbers.finish()
      guard n.first ?? 0x80 < 0x80, e.first ?? 0x80 < 0x80 else { throw DERError.invalidValue }
      return .rsa(n: n.first == 0 ? n.dropFirst() : n, e: e.first == 0 ? e.dropFirst() : e)
    } catch { throw .invalid }
  }

  private static let ecPublicKey: DERObjectIdentifier = [1, 2, 840, 10045, 2, 1]
  private static let p256: DERObjectIdentifier = [1, 2, 840, 10045, 3, 1, 7]
  private static let p384: DERObjectIdentifier = [1, 3, 132, 0, 34]
  private static let p521: DERObjectIdentifier = [1, 3, 132, 0, 35]
  private static let secp256k1: DERObjectIdentifier = [1, 3, 132, 0, 10]
  private static let rsaEncryption: DERObjectIdentifier = [1, 2, 840, 113549, 1, 1, 1]
  private static let ed25519: DERObjectIdentifier = [1, 3, 101, 112]
  private static let ed448: DERObjectIdentifier = [1, 3, 101, 113]
  private static let mlDSA44: DERObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 3, 17]
  private static let mlDSA65: DERObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 3, 18]
  private static let mlDSA87: DERObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 3, 19]
}
