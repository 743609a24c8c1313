import Foundation
import Sentences

/// Days since 1 January 1970, in UTC because nobody can know where the reader is.
public enum UnixDay {
  public static func number(of date: Date) -> Int { Int((date.timeIntervalSince1970 / secondsPerDay).rounded(.down)) }

  /// Returns the date of a day, with the month's name in the reader's language: `25 November 2016`.
  static func text(_ day: Int) -> Sentence {
    let language = Catalogue.current.language
    let locale = Locale(identifier: language == Catalogue.english.language ? "en_US" : language)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let style = Date.VerbatimFormatStyle(
      format: "\(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)", locale: locale, timeZone: .gmt,
      calendar: calendar)
    return Sentence(verbatim: Date(timeIntervalSince1970: Double(day) * secondsPerDay).formatted(style))
  }

  private static let secondsPerDay = 86_400.0
}
