#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes zeros over bytes that were secret.
///
/// An optimizer drops a store that nobody reads before the memory is freed. The system's own function is one that it must not drop.
public enum Wiping {
  /// Fills the buffer with zeros, whatever is done with it afterwards.
  public static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let start = buffer.baseAddress, !buffer.isEmpty else { return }
    #if canImport(Darwin)
      _ = memset_s(start, buffer.count, 0, buffer.count)
    #else
      explicit_bzero(start, buffer.count)
    #endif
  }

  /// Fills the array with zeros. Only this array: a copy that shares its storage keeps the bytes.
  public static func wipe(_ bytes: inout [UInt8]) { bytes.withUnsafeMutableBytes { wipe($0) } }
}
