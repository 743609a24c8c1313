/// `TPMS_ATTEST` of `TPM2_Certify` (TPM 2.0 Library, Part 2 §10.12): what a TPM signs about a key that it holds.
struct TPMCertification {
  /// `extraData`: what the caller of the TPM wished to have signed with it.
  let extraData: ArraySlice<UInt8>
  /// The name of the key: the number of a hash algorithm and the hash of the public area.
  let name: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) throws(TPMError) {
    var reader = TPMReader(bytes)
    guard try reader.readUInt32() == Self.generatedValue, try reader.readUInt16() == Self.attestCertify else { throw .malformed }
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

  /// `TPM_GENERATED_VALUE`: no key of a TPM signs foreign data that begins so.
  private static let generatedValue: UInt32 = 0xff54_4347
  /// `TPM_ST_ATTEST_CERTIFY`
  private static let attestCertify: UInt16 = 0x8017
}
