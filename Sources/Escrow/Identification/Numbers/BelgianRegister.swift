/// Belgium's national register number: YYMMDD, a serial number of three digits, and 97 less the remainder of these by 97; from 2000 on
/// with a 2 before them. Source: royal decree of 3 April 1984. No client of Anastasis checks it.
enum BelgianRegister {
  static func verdict(_ number: String) -> AttributeVerdict {
    let digits = number.digits
    guard digits.count == 11 else { return .refused(.form) }
    let base = digits[..<9].decimal, check = digits[9...].decimal
    let centuries = [(1900, base), (2000, 2_000_000_000 + base)].filter { 97 - $0.1 % 97 == check }.map(\.0)
    guard !centuries.isEmpty else { return .unusual(.checkDigit) }
    let year = digits[..<2].decimal, month = digits[2..<4].decimal, day = digits[4..<6].decimal
    // A person whose sex was not known has 20 added to the month, any other without an entry in the register 40; an unknown day or month is zero.
    let calendarMonth = month % 20
    let exists = calendarMonth == 0 || day == 0 || centuries.contains { CalendarDay(year: $0 + year, month: calendarMonth, day: day) != nil }
    return exists && month < 60 && day <= 31 ? .fine : .unusual(.date)
  }
}
