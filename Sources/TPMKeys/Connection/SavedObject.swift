import CTSS2

/// An object that the TPM gave out encrypted, to be put back soon. Not written down: a restarted TPM does not take it back.
struct SavedObject {
  private let bytes: [UInt8]

  /// `nil` where the C library cannot write it.
  init?(_ context: UnsafePointer<TPMS_CONTEXT>) {
    var buffer = [UInt8](repeating: 0, count: MemoryLayout<TPMS_CONTEXT>.size + 64), length = 0
    guard Tss2_MU_TPMS_CONTEXT_Marshal(context, &buffer, buffer.count, &length) == 0 else { return nil }
    bytes = Array(buffer.prefix(length))
  }

  /// `nil` where the C library cannot read it. The structure is larger than the tuples that Swift takes over from C, so that it is only
  /// ever reached by its address.
  func withContext<Result>(_ use: (UnsafePointer<TPMS_CONTEXT>) -> Result) -> Result? {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: MemoryLayout<TPMS_CONTEXT>.size, alignment: MemoryLayout<TPMS_CONTEXT>.alignment)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    guard let context = memory.baseAddress?.assumingMemoryBound(to: TPMS_CONTEXT.self) else { return nil }
    var offset = 0
    guard Tss2_MU_TPMS_CONTEXT_Unmarshal(bytes, bytes.count, &offset, context) == 0 else { return nil }
    return use(context)
  }
}
