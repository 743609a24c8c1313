/// Japan's My Number: eleven digits and a check digit by 11. Source: ministerial ordinance 85 of 2014, article 5. Anastasis does not check it.
enum JapaneseMyNumber {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 12 else { return .refused(.form) }
    let remainder = digits[..<11].weighted([6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
    return (remainder <= 1 ? 0 : 11 - remainder) == digits[11] ? .fine : .unusual(.checkDigit)
  }
}
