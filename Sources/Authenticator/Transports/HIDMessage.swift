/// One message on a channel, in as many packets as it needs (CTAP 2.1 §11.2.4).
public struct HIDMessage: Hashable, Sendable {
  /// The maximum length in bytes: the first packet and 128 continuations.
  public static let maximumCount = HIDPacket.firstRoom + 128 * HIDPacket.nextRoom

  public var channel: UInt32
  public var command: HIDCommand
  public var payload: [UInt8]

  public init(channel: UInt32, command: HIDCommand, payload: [UInt8]) {
    self.channel = channel; self.command = command; self.payload = payload
  }

  /// The message's reports in order; `nil` if the message is too long.
  public var reports: [[UInt8]]? {
    guard payload.count <= Self.maximumCount else { return nil }
    let first = HIDPacket(
      channel: channel,
      content: .first(command: command.rawValue, count: payload.count, payload.prefix(HIDPacket.firstRoom)))
    var reports = [first.report], rest = payload.dropFirst(HIDPacket.firstRoom), sequence: UInt8 = 0
    while !rest.isEmpty {
      reports.append(
        HIDPacket(channel: channel, content: .next(sequence: sequence, rest.prefix(HIDPacket.nextRoom))).report)
      rest = rest.dropFirst(HIDPacket.nextRoom)
      sequence &+= 1
    }
    return reports
  }
}

/// One HID report of CTAPHID (CTAP 2.1 §11.2.4): 64 bytes that belong to a channel.
public struct HIDPacket: Hashable, Sendable {
  /// The length of a report in bytes, in both directions.
  public static let size = 64
  /// The payload capacity of a message's first packet.
  static let firstRoom = size - 7
  /// The payload capacity of each continuation packet.
  static let nextRoom = size - 5

  public enum Content: Hashable, Sendable {
    /// The start of a message of `count` bytes.
    case first(command: UInt8, count: Int, ArraySlice<UInt8>)
    /// A continuation. Sequence numbers run from 0 to 127.
    case next(sequence: UInt8, ArraySlice<UInt8>)
  }
  public var channel: UInt32
  /// The packet's contents. In a received packet they include padding, because only the message's length determines
  /// where the message ends.
  public var content: Content

  public init(channel: UInt32, content: Content) { self.channel = channel; self.content = content }

  /// Parses a report. Returns `nil` if the report has a different size.
  public init?(_ report: [UInt8]) {
    guard report.count == Self.size else { return nil }
    channel = report[..<4].reduce(0) { $0 << 8 | UInt32($1) }
    let kind = report[4]
    content =
      kind & 0x80 != 0
      ? .first(command: kind & 0x7f, count: Int(report[5]) << 8 | Int(report[6]), report[7...])
      : .next(sequence: kind, report[5...])
  }

  /// The report's 64 bytes. Unused bytes are zero, and anything beyond the capacity is dropped.
  public var report: [UInt8] {
    var bytes = (0..<4).map { UInt8(truncatingIfNeeded: channel >> UInt32(24 - $0 * 8)) }
    switch content {
    case .first(let command, let count, let part):
      bytes +=
        [command | 0x80, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
        + part.prefix(Self.firstRoom)
    case .next(let sequence, let part): bytes += [sequence & 0x7f] + part.prefix(Self.nextRoom)
    }
    return bytes + [UInt8](repeating: 0, count: Self.size - bytes.count)
  }
}

/// The commands of CTAPHID (CTAP 2.1 §11.2.9), without the bit that marks a first packet.
public enum HIDCommand: UInt8, Hashable, Sendable, CaseIterable {
  case ping = 0x01
  /// A U2F message.
  case message = 0x03
  case lock = 0x04
  case initialize = 0x06
  case wink = 0x08
  case cbor = 0x10
  case cancel = 0x11
  /// Sent only by the authenticator.
  case keepalive = 0x3b
  /// Sent only by the authenticator.
  case error = 0x3f

  /// Returns `true` if a message of this command may have this length in bytes.
  func takes(_ count: Int) -> Bool {
    switch self {
    case .ping: true
    case .initialize: count == 8
    case .lock: count == 1
    case .wink, .cancel: count == 0
    case .message: count >= 4
    case .cbor: count >= 1
    case .keepalive, .error: false
    }
  }
}

/// The reason why an authenticator refuses a CTAPHID message (CTAP 2.1 §11.2.9.1.7).
public enum HIDError: UInt8, Hashable, Sendable {
  case invalidCommand = 0x01
  case invalidParameter = 0x02
  case invalidLength = 0x03
  case invalidSequence = 0x04
  case messageTimeout = 0x05
  case channelBusy = 0x06
  case lockRequired = 0x0a
  case invalidChannel = 0x0b
  case other = 0x7f
}
