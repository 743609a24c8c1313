/// Germany's pension insurance number: region, DDMMYY, the birth name's initial, two digits, a check digit. Source: VKVV, sections 2 to 4.
enum GermanInsurance {
  private static let weights = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]

  static func verdict(_ number: String) -> AttributeVerdict {
    let characters = Array(number.utf8)
    guard characters.count == 12, (65...90).contains(characters[8]) else { return .refused(.form) }
    let letter = Int(characters[8]) - 64, digits = number.digits
    guard digits.count == 11 else { return .refused(.form) }
    let counted = Array(digits[..<8]) + [letter / 10, letter % 10] + Array(digits[8..<10])
    let sum = zip(counted, weights).reduce(0) { $0 + $1.0 * $1.1 / 10 + $1.0 * $1.1 % 10 }
    guard sum % 10 == digits[10] else { return .refused(.checkDigit) }
    let day = digits[2..<4].decimal, month = digits[4..<6].decimal, year = digits[6..<8].decimal
    guard (1...12).contains(month) else { return .refused(.date) }
    return CalendarDay.exists(yearEnding: year, month: month, day: day) ? .fine : .unusual(.date)
  }
}
