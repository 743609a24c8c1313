import Browser
import Foundation
import Person
import TestProvider
import Testing

/// Trouble on the way: an unreachable provider, a kill half-way, a wrong code.
@Suite struct EscrowTroubleTests {
  /// Provides a place where account recovery is set up, and the program that generates codes.
  private func withSetUp(_ body: (EscrowPlace, ClockProgram) async throws -> Void) async throws {
    try await withEscrowPlace { place in
      var program: ClockProgram?
      try await place.visit { visit in
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        program = try await visit.setUp()
      }
      try await body(place, try #require(program))
    }
  }

  /// A check at that provider says that it can't continue.
  @Test("C-34 C-55: if one provider is unreachable, a way that does not need it opens the account")
  func gone() async throws {
    try await withSetUp { place, program in
      await place.providers[1].stop()
      try await place.visit { visit in
        try await visit.findBackup()
        let ways = try await visit.ways()
        let address = "127.0.0.1:\(place.providers[1].provider.port)"  // nobody told its name
        let dead = try #require(ways.joined().first { $0.provider == address })
        try await visit.pick(dead.kind, dead.provider)
        try await visit.page.wait(forText: "Go back to take another way")
        try await visit.page.press("Back")
        try await visit.page.wait(forText: "and you are in.")
        let way = try #require(ways.first { way in !way.map(\.provider).contains(address) })
        try await visit.finish(way, program)
        _ = try await visit.enrollAnew()
        try await visit.openJournal(with: EscrowRoundTests.entry)
      }
    }
  }

  /// The passed checks still count in a new browser.
  @Test("C-53 C-68: a half-completed way survives a kill of hands and browser") func killed() async throws {
    try await withSetUp { place, program in
      var begun: [EscrowCheck] = []
      try await place.visit { visit in
        try await visit.findBackup()
        begun = try #require(try await visit.ways().first)
        try await visit.pass(begun[0], program)
        try await visit.page.wait(forText: "Done")
      }
      try await place.computer.restart()
      try await place.visit { visit in
        try await visit.beginRecovery()
        try await visit.meet()
        try await visit.see("What you have done is still on this computer.", "escrow-begun")
        try await visit.page.press("Go on")
        try await visit.page.wait(forText: "and you are in.")
        let way = try #require(try await visit.ways().first { $0.map(\.kind) == begun.map(\.kind) })
        #expect(way[0].isDone)
        try await visit.finish(way, program)
      }
    }
  }

  /// Beginning again leads back to the same point.
  @Test("for a letter, the page shows the one-month deadline, and the cookie lasts as long")
  func month() async throws {
    try await withSetUp { place, program in
      try await place.visit { visit in
        let page = visit.page, day = 24 * 60 * 60, now = Int(Date().timeIntervalSince1970)
        try await visit.findBackup()
        let way = try #require(try await visit.ways().first)
        try await visit.pass(way[0], program)
        try await page.wait(forText: "Your recovery is kept until ")
        try await page.wait(forText: "Come back in this browser.")
        let run = try await page.url, expiry = try #require(try await page.cookie("latchstring")?.expiry)
        #expect(abs(expiry - now - 60 * day) < day, "\(expiry)")
        for _ in 1...30 {
          place.site.clock.advance(Double(day))
          try await place.site.runner.sweep()
        }
        try await visit.beginRecovery()
        try await page.wait(forText: "and you are in.")
        #expect(try await page.url == run)
        let left = try #require(try await visit.ways().first { $0.map(\.kind) == way.map(\.kind) })
        #expect(left[0].isDone)
        try await visit.finish(left, program)
      }
    }
  }

  @Test("C-67: if no backup is found, the fields keep the typed facts for correction")
  func factsStay() async throws {
    try await withEscrowPlace { place in
      try await place.visit { visit in
        let page = visit.page
        try await visit.beginRecovery()
        try await visit.meet()
        try await visit.identify()
        try await page.wait(forText: "check each of them")
        try await page.press("Back")
        for (field, text) in EscrowVisit.attributes {
          try await page.wait(untilTrue: "document.getElementById('\(field)')?.value === '\(text)'")
        }
        try await page.press("Continue")
        try await page.wait(forText: "Is every line right?")
      }
    }
  }

  /// The correct code is accepted with and without its A-.
  @Test("C-64 C-65 C-68: a wrong code is reported in place, and no input or progress is lost")
  func wrongCode() async throws {
    try await withSetUp { place, program in
      try await place.visit { visit in
        try await visit.findBackup()
        let way = try #require(
          try await visit.ways().first { way in ["E-mail", "Text message"].allSatisfy(way.map(\.kind).contains) })
        for check in way where check.kind == "E-mail" || check.kind == "Text message" {
          let isMail = check.kind == "E-mail"
          try await visit.pick(check.kind, check.provider)
          _ = try await visit.page.find("#sentCode")
          let code = try #require(place.lastCode(isMail ? .email : .sms))
          try await visit.typeCode("A-10000-000")
          try await visit.page.wait(forText: "That code is wrong. Check it and type it once more.")
          #expect(try await visit.page.evaluate("document.querySelector('#sentCode').value") == "")
          let digits = String(code.drop { !$0.isNumber })
          #expect(code.hasPrefix("A-"))
          try await visit.typeCode(isMail ? code : digits)
          try await visit.page.wait(forText: isMail ? "2 checks, and you are in." : "One more and you are in.")
        }
      }
    }
  }

  /// They are killed between two methods, and before the last touch of the set-up.
  @Test("C-53: after hands and pages are killed in set-up, nothing must be typed or paid twice")
  func setUpKilled() async throws {
    try await withEscrowPlace { place in
      try await place.visit { visit in
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        try await visit.beginSetUp()
        try await visit.meet()
        try await visit.identify()
        try await visit.addQuestion()
        try await place.computer.restart()
        try await visit.beginSetUp()
        try await visit.see("it is still on this computer.", "escrow-set-up-begun")
        try await visit.page.press("Go on")
        try await visit.page.wait(forText: EscrowVisit.question)
        try await visit.addAddresses()
        try await visit.confirmCost()
        try await visit.payAtTill()
        try await visit.page.wait(forText: "confirm that it's you")
        try await place.computer.restart()
        try await visit.page.reload()
        try await visit.seal()
      }
    }
  }
}
