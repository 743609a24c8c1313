/// Denmark's CPR number: DDMMYY and four characters. Since 2007 numbers that fail the old check by 11 are given out, so that only the date
/// tells anything. Source: CPR office.
enum DanishRegister {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.prefix(6).digits
    guard digits.count == 6 else { return .refused(.form) }
    let exists = CalendarDay.exists(yearEnding: digits[4...].decimal, month: digits[2..<4].decimal, day: digits[..<2].decimal)
    return exists ? .fine : .unusual(.date)
  }
}
