import Foundation
import Sentences

/// Days since 1 January 1970, in UTC because nobody can know where the reader is.
public enum UnixDay {
  public static func number(of date: Date) -> Int { Int((date.timeIntervalSince1970 / secondsPerDay).rounded(.down)) }

  /// Returns the date of a day, with the month's name in the reader's language: `25 November 2016`.
  static func text(_ day: Int) -> Sentence {
    let language = Catalogue.current.language
    let locale = Locale(identifier: language == Catalogue.english.language ? "en_US" : language)
    let style = Date.VerbatimFormatStyle(
      format: "\(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)", locale: locale, timeZone: .gmt,
      calendar: calendar)
    return Sentence(verbatim: date(of: day).formatted(style))
  }

  /// Returns the month of a day, from 1 to 12.
  static func month(of day: Int) -> Int { calendar.component(.month, from: date(of: day)) }

  private static func date(of day: Int) -> Date { Date(timeIntervalSince1970: Double(day) * secondsPerDay) }
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
  private static let secondsPerDay = 86_400.0
}
