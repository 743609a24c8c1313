import Encoding

/// A point on P-256 in the encodings of COSE (RFC 9053 §7.1) and SEC 1 (65 bytes).
struct COSEPoint: Hashable, Sendable {
  /// The COSE algorithm ES256, for a signing key.
  static let signing: Int64 = -7
  /// The COSE algorithm ECDH-ES+HKDF-256, which CTAP names for key agreement although its derivation differs (CTAP 2.1
  /// §6.5.6).
  static let keyAgreement: Int64 = -25

  /// The uncompressed point. Importing it verifies that it is on the curve.
  let uncompressed: [UInt8]

  init(uncompressed: [UInt8]) { self.uncompressed = uncompressed }

  /// - Throws: `invalidParameter` for a key of a different kind, `missingParameter` if a part is absent, or
  ///   `unexpectedType`.
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
