import Vocabulary
import Sentences

/// A human-readable day of the Gregorian calendar in UTC.
struct Day {
  let copy: Copy

  /// The supported range, from 1970 to the end of 9999. A time outside this range comes from a provider that sends
  /// nonsense.
  private static let known = 0...253_402_300_799

  /// Creates a day from Unix time in seconds. The days are divided into eras of 400 years, which begin in March so that
  /// a leap day comes at the end of a year.
  init(unixTime told: Int) {
    let unixTime = min(max(told, Self.known.lowerBound), Self.known.upperBound)
    let days = unixTime / 86_400 + 719_468
    let era = days / 146_097, dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153, month = march < 10 ? march + 3 : march - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    copy = Copy("C-40.day", "\(dayOfYear - (153 * march + 2) / 5 + 1) \(Self.months[month - 1]) \(year)")
  }

  private static let months: [Sentence] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
