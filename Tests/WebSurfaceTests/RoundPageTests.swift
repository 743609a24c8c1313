import Demo
import Foundation
import Model
import TestSite
import Testing

/// What to try, and when, over HTTP.
@Suite struct RoundPageTests {
  private func page(_ visitor: Visitor, _ path: String) async throws -> String {
    try await visitor.get(path, accept: "text/html").text.replacing("&#39;", with: "'")
  }

  @Test("a key that opened last year is to be tried, one that opened today is in order") func twoKeys() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      #expect(try await !page(visitor, "/account").contains("/account/round"), "nothing can be tried yet")
      try await site.addMasterKey(withCode: false)
      try await site.addKey("yellow", .primary, provedAt: site.clock.now - 400 * 86_400)
      try await site.addKey("blue", .backup, provedAt: site.clock.now)
      #expect(try await page(visitor, "/account").contains("href=\"/account/round\""))
      let round = try await page(visitor, "/account/round")
      #expect(round.contains("One thing to try. It takes one minute."))
      let parts = round.components(separatedBy: "<h2>In order</h2>")
      try #require(parts.count == 2)
      #expect(parts[0].contains("name=\"key\" value=\"key-yellow\"") && parts[0].contains("Due since "))
      #expect(parts[1].contains(">blue<") && parts[1].contains("Opened your journal today"))
      #expect(!parts[1].contains("/start/"), "what is in order asks for nothing")
    }
  }

  @Test("a paper that was read last year is looked for; its words rest") func paper() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), read = site.clock.now - 200 * 86_400
      try await visitor.register(with: DemoAuthenticator())
      try await site.addMasterKey(withCode: true)
      try await site.store.write { records in
        var code = try #require(try records.way(KeyID(rawValue: "code of mirela")))
        code.kit = Kit(number: 1, check: "7KQ4M2XD")
        try records.update(code)
        try records.note(.read, of: code.id, at: read)
      }
      let parts = try await page(visitor, "/account/round").components(separatedBy: "<h2>In order</h2>")
      try #require(parts.count == 2)
      #expect(parts[0].contains("Kit no. 1: is it there?") && parts[0].contains("The paper was there "))
      #expect(parts[0].contains("/start/kit-check") && !parts[0].contains("/start/code-test"))
      #expect(parts[1].contains(">Kit no. 1<") && parts[1].contains("Three of its words were read off the paper "))
    }
  }

  @Test("in April and October home asks for the round, and “Not this month” silences it") func seasons() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), now = site.clock.now
      let seasons = [4, 10].compactMap {
        Calendar(identifier: .gregorian).nextDate(
          after: now, matching: DateComponents(month: $0, day: 2), matchingPolicy: .nextTime)
      }
      site.clock.advance(try #require(seasons.min()).timeIntervalSince(now))
      try await visitor.register(with: DemoAuthenticator())
      try await site.addMasterKey(withCode: false)
      try await site.addKey("yellow", .primary, provedAt: site.clock.now - 400 * 86_400)
      let home = try await page(visitor, "/account")
      #expect(home.contains("Start the round") && home.contains("One thing to try. It takes one minute."))
      let answer = try await visitor.submit("/account/round/later", accept: "text/html")
      #expect(answer.status == 303 && answer.header("Location") == "/account")
      #expect(try await !page(visitor, "/account").contains("Start the round"))
      #expect(try await page(visitor, "/account/round").contains("One thing to try"), "its page stays")
    }
  }

  @Test("without a session there is no round") func nobody() async throws {
    try await withSite { (site) async throws in
      let answer = try await Visitor(site).get("/account/round", accept: "text/html")
      #expect(answer.status == 303 && answer.header("Location") == "/")
    }
  }
}
