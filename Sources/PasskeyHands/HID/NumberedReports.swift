import Authenticator

/// Reports in a stream, as programs write them to a HID device of Linux: each after its number, which is 0.
struct NumberedReports {
  static let size = 1 + HIDPacket.size
  private var rest: [UInt8] = []

  /// Whether a report has begun whose end is missing.
  var isIncomplete: Bool { !rest.isEmpty }

  /// Takes what came, and gives the reports of 64 bytes that are complete. What does not begin as a report is passed over, with all that came with it.
  mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
    rest += bytes
    var reports: [[UInt8]] = []
    while let number = rest.first {
      guard number == 0 else {
        rest = []
        break
      }
      guard rest.count >= Self.size else { break }
      reports.append(Array(rest[1..<Self.size]))
      rest.removeFirst(Self.size)
    }
    return reports
  }

  /// Whoever wrote is gone, or is not going to write the rest.
  mutating func forget() { rest = [] }
}
