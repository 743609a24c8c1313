import Encoding

/// A point on P-256 as COSE writes it (RFC 9053 §7.1), and as SEC 1 does (65 bytes).
struct COSEPoint: Hashable, Sendable {
  /// ES256, of a key that signs.
  static let signing: Int64 = -7
  /// ECDH-ES+HKDF-256, which CTAP puts there for key agreement though it derives otherwise (CTAP 2.1 §6.5.6).
  static let keyAgreement: Int64 = -25

  /// The uncompressed point; that it lies on the curve is seen by who imports it.
  let uncompressed: [UInt8]

  init(uncompressed: [UInt8]) { self.uncompressed = uncompressed }

  /// - Throws: `invalidParameter` where it is a key of another kind, `missingParameter` where a part lacks, `unexpectedType`.
  init(keyAgreement key: ParameterMap) throws(CTAPStatus) {
    guard try key.integer(1).required() == 2, try key.integer(3).required() == Self.keyAgreement,
      try key.integer(-1).required() == 1
    else {
      throw .invalidParameter
    }
    let (x, y) = (try key.bytes(-2).required(), try key.bytes(-3).required())
    guard x.count == 32, y.count == 32 else { throw .invalidParameter }
    uncompressed = [4] + x + y
  }

  func key(algorithm: Int64) -> CBORValue {
    .members([
      1: .integer(2), 3: .integer(algorithm), -1: .integer(1), -2: .byteString(uncompressed.dropFirst().prefix(32)),
      -3: .byteString(uncompressed.suffix(32)),
    ])
  }
}
