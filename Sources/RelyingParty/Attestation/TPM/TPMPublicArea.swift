/// `TPMT_PUBLIC` (TPM 2.0 Library, Part 2 §12.2.4): the public part of a TPM's key, as far as signing keys have it.
struct TPMPublicArea {
  /// `nameAlg`, with which the name of the key is made.
  let nameAlgorithm: TPMHash
  /// The key, in the terms of COSE.
  let key: COSEKey.Parameters
  /// Whether the TPM made the key and never lets it out: `fixedTPM`, `fixedParent` and `sensitiveDataOrigin` (Part 2 §8.3).
  let isFixed: Bool

  init(_ bytes: ArraySlice<UInt8>) throws(TPMError) {
    var reader = TPMReader(bytes)
    let type = try reader.readUInt16()
    guard let nameAlgorithm = TPMHash(rawValue: try reader.readUInt16()) else { throw .unsupported }
    self.nameAlgorithm = nameAlgorithm
    isFixed = try reader.readUInt32() & Self.fixed == Self.fixed
    // authPolicy: what the TPM demands before it uses the key is no concern of ours.
    _ = try reader.readBuffer()
    switch type {
    case Self.rsa: key = try Self.rsaKey(&reader)
    case Self.ecc: key = try Self.eccKey(&reader)
    default: throw .unsupported
    }
    try reader.finish()
  }

  /// `TPMS_RSA_PARMS` (§12.2.3.5) and the modulus. An exponent of 0 stands for 65537.
  private static func rsaKey(_ reader: inout TPMReader) throws(TPMError) -> COSEKey.Parameters {
    try skipSymmetric(&reader)
    try skipScheme(&reader)
    try reader.skip(2)
    let exponent = try reader.readUInt32()
    let modulus = try reader.readBuffer()
    let value = exponent == 0 ? 65537 : exponent
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(24 - $0 * 8)) }
    return .rsa(n: modulus.drop { $0 == 0 }, e: bytes.drop { $0 == 0 })
  }

  /// `TPMS_ECC_PARMS` (§12.2.3.6) and the point. A coordinate is a number: leading zeros may be left out or stand before it.
  private static func eccKey(_ reader: inout TPMReader) throws(TPMError) -> COSEKey.Parameters {
    try skipSymmetric(&reader)
    try skipScheme(&reader)
    let curve: (identifier: Int64, size: Int)
    switch try reader.readUInt16() {
    case 0x0003: curve = (1, 32)
    case 0x0004: curve = (2, 48)
    case 0x0005: curve = (3, 66)
    default: throw .unsupported
    }
    // The key derivation: none for a signing key, else a hash.
    try skipScheme(&reader)
    let x = try coordinate(&reader, size: curve.size)
    return .ellipticCurve(curve: curve.identifier, x: x, y: try coordinate(&reader, size: curve.size))
  }

  private static func coordinate(_ reader: inout TPMReader, size: Int) throws(TPMError) -> ArraySlice<UInt8> {
    let bytes = try reader.readBuffer().drop { $0 == 0 }
    guard bytes.count <= size else { throw .malformed }
    return ([UInt8](repeating: 0, count: size - bytes.count) + bytes)[...]
  }

  /// `TPMT_SYM_DEF_OBJECT`: key bits and mode follow where there is an algorithm.
  private static func skipSymmetric(_ reader: inout TPMReader) throws(TPMError) {
    if try reader.readUInt16() != none { try reader.skip(4) }
  }

  /// `TPMT_RSA_SCHEME`, `TPMT_ECC_SCHEME`, `TPMT_KDF_SCHEME`: a hash follows where there is a scheme, and for ECDAA a count.
  private static func skipScheme(_ reader: inout TPMReader) throws(TPMError) {
    switch try reader.readUInt16() {
    case none, rsaEncryption: return
    case ecdaa: try reader.skip(4)
    default: try reader.skip(2)
    }
  }

  private static let fixed: UInt32 = 1 << 1 | 1 << 4 | 1 << 5
  private static let rsa: UInt16 = 0x0001
  private static let ecc: UInt16 = 0x0023
  private static let none: UInt16 = 0x0010
  private static let rsaEncryption: UInt16 = 0x0015
  private static let ecdaa: UInt16 = 0x001a
}
