import CTSS2
import Encoding

/// Writes the structures of the TPM 2.0 Library, Part 2: big-endian integers, and buffers with a 16-bit length prefix.
struct TPMBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: UInt8) { bytes.append(number) }
  mutating func append(_ number: UInt16) { bytes += Self.bigEndian(number) }
  mutating func append(_ number: UInt32) { bytes += Self.bigEndian(number) }
  mutating func append(raw content: [UInt8]) { bytes += content }
  /// Appends a TPM2B, which can hold at most 65535 bytes. Nothing here is longer.
  mutating func append(sized content: [UInt8]) {
    append(UInt16(truncatingIfNeeded: content.count))
    bytes += content
  }

  static func bigEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }

  /// Returns `content` as a TPM2B.
  static func sized(_ content: [UInt8]) -> [UInt8] {
    var whole = TPMBytes()
    whole.append(sized: content)
    return whole.bytes
  }
}

/// Reads what `TPMBytes` writes. Reading past the end returns `nil`.
struct TPMScanner {
  private var rest: ArraySlice<UInt8>
  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }
  mutating func takeByte() -> UInt8? { take(1)?.first }
  mutating func takeNumber(bytes count: Int) -> UInt32? { take(count)?.reduce(0) { $0 << 8 | UInt32($1) } }
  mutating func takeRest() -> [UInt8] { take(rest.count) ?? [] }
  /// Reads the content of a TPM2B.
  mutating func takeSized() -> [UInt8]? { takeNumber(bytes: 2).flatMap { take(Int($0)) } }
}

/// The C structures that consist of a 16-bit length and bytes, all with the same layout. Swift imports the bytes as a
/// tuple, which cannot be indexed.
protocol SizedStructure { init() }

extension TPM2B_DIGEST: SizedStructure {}
extension TPM2B_DATA: SizedStructure {}
extension TPM2B_NAME: SizedStructure {}
extension TPM2B_PRIVATE: SizedStructure {}
extension TPM2B_ATTEST: SizedStructure {}
extension TPM2B_MAX_BUFFER: SizedStructure {}
extension TPM2B_MAX_NV_BUFFER: SizedStructure {}
extension TPM2B_ID_OBJECT: SizedStructure {}
extension TPM2B_ENCRYPTED_SECRET: SizedStructure {}
extension TPM2B_PUBLIC_KEY_RSA: SizedStructure {}
extension TPM2B_ECC_PARAMETER: SizedStructure {}

extension SizedStructure {
  /// Creates the structure; returns `nil` if the bytes do not fit.
  init?(_ bytes: some Collection<UInt8>) {
    self.init()
    guard fill(bytes) else { return nil }
  }

  /// Fills in the bytes; returns `false` if they do not fit.
  private mutating func fill(_ bytes: some Collection<UInt8>) -> Bool {
    withUnsafeMutableBytes(of: &self) { all in
      guard bytes.count <= all.count - 2 else { return false }
      all.storeBytes(of: UInt16(bytes.count), as: UInt16.self)
      UnsafeMutableRawBufferPointer(rebasing: all[2...]).copyBytes(from: bytes)
      return true
    }
  }

  var bytes: [UInt8] { withContent { Array($0) } }
  /// The bytes, kept as a secret.
  var secret: Secret { withContent { Secret($0) } }

  private func withContent<Result>(_ use: (Slice<UnsafeRawBufferPointer>) -> Result) -> Result {
    withUnsafeBytes(of: self) { use($0.dropFirst(2).prefix(Int($0.load(as: UInt16.self)))) }
  }

  /// Calls `use` with the secret in such a structure, which is wiped afterwards.
  static func with<Result, Failure: Error>(_ secret: Secret, _ use: (inout Self) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    var structure = Self()
    _ = secret.withBytes { structure.fill($0) }
    defer { withUnsafeMutableBytes(of: &structure) { Wiping.wipe($0) } }
    return try use(&structure)
  }
}
