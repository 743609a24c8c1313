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
