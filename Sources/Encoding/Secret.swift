/// Bytes that open something. They are wiped when the last holder lets go, print as a dot, and cannot be written into any state or log.
///
/// - Note: What a caller copies out of `withBytes` is the caller's to wipe.
public final class Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Never changed after `init`; only `deinit` writes, when nobody can read any more.
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

  public init(_ bytes: some Collection<UInt8>) {
    storage = .allocate(byteCount: bytes.count, alignment: 1)
    storage.copyBytes(from: bytes)
  }
  deinit {
    // A volatile-like loop: the optimizer may not see that nobody reads what was freed.
    for index in storage.indices { storage[index] = 0 }
    withExtendedLifetime(storage) {}
    storage.deallocate()
  }

  public var count: Int { storage.count }
  public func withBytes<Result>(_ use: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try use(UnsafeRawBufferPointer(storage))
  }
  public var description: String { "•" }
  public var debugDescription: String { "•" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
