/// A command APDU (ISO/IEC 7816-4 §5.1), in short or extended form.
struct NFCCommand: Hashable, Sendable {
  /// The class byte CLA without the chaining bit.
  var commandClass: UInt8
  /// The bytes INS, P1 and P2.
  var instruction: UInt8, first: UInt8, second: UInt8
  /// `true` if more parts of the same command follow (ISO/IEC 7816-4 §5.1.1.1).
  var isChained: Bool
  var payload: ArraySlice<UInt8>
  /// The maximum length of the response in bytes; `nil` if not stated.
  var expected: Int?

  /// Parses a command. Returns `nil` if its length fields are inconsistent with its length.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4 else { return nil }
    (commandClass, instruction, first, second) = (bytes[0] & ~0x10, bytes[1], bytes[2], bytes[3])
    isChained = bytes[0] & 0x10 != 0
    payload = []
    guard bytes.count > 4 else { return }
    let isExtended = bytes[4] == 0 && bytes.count > 5
    let width = isExtended ? 2 : 1
    var rest = bytes.dropFirst(isExtended ? 5 : 4)
    guard rest.count >= width else { return nil }
    if rest.count > width {
      let count = Self.number(rest.prefix(width))
      rest = rest.dropFirst(width)
      guard count > 0, rest.count == count || rest.count == count + width else { return nil }
      payload = rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    guard !rest.isEmpty else { return }
    let most = Self.number(rest)
    expected = most == 0 ? 1 << (8 * width) : most
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// The whole command in extended form, for code that reads only this form.
  var extended: [UInt8] {
    let lengths: [UInt8] =
      payload.isEmpty
      ? [0] : [0, UInt8(truncatingIfNeeded: payload.count >> 8), UInt8(truncatingIfNeeded: payload.count)]
    return [commandClass, instruction, first, second] + lengths + payload + [0, 0]
  }
}

/// The status words of this applet (ISO/IEC 7816-4 §5.1.3; CTAP 2.1 §11.3).
enum NFCStatus {
  static let success: UInt16 = 0x9000
  /// More data is available. The low byte is the length of that data, or 0 for 256 bytes or more.
  static let moreReady: UInt16 = 0x6100
  /// The request is still running. The client must poll again.
  static let update: UInt16 = 0x9100
  static let wrongLength: UInt16 = 0x6700
  static let conditionsNotSatisfied: UInt16 = 0x6985
  static let fileNotFound: UInt16 = 0x6a82
  static let wrongParameters: UInt16 = 0x6a86
  static let unknownInstruction: UInt16 = 0x6d00
  static let unknownClass: UInt16 = 0x6e00

  static func answer(_ status: UInt16) -> [UInt8] { answer([UInt8](), status) }
  static func answer(_ payload: some Collection<UInt8>, _ status: UInt16) -> [UInt8] {
    payload + [UInt8(status >> 8), UInt8(status & 0xff)]
  }
}
