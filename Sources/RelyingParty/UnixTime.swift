/// A point in time, in seconds since 1970. The library reads no clock; the caller supplies the time.
public struct UnixTime: Hashable, Sendable, Codable, Comparable {
  /// The seconds since 1970.
  public var seconds: Int64

  /// Creates a time from seconds since 1970.
  public init(seconds: Int64) { self.seconds = seconds }

  /// Orders times from earlier to later.
  public static func < (left: Self, right: Self) -> Bool { left.seconds < right.seconds }
}

extension UnixTime {
  /// Creates a time from a Gregorian date and time in UTC; `nil` if there is no such day, hour, minute or second. A
  /// leap second is treated as the next second.
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

  /// Returns the number of days since 1970-01-01, computed with years that begin in March.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719468
  }
}

extension UnixTime {
  /// Parses `2014-08-02T00:00:00+00:00`, also with a fraction (discarded) or with `Z`.
  init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (48...57).contains($0) }) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int64($1) - 48 }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19),
      let moment = UnixTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second),
      [13, 16].allSatisfy({ bytes[$0] == UInt8(ascii: ":") }), bytes[4] == UInt8(ascii: "-"),
      bytes[7] == UInt8(ascii: "-"), bytes[10] | 0x20 == UInt8(ascii: "t")
    else { return nil }
    var position = 19
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
    }
    guard position < bytes.count else { return nil }
    var offset: Int64 = 0
    switch bytes[position] {
    case UInt8(ascii: "Z"): guard position + 1 == bytes.count else { return nil }
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      guard position + 6 == bytes.count, bytes[position + 3] == UInt8(ascii: ":"),
        let hours = number(position + 1..<position + 3),
        let minutes = number(position + 4..<position + 6), hours < 24, minutes < 60
      else {
        return nil
      }
      offset = (hours * 3600 + minutes * 60) * (bytes[position] == UInt8(ascii: "+") ? 1 : -1)
    default: return nil
    }
    self.init(seconds: moment.seconds - offset)
  }
}

extension UnixTime {
  /// Creates a time from a day such as `2026-01-31`: the day's first second in UTC.
  init?(day text: String) {
    guard text.utf8.count == 10 else { return nil }
    self.init(iso8601: text + "T00:00:00Z")
  }
}

extension UnixTime {
  /// The time in ISO 8601 format, in UTC, for example `2026-01-01T00:00:00Z`.
  var iso8601: String {
    let days = (seconds / 86400) - (seconds % 86400 < 0 ? 1 : 0)
    let rest = seconds - days * 86400
    // Converts a number of days to a calendar date, using years that begin in March, like
    // ``init(year:month:day:hour:minute:second:)``.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let digits = "\(year)"
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      + "-\(two(month < 10 ? month + 3 : month - 9))-\(two(day))"
      + "T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }
}
