/// A command in short form (ISO/IEC 7816-4 §5.1). Keycards do not support extended lengths.
struct CommandAPDU: Hashable, Sendable {
  let cla: UInt8, ins: UInt8, p1: UInt8, p2: UInt8
  let payload: [UInt8]
  /// The maximum number of bytes expected in response; `nil` if the command does not specify it.
  let expected: Int?

  /// Parses a command. Rejects commands that are too short, whose lengths do not match their data, or that use extended
  /// lengths.
  init(_ bytes: [UInt8]) throws(StatusWord) {
    guard bytes.count >= 4 else { throw .wrongLength }
    (cla, ins, p1, p2) = (bytes[0], bytes[1], bytes[2], bytes[3])
    func length(_ byte: UInt8) -> Int { byte == 0 ? 256 : Int(byte) }
    switch bytes.count {
    case 4: (payload, expected) = ([], nil)
    case 5: (payload, expected) = ([], length(bytes[4]))
    default:
      let count = Int(bytes[4])
      guard count > 0, bytes.count == 5 + count || bytes.count == 6 + count else { throw .wrongLength }
      payload = Array(bytes[5..<(5 + count)])
      expected = bytes.count == 6 + count ? length(bytes[5 + count]) : nil
    }
  }
}

/// The two bytes that end every response (ISO/IEC 7816-4 §5.6), limited to those that a Keycard uses.
struct StatusWord: Error, Hashable, Sendable {
  let value: UInt16
  init(_ value: UInt16) { self.value = value }

  var bytes: [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

  static let success = StatusWord(0x9000)
  static let memoryFailure = StatusWord(0x6581)
  static let wrongLength = StatusWord(0x6700)
  static let securityNotSatisfied = StatusWord(0x6982)
  static let conditionsNotSatisfied = StatusWord(0x6985)
  static let wrongData = StatusWord(0x6A80)
  static let notFound = StatusWord(0x6A82)
  static let noSpace = StatusWord(0x6A84)
  static let incorrectParameters = StatusWord(0x6A86)
  static let referenceNotFound = StatusWord(0x6A88)
  static let wrongParameters = StatusWord(0x6B00)
  static let unknownInstruction = StatusWord(0x6D00)
  static let unknown = StatusWord(0x6F00)
  /// Java Card's reason "illegal use": the cipher encountered invalid padding.
  static let illegalUse = StatusWord(0x6F05)

  /// Returns the status for a wrong PIN or PUK, with the number of remaining tries.
  static func triesLeft(_ count: Int) -> StatusWord { StatusWord(0x63C0 | UInt16(min(max(count, 0), 15))) }
}

/// The subset of BER-TLV that a Keycard writes and reads (ISO/IEC 7816-4 §5.2.2): one-byte tags, and lengths in one
/// byte or in the byte after 81.
enum TLV {
  /// Encodes one value with its length in a single byte, as the applet does even above 127.
  static func short(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] {
    [tag, UInt8(truncatingIfNeeded: value.count)] + value
  }

  /// Encodes one value with its length after 81, as the applet does for its long templates.
  static func long(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] {
    [tag, 0x81, UInt8(truncatingIfNeeded: value.count)] + value
  }

  /// Returns the tag and value at the beginning of `bytes`, and the remaining bytes; `nil` if `bytes` are truncated.
  static func first(_ bytes: ArraySlice<UInt8>) -> (tag: UInt8, value: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard let tag = bytes.first, let short = bytes.dropFirst().first else { return nil }
    var body = bytes.dropFirst(2)
    var count = Int(short)
    if short == 0x81 {
      guard let long = body.first else { return nil }
      body = body.dropFirst()
      count = Int(long)
    } else if short > 0x7F {
      return nil
    }
    guard body.count >= count else { return nil }
    return (tag, body.prefix(count), body.dropFirst(count))
  }
}
