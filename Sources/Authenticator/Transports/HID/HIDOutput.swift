/// A request that came over CTAPHID.
public struct HIDTask: Hashable, Sendable, Identifiable {
  /// No two of one device have the same.
  public let id: UInt64
  /// Which client asks.
  public let channel: UInt32
  public let request: TransportRequest
  public init(id: UInt64, channel: UInt32, request: TransportRequest) { self.id = id; self.channel = channel; self.request = request }
}

/// Whom a device is connected to: the number of a socket's connection, or always the same for a kernel's device. Each has its own channels.
public struct HIDPort: Hashable, Sendable {
  public let number: Int
  public init(_ number: Int) { self.number = number }
}

/// What a device wants done.
public enum HIDOutput: Hashable, Sendable {
  /// 64 bytes for that port.
  case send([UInt8], to: HIDPort)
  /// Give this to the authenticator, and its answer to `finish`. The next begins only when this one is finished.
  case begin(HIDTask)
  /// Nobody waits for this any more; it is to end soon, and `finish` to be told.
  case cancel(HIDTask.ID)
  /// Show where you are.
  case wink
}
