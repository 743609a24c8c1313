/// One message on a channel, in as many packets as it needs (CTAP 2.1 §11.2.4).
public struct HIDMessage: Hashable, Sendable {
  /// The longest, in bytes: a first packet and 128 that follow.
  public static let maximumCount = HIDPacket.firstRoom + 128 * HIDPacket.nextRoom

  public var channel: UInt32
  public var command: HIDCommand
  public var payload: [UInt8]

  public init(channel: UInt32, command: HIDCommand, payload: [UInt8]) {
    self.channel = channel; self.command = command; self.payload = payload
  }

  /// Its reports in order; `nil` where it is too long.
  public var reports: [[UInt8]]? {
    guard payload.count <= Self.maximumCount else { return nil }
    let first = HIDPacket(channel: channel, content: .first(command: command.rawValue, count: payload.count, payload.prefix(HIDPacket.firstRoom)))
    var reports = [first.report], rest = payload.dropFirst(HIDPacket.firstRoom), sequence: UInt8 = 0
    while !rest.isEmpty {
      reports.append(HIDPacket(channel: channel, content: .next(sequence: sequence, rest.prefix(HIDPacket.nextRoom))).report)
      rest = rest.dropFirst(HIDPacket.nextRoom)
      sequence &+= 1
    }
    return reports
  }
}
