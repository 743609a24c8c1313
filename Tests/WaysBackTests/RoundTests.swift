import Foundation
import Testing

@testable import WaysBack

@Suite("when something should be tried again") struct RoundTests {
  /// The day of a date such as `2026-10-05`.
  private func day(_ date: String) throws -> Int {
    UnixDay.number(of: try Date(date, strategy: .iso8601.year().month().day()))
  }
  private func round(on date: String, keyTriedOn tried: String?, codeTriedOn code: String? = nil) throws -> Round {
    var holdings = Holdings(site: .hosted("this site"), today: try day(date))
    holdings.keys = [Holdings.Key(id: "yellow", "yellow", .opens, provedOn: try tried.map(day))]
    if let code { holdings.code = Somebody.code(provedOn: try day(code)) }
    return Round(holdings)
  }

  @Test("a key is due after half a year, and goes along with a round three months before")
  func due() throws {
    let trial = try #require(try round(on: "2026-10-05", keyTriedOn: "2026-04-01").toTry.first)
    #expect(try trial.standing(today: day("2026-09-29")) == .fresh(until: day("2026-09-30")))
    #expect(try trial.standing(today: day("2026-09-30")) == .due(since: day("2026-09-30")))
    #expect(try round(on: "2026-10-05", keyTriedOn: "2026-07-06").toTry.count == 1, "due on 4 January")
    #expect(try round(on: "2026-10-05", keyTriedOn: "2026-07-07").inOrder.count == 1, "due on 5 January")
  }

  @Test("words are due after two years, and what was never tried or is due longest comes first")
  func order() throws {
    let both = try round(on: "2026-10-05", keyTriedOn: "2026-03-01", codeTriedOn: "2024-10-20")
    #expect(both.toTry.map(\.thing) == [.paper(0), .key(0)] && both.minutes == 3)
    #expect(try round(on: "2026-10-05", keyTriedOn: nil, codeTriedOn: "2024-10-20").toTry.first?.thing == .key(0))
    #expect(try round(on: "2026-05-05", keyTriedOn: "2026-05-05", codeTriedOn: "2025-05-05").toTry.isEmpty)
  }

  @Test("a paper is looked for after half a year, unless its words are due; that it is there opens nothing")
  func check() throws {
    func round(on date: String, read: String?, checked: String? = nil) throws -> Round {
      var holdings = Holdings(site: .hosted("this site"), today: try day(date))
      holdings.code = Somebody.code(provedOn: try read.map(day))
      holdings.code?.check = Holdings.Code.Check(givenOn: try checked.map(day))
      #expect(try holdings.proofs == Set([read].compactMap(\.self).map(day)), "no proof of the words")
      return Round(holdings)
    }
    let due = try round(on: "2026-10-05", read: "2026-04-01")
    #expect(due.toTry.map(\.thing) == [.check] && due.inOrder.map(\.thing) == [.paper(0)] && due.minutes == 1)
    #expect(try due.toTry.first?.standing(today: due.today) == .due(since: day("2026-09-30")) && due.asks(after: nil))
    #expect(try round(on: "2026-10-05", read: "2026-04-01", checked: "2026-10-04").toTry.isEmpty)
    #expect(try round(on: "2026-10-05", read: "2024-04-01", checked: "2026-01-01").toTry.map(\.thing) == [.paper(0)])
    #expect(try round(on: "2026-10-05", read: nil, checked: "2024-01-01").toTry.map(\.thing) == [.paper(0)])
  }

  @Test("home asks in April and October alone, and only for what was tried before")
  func seasons() throws {
    for month in 1...12 {
      let date = "2026-\(month < 10 ? "0" : "")\(month)-15"
      #expect(try round(on: date, keyTriedOn: "2025-01-01").asks(after: nil) == [4, 10].contains(month), "\(date)")
      #expect(try !round(on: date, keyTriedOn: nil).asks(after: nil), "\(date)")
    }
  }

  @Test("not this month rests until the month ends, and the third time for good, until something is tried")
  func later() throws {
    let april = try round(on: "2026-04-01", keyTriedOn: "2025-01-01")
    let once = april.later(after: nil)
    #expect(once.times == 1 && !april.asks(after: once))
    #expect(try !round(on: "2026-04-30", keyTriedOn: "2025-01-01").asks(after: once))
    let october = try round(on: "2026-10-01", keyTriedOn: "2025-01-01")
    #expect(october.asks(after: once))
    #expect(try !round(on: "2026-10-31", keyTriedOn: "2025-01-01").asks(after: october.later(after: nil)))
    #expect(try round(on: "2027-04-01", keyTriedOn: "2025-01-01").asks(after: april.later(after: nil)), "a year later")
    let thrice = Round.Later(day: once.day, times: 3)
    #expect(!october.asks(after: thrice) && october.later(after: thrice).times == 3)
    let tried = try round(on: "2026-10-01", keyTriedOn: "2026-04-02")
    #expect(tried.asks(after: thrice) && tried.later(after: thrice).times == 1)
  }
}
