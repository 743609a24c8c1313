/// The two bytes that end every answer (ISO/IEC 7816-4 §5.6), as far as a Keycard uses them.
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
  /// What Java Card's reason "illegal use" becomes: the cipher met padding that is none.
  static let illegalUse = StatusWord(0x6F05)

  /// A wrong PIN or PUK, and how often it may still be tried.
  static func triesLeft(_ count: Int) -> StatusWord { StatusWord(0x63C0 | UInt16(min(max(count, 0), 15))) }
}
