#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Overwrites secret bytes with zeros.
///
/// An optimizer may drop a store if nothing reads it before the memory is freed. The system's own wiping function is
/// guaranteed not to be dropped.
public enum Wiping {
  /// Fills the buffer with zeros, regardless of its later use.
  public static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let start = buffer.baseAddress, !buffer.isEmpty else { return }
    #if canImport(Darwin)
      _ = memset_s(start, buffer.count, 0, buffer.count)
    #else
      explicit_bzero(start, buffer.count)
    #endif
  }

  /// Fills only this array with zeros. A copy that shares its storage keeps the bytes.
  public static func wipe(_ bytes: inout [UInt8]) { bytes.withUnsafeMutableBytes { wipe($0) } }
}

/// Secret bytes. They are wiped when the last reference is released, print as a dot, and cannot be written into any
/// state or log.
///
/// - Note: The caller must wipe anything it copies out of `withBytes`.
public final class Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The bytes, which never change after `init`. Only `deinit` overwrites them, when they can no longer be read.
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

  public init(_ bytes: some Collection<UInt8>) {
    storage = .allocate(byteCount: bytes.count, alignment: 1)
    storage.copyBytes(from: bytes)
  }

  /// Creates a secret of `byteCount` zeros, which `fill` overwrites. It serves for a secret that is assembled from
  /// parts and must not be held in an array in between.
  public init(byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
    storage = .allocate(byteCount: byteCount, alignment: 1)
    storage.initializeMemory(as: UInt8.self, repeating: 0)
    fill(storage)
  }

  /// Creates a secret from parts, joined in order.
  public convenience init(joining parts: [Secret]) {
    self.init(byteCount: parts.reduce(0) { $0 + $1.count }) { all in
      var offset = 0
      for part in parts {
        part.withBytes { UnsafeMutableRawBufferPointer(rebasing: all[offset..<offset + $0.count]).copyMemory(from: $0) }
        offset += part.count
      }
    }
  }

  deinit {
    Wiping.wipe(storage)
    storage.deallocate()
  }

  public var count: Int { storage.count }
  public func withBytes<Result, Failure: Error>(_ use: (UnsafeRawBufferPointer) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    try use(UnsafeRawBufferPointer(storage))
  }

  /// Returns `true` if both secrets contain the same bytes. The duration reveals only whether they have the same
  /// length.
  public func matches(_ other: Secret) -> Bool {
    withBytes { own in other.withBytes { ConstantTime.areEqual(own, $0) } }
  }

  public var description: String { "•" }
  public var debugDescription: String { "•" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Comparisons whose duration does not reveal where two values differ.
public enum ConstantTime {
  /// Returns `true` if both collections contain the same bytes, and always `false` if their lengths differ.
  public static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for (one, other) in zip(left, right) { difference |= one ^ other }
    return difference == 0
  }
}
