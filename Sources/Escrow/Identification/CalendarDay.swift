/// A day of the Gregorian calendar.
public struct CalendarDay: Hashable, Sendable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// - Returns: `nil` for a date that does not exist.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1, day <= Self.length(ofMonth: month, in: year)
    else { return nil }
    self.year = year; self.month = month; self.day = day
  }

  /// Parses `2000-01-31`, `2000-1-31` and `31.1.2000`, where the dots make the order clear.
  ///
  /// `1/2/2000` is rejected, because it could mean either of two dates.
  public init?(_ text: some StringProtocol) {
    let hyphens = text.split(separator: "-", omittingEmptySubsequences: false),
      points = text.split(separator: ".", omittingEmptySubsequences: false)
    let parts = hyphens.count == 3 ? hyphens : Array(points.reversed())
    guard parts.count == 3, parts[0].utf8.count == 4,
      parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Returns `true` if the day exists in any year that ends in these two digits, in this century or the previous two.
  static func exists(yearEnding: Int, month: Int, day: Int) -> Bool {
    // Of 1900 and 2000, only one had a 29 February, and the two digits do not identify the century.
    [1800, 1900, 2000].contains { CalendarDay(year: $0 + yearEnding, month: month, day: day) != nil }
  }

  /// The date in the form `2000-01-31`.
  public var text: String { "\(Self.padded(year, to: 4))-\(Self.padded(month, to: 2))-\(Self.padded(day, to: 2))" }

  private static func length(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }
  private static func padded(_ number: Int, to count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
