/// One HID report of CTAPHID (CTAP 2.1 §11.2.4): 64 bytes that belong to a channel.
public struct HIDPacket: Hashable, Sendable {
  /// So many bytes has a report, in both directions.
  public static let size = 64
  /// A message's first packet carries so many bytes of it.
  static let firstRoom = size - 7
  /// Each further one so many.
  static let nextRoom = size - 5

  public enum Content: Hashable, Sendable {
    /// The start of a message of `count` bytes.
    case first(command: UInt8, count: Int, ArraySlice<UInt8>)
    /// How it goes on; sequences count from 0 to 127.
    case next(sequence: UInt8, ArraySlice<UInt8>)
  }
  public var channel: UInt32
  /// What it carries. Of a packet that was read: with what fills it up, as only the message's length says where it ends.
  public var content: Content

  public init(channel: UInt32, content: Content) { self.channel = channel; self.content = content }

  /// Reads a report; `nil` where it has another size.
  public init?(_ report: [UInt8]) {
    guard report.count == Self.size else { return nil }
    channel = report[..<4].reduce(0) { $0 << 8 | UInt32($1) }
    let kind = report[4]
    content =
      kind & 0x80 != 0
      ? .first(command: kind & 0x7f, count: Int(report[5]) << 8 | Int(report[6]), report[7...])
      : .next(sequence: kind, report[5...])
  }

  /// The 64 bytes; what is not used of them is zero, and what has no room is left out.
  public var report: [UInt8] {
    var bytes = (0..<4).map { UInt8(truncatingIfNeeded: channel >> UInt32(24 - $0 * 8)) }
    switch content {
    case .first(let command, let count, let part):
      bytes += [command | 0x80, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)] + part.prefix(Self.firstRoom)
    case .next(let sequence, let part): bytes += [sequence & 0x7f] + part.prefix(Self.nextRoom)
    }
    return bytes + [UInt8](repeating: 0, count: Self.size - bytes.count)
  }
}
