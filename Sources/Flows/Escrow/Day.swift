/// A day of the Gregorian calendar in UTC, as a person reads it.
struct Day {
  let text: String

  /// From seconds of the Unix clock, by Euclidean division of days into eras of 400 years, which begin in March so that a leap day ends a year.
  init(unixTime: Int) {
    let days = unixTime.euclidean(by: 86_400) + 719_468
    let era = days.euclidean(by: 146_097), dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153, month = march < 10 ? march + 3 : march - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    text = "\(dayOfYear - (153 * march + 2) / 5 + 1) \(Self.months[month - 1]) \(year)"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]
}

extension Int {
  /// The quotient that is rounded down, also below zero.
  fileprivate func euclidean(by divisor: Int) -> Int { self >= 0 ? self / divisor : (self - divisor + 1) / divisor }
}
