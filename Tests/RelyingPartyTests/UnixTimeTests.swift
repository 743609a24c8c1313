import Foundation
import Testing

@testable import RelyingParty

@Suite struct UnixTimeTests {
  @Test("every day from 1900 to 2110 agrees with Foundation's calendar, and no other day exists")
  func days() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var wrong: [String] = []
    for year in 1900...2110 {
      for month in 1...12 {
        let first = try #require(calendar.date(from: DateComponents(year: year, month: month, day: 1)))
        let count = try #require(calendar.range(of: .day, in: .month, for: first)).count
        for day in 0...32 {
          let made = UnixTime(year: Int64(year), month: Int64(month), day: Int64(day), hour: 0, minute: 0, second: 0)
          let right = (1...count).contains(day) ? Int64(first.timeIntervalSince1970) + Int64(day - 1) * 86400 : nil
          if made?.seconds != right { wrong.append("\(year)-\(month)-\(day)") }
        }
      }
    }
    #expect(wrong == [])
    for (month, hour, minute, second) in [
      (0, 0, 0, 0), (13, 0, 0, 0), (1, 24, 0, 0), (1, 0, 60, 0), (1, 0, 0, 61), (1, -1, 0, 0),
    ]
      as [(Int64, Int64, Int64, Int64)]
    {
      #expect(UnixTime(year: 2024, month: month, day: 1, hour: hour, minute: minute, second: second) == nil)
    }
  }

  @Test("an ISO 8601 date and time is read with fractions and offsets; anything else is rejected")
  func iso8601() {
    for (text, seconds) in [
      ("1970-01-01T00:00:00Z", 0), ("2024-02-29T12:00:00.123Z", 1_709_208_000),
      ("2024-02-29T12:00:00+01:30", 1_709_202_600),
      ("2024-02-29t12:00:00-00:30", 1_709_209_800),
    ] as [(String, Int64)] { #expect(UnixTime(iso8601: text)?.seconds == seconds) }
    for text in [
      "", "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-02-29", "2024-02-29T12:00:00", "2024-02-29 12:00:00Z",
      "2024/02/29T12:00:00Z",
      "2024-02-29T12:00:00Zx", "2024-02-29T12:00:00+1:30", "2024-02-29T12:00:00+01:30x", "2024-02-29T12:00:00+01:3",
      "2024-02-29T12:00:00+",
      "2024-02-29T12:00:00.", "2024-02-29T12:00:00.1",
      "٢٠٢٤-02-29T12:00:00Z",
    ] { #expect(UnixTime(iso8601: text) == nil, "\(text)") }
  }
}
