/// How a command ended: SW1 and SW2 (ISO/IEC 7816-4 §5.6).
struct StatusWord: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt16

  static let success = Self(rawValue: 0x9000)
  static let securityNotSatisfied = Self(rawValue: 0x6982)
  static let conditionsNotSatisfied = Self(rawValue: 0x6985)
  static let selectionFailed = Self(rawValue: 0x6999)
  static let wrongData = Self(rawValue: 0x6A80)
  static let fileNotFound = Self(rawValue: 0x6A82)
  static let noSpace = Self(rawValue: 0x6A84)
  static let wrongParameters = Self(rawValue: 0x6A86)
  static let dataNotFound = Self(rawValue: 0x6A88)
  static let unknownInstruction = Self(rawValue: 0x6D00)

  /// The tries that are left after a wrong PIN or PUK: the last digit of 63Cx.
  var triesLeft: Int? { rawValue & 0xFFF0 == 0x63C0 ? Int(rawValue & 0xF) : nil }
}
