import Crypto

/// `TPMS_ATTEST` of `TPM2_Certify` (TPM 2.0 Library, Part 2 §10.12): the structure a TPM signs about a key that it
/// holds.
struct TPMCertification {
  /// `extraData`: the data that the TPM's caller supplied to be signed as well.
  let extraData: ArraySlice<UInt8>
  /// The name of the key: the number of a hash algorithm and the hash of the public area.
  let name: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) throws(TPMError) {
    var reader = TPMReader(bytes)
    guard try reader.readUInt32() == Self.generatedValue, try reader.readUInt16() == Self.attestCertify else {
      throw .malformed
    }
    // qualifiedSigner
    _ = try reader.readBuffer()
    extraData = try reader.readBuffer()
    // clockInfo and firmwareVersion
    try reader.skip(17 + 8)
    name = try reader.readBuffer()
    // qualifiedName
    _ = try reader.readBuffer()
    try reader.finish()
  }

  /// `TPM_GENERATED_VALUE`: no TPM key signs external data that begins with this value.
  private static let generatedValue: UInt32 = 0xff54_4347
  /// `TPM_ST_ATTEST_CERTIFY`
  private static let attestCertify: UInt16 = 0x8017
}

/// `TPMT_PUBLIC` (TPM 2.0 Library, Part 2 §12.2.4): the public part of a TPM key, limited to the fields that signing
/// keys use.
struct TPMPublicArea {
  /// `nameAlg`: the hash algorithm for the key's name.
  let nameAlgorithm: TPMHash
  /// The key as COSE parameters.
  let key: COSEKey.Parameters
  /// `true` if the TPM generated the key and never releases it: `fixedTPM`, `fixedParent` and `sensitiveDataOrigin`
  /// (Part 2 §8.3).
  let isFixed: Bool

  init(_ bytes: ArraySlice<UInt8>) throws(TPMError) {
    var reader = TPMReader(bytes)
    let type = try reader.readUInt16()
    guard let nameAlgorithm = TPMHash(rawValue: try reader.readUInt16()) else { throw .unsupported }
    self.nameAlgorithm = nameAlgorithm
    isFixed = try reader.readUInt32() & Self.fixed == Self.fixed
    // authPolicy: the conditions for using the key inside the TPM are irrelevant here.
    _ = try reader.readBuffer()
    switch type {
    case Self.rsa: key = try Self.rsaKey(&reader)
    case Self.ecc: key = try Self.eccKey(&reader)
    default: throw .unsupported
    }
    try reader.finish()
  }

  /// Reads `TPMS_RSA_PARMS` (§12.2.3.5) and the modulus. An exponent of 0 means 65537.
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

  /// Reads `TPMS_ECC_PARMS` (§12.2.3.6) and the point. A coordinate is a number: leading zeros may be omitted or added.
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
    // The key derivation: none for a signing key, otherwise a hash.
    try skipScheme(&reader)
    let x = try coordinate(&reader, size: curve.size)
    return .ellipticCurve(curve: curve.identifier, x: x, y: try coordinate(&reader, size: curve.size))
  }

  private static func coordinate(_ reader: inout TPMReader, size: Int) throws(TPMError) -> ArraySlice<UInt8> {
    let bytes = try reader.readBuffer().drop { $0 == 0 }
    guard bytes.count <= size else { throw .malformed }
    return ([UInt8](repeating: 0, count: size - bytes.count) + bytes)[...]
  }

  /// Skips a `TPMT_SYM_DEF_OBJECT`: if an algorithm is present, key bits and mode follow.
  private static func skipSymmetric(_ reader: inout TPMReader) throws(TPMError) {
    if try reader.readUInt16() != none { try reader.skip(4) }
  }

  /// Skips a `TPMT_RSA_SCHEME`, `TPMT_ECC_SCHEME` or `TPMT_KDF_SCHEME`: if a scheme is present, a hash follows, and for
  /// ECDAA a count.
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

/// The hash algorithms of the TPM Algorithm Registry that attestations use.
enum TPMHash: UInt16 {
  case sha1 = 0x0004
  case sha256 = 0x000b
  case sha384 = 0x000c
  case sha512 = 0x000d

  /// The hash with which a COSE algorithm signs; `nil` for one that signs the message itself.
  init?(_ algorithm: COSEAlgorithmIdentifier) {
    switch algorithm {
    case .rs1: self = .sha1
    case .es256, .esp256, .rs256, .ps256: self = .sha256
    case .es384, .esp384, .rs384, .ps384: self = .sha384
    case .es512, .esp512, .rs512, .ps512: self = .sha512
    default: return nil
    }
  }

  func digest(of bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .sha1: Array(Insecure.SHA1.hash(data: bytes))
    case .sha256: Array(SHA256.hash(data: bytes))
    case .sha384: Array(SHA384.hash(data: bytes))
    case .sha512: Array(SHA512.hash(data: bytes))
    }
  }
}

/// Reads the structures of the TPM 2.0 Library, Part 2: big-endian integers, and TPM2B buffers that start with their
/// length in 16 bits.
struct TPMReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, position) = (bytes, bytes.startIndex) }

  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func readUInt16() throws(TPMError) -> UInt16 { UInt16(truncatingIfNeeded: try readInteger(2)) }
  mutating func readUInt32() throws(TPMError) -> UInt32 { UInt32(truncatingIfNeeded: try readInteger(4)) }

  /// Reads a TPM2B buffer.
  mutating func readBuffer() throws(TPMError) -> ArraySlice<UInt8> { try read(Int(try readUInt16())) }

  mutating func skip(_ count: Int) throws(TPMError) { _ = try read(count) }

  mutating func finish() throws(TPMError) { guard isAtEnd else { throw .malformed } }

  private mutating func readInteger(_ count: Int) throws(TPMError) -> UInt64 {
    try read(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func read(_ count: Int) throws(TPMError) -> ArraySlice<UInt8> {
    guard count <= bytes.endIndex - position else { throw .malformed }
    defer { position += count }
    return bytes[position..<position + count]
  }
}

/// The reason why bytes are not the expected TPM structure.
enum TPMError: Error {
  /// The bytes are too short or too long, or a constant has the wrong value.
  case malformed
  /// The algorithm or curve is not supported.
  case unsupported
}
