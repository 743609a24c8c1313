/// Czechia's and Slovakia's birth number, YYMMDD/SSSC: a woman's month has 50 added, and where a day's numbers were used up, 20 more.
/// Source: Czech act 133/2000, section 13.
enum CzechBirth {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    if (7...8).contains(digits.count) { return .unusual(.form) }
    guard (9...10).contains(digits.count) else { return .refused(.form) }
    let isOld = digits.count == 9
    if !isOld, digits.decimal % 11 != 0 {
      // Until 1985 a remainder of ten was written as a zero. Anastasis' C client refuses these; they were given out.
      guard digits[..<9].decimal % 11 == 10, digits[9] == 0 else { return .refused(.checkDigit) }
      return (54...85).contains(digits[..<2].decimal) ? .unusual(.checkDigit) : .refused(.checkDigit)
    }
    let year = digits[..<2].decimal, month = digits[2..<4].decimal, day = digits[4..<6].decimal
    let added = [70, 50, 20, 0].first { month > $0 } ?? 0
    guard CalendarDay.exists(yearEnding: year, month: month - added, day: day) else { return .unusual(.date) }
    // The check digit came in 1954.
    return isOld && year > 53 ? .unusual(.form) : .fine
  }
}
