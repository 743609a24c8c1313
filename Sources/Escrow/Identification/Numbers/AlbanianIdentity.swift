/// Albania's identity number: decade and year, month (a woman's with 50 added, a foreigner's with 30 more), day, serial number, and a check
/// letter by 23. No client of Anastasis checks it; its pattern takes only two characters fewer, which nobody has, and which it has to find again.
enum AlbanianIdentity {
  private static let weights = [1, 1, 2, 3, 4, 5, 6, 7, 8]

  static func verdict(_ number: String) -> AttributeVerdict {
    let characters = Array(number.utf8)
    guard let first = characters.first, let last = characters.last, characters.count >= 2, (65...87).contains(last) else { return .refused(.form) }
    let digits = number.dropFirst().digits
    guard characters.count == 10, digits.count == 8, (48...57).contains(first) || (65...84).contains(first) else { return .unusual(.form) }
    // A counts one, and so on, until W, which counts nothing.
    let decade = first < 65 ? Int(first) - 48 : Int(first) - 64
    guard ([decade] + digits).weighted(weights) % 23 == (Int(last) - 64) % 23 else { return .unusual(.checkDigit) }
    let year = 1800 + (first < 65 ? decade : decade + 9) * 10 + digits[0], month = digits[1..<3].decimal
    let added = [80, 50, 30, 0].first { month > $0 } ?? 0
    return CalendarDay(year: year, month: month - added, day: digits[3..<5].decimal) == nil ? .unusual(.date) : .fine
  }
}
