import Foundation

/// A point in time in words. In UTC: the server cannot know where its reader is.
struct Moment {
  let date: Date
  /// What "today" is measured by.
  let now: Date

  var day: String { isToday ? "today" : Self.text(date, "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)") }
  var onDay: String { isToday ? day : "on \(day)" }
  var dayAndTime: String {
    "\(day) \(Self.text(date, "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits) UTC"))"
  }
  /// For programs: HTML's `datetime`.
  var machine: String { date.formatted(.iso8601) }

  private var isToday: Bool { Self.calendar.isDate(date, inSameDayAs: now) }
  private static func text(_ date: Date, _ format: Date.FormatString) -> String {
    date.formatted(Date.VerbatimFormatStyle(format: format, locale: Locale(identifier: "en_US"), timeZone: .gmt, calendar: calendar))
  }
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
