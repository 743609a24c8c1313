/// What a device is doing: one message at a time, whoever sent it (CTAP 2.1 §11.2.5).
enum HIDTransaction: Sendable {
  case idle
  case receiving(HIDReceiving)
  case working(HIDWorking)

  var channel: UInt32? {
    switch self {
    case .idle: nil
    case .receiving(let message): message.channel
    case .working(let work): work.channel
    }
  }
}

/// A message of which parts are missing.
struct HIDReceiving: Sendable {
  var channel: UInt32, command: HIDCommand, count: Int
  var payload: [UInt8] = []
  var nextSequence: UInt8 = 0
  /// Until then the next packet must come.
  var deadline: ContinuousClock.Instant

  var isComplete: Bool { payload.count == count }
  mutating func take(_ part: ArraySlice<UInt8>) { payload += part.prefix(count - payload.count) }
}

/// A request that the authenticator has.
struct HIDWorking: Sendable {
  var task: HIDTask
  /// Not before what was given up has ended.
  var hasBegun: Bool
  /// U2F clients expect none.
  var nextKeepalive: ContinuousClock.Instant?

  var channel: UInt32 { task.channel }
  /// The command of the answer is that of the request.
  var command: HIDCommand { if case .cbor = task.request { .cbor } else { .message } }
}

/// A request that came over CTAPHID.
public struct HIDTask: Hashable, Sendable, Identifiable {
  /// No two of one device have the same.
  public let id: UInt64
  /// Which client asks.
  public let channel: UInt32
  public let request: TransportRequest
  public init(id: UInt64, channel: UInt32, request: TransportRequest) {
    self.id = id; self.channel = channel; self.request = request
  }
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
