import CTSS2
import Encoding

/// The C structures that are a 16-bit length and bytes, all laid out alike: as Swift sees them the bytes are a tuple, which cannot be indexed.
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
  /// `nil` where the bytes do not fit.
  init?(_ bytes: some Collection<UInt8>) {
    self.init()
    guard fill(bytes) else { return nil }
  }

  /// Whether the bytes fitted.
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

  /// Calls with the secret in such a structure, which is wiped after it.
  static func with<Result, Failure: Error>(_ secret: Secret, _ use: (inout Self) throws(Failure) -> Result) throws(Failure) -> Result {
    var structure = Self()
    _ = secret.withBytes { structure.fill($0) }
    defer { withUnsafeMutableBytes(of: &structure) { Wiping.wipe($0) } }
    return try use(&structure)
  }
}
