extension UnixTime {
  /// A moment of the Gregorian calendar in UTC; `nil` where there is no such day, hour, minute or second. A leap second counts as the next
  /// second.
  init?(year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64) {
    guard (1...12).contains(month), (1...Self.dayCount(year, month)).contains(day) else { return nil }
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<61).contains(second) else { return nil }
    self.init(seconds: Self.days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second)
  }

  private static func dayCount(_ year: Int64, _ month: Int64) -> Int64 {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from 1970-01-01, counted in years that begin in March.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468
  }
}
