import Foundation
import Sentences

/// A point in time, described in UTC because the server cannot know where its reader is.
struct Moment {
  let date: Date
  /// The current time, which determines what "today" means.
  let now: Date

  var day: Sentence { isToday ? "today" : Sentence(verbatim: text(Self.day)) }
  var onDay: Sentence { isToday ? day : "on \(day)" }
  var dayAndTime: Sentence { "\(day) \(text(Self.time)) UTC" }
  /// The machine-readable form, for HTML's `datetime`.
  var machine: String { date.formatted(.iso8601) }

  private var isToday: Bool { Self.calendar.isDate(date, inSameDayAs: now) }

  private static let day: Date.FormatString =
    "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)"
  private static let time: Date.FormatString =
    "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)"

  /// Formats the date, with the month's name in the reader's language.
  private func text(_ format: Date.FormatString) -> String {
    let language = Catalogue.current.language, english = Catalogue.english.language
    let locale = Locale(identifier: language == english ? "en_US" : language)
    return date.formatted(
      Date.VerbatimFormatStyle(format: format, locale: locale, timeZone: .gmt, calendar: Self.calendar))
  }
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
