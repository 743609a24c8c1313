import CTSS2

extension PublicArea {
  /// `nil` where the C library cannot write it.
  init?(_ structure: UnsafePointer<TPM2B_PUBLIC>) {
    var buffer = [UInt8](repeating: 0, count: MemoryLayout<TPM2B_PUBLIC>.size), length = 0
    guard Tss2_MU_TPM2B_PUBLIC_Marshal(structure, &buffer, buffer.count, &length) == 0, length >= 2 else { return nil }
    bytes = Array(buffer[2..<length])
  }

  /// `nil` where it is not a public area that the C library can read.
  var structure: TPM2B_PUBLIC? {
    let whole = TPMBytes.sized(bytes)
    var structure = TPM2B_PUBLIC(), offset = 0
    guard Tss2_MU_TPM2B_PUBLIC_Unmarshal(whole, whole.count, &offset, &structure) == 0 else { return nil }
    return structure
  }
}
