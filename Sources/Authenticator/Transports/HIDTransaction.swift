/// A device's current work: one message at a time, whoever sent it (CTAP 2.1 §11.2.5).
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

/// An incomplete message.
struct HIDReceiving: Sendable {
  var channel: UInt32, command: HIDCommand, count: Int
  var payload: [UInt8] = []
  var nextSequence: UInt8 = 0
  /// The time limit for the next packet.
  var deadline: ContinuousClock.Instant

  var isComplete: Bool { payload.count == count }
  mutating func take(_ part: ArraySlice<UInt8>) { payload += part.prefix(count - payload.count) }
}

/// A request that was passed to the authenticator.
struct HIDWorking: Sendable {
  var task: HIDTask
  /// `false` while abandoned work is still running, `true` afterwards.
  var hasBegun: Bool
  /// The time of the next keepalive; `nil` for U2F, whose clients expect no keepalive.
  var nextKeepalive: ContinuousClock.Instant?

  var channel: UInt32 { task.channel }
  /// The command of the response, which is the same as that of the request.
  var command: HIDCommand { if case .cbor = task.request { .cbor } else { .message } }
}

/// A request received over CTAPHID.
public struct HIDTask: Hashable, Sendable, Identifiable {
  /// An identifier that is unique within a device.
  public let id: UInt64
  /// The client that sent the request.
  public let channel: UInt32
  public let request: TransportRequest
  public init(id: UInt64, channel: UInt32, request: TransportRequest) {
    self.id = id; self.channel = channel; self.request = request
  }
}

/// A connection of the device. For a socket, this is the number of the connection; for a kernel device, it is always
/// the same. Each port has its own channels.
public struct HIDPort: Hashable, Sendable {
  public let number: Int
  public init(_ number: Int) { self.number = number }
}

/// An action that the device requests.
public enum HIDOutput: Hashable, Sendable {
  /// Send these 64 bytes to this port.
  case send([UInt8], to: HIDPort)
  /// Pass this task to the authenticator, and the authenticator's response to `finish`. The next task begins only when
  /// this one is finished.
  case begin(HIDTask)
  /// This task's response is no longer wanted. End the task soon, and call `finish`.
  case cancel(HIDTask.ID)
  /// Show the person which device this is.
  case wink
}
