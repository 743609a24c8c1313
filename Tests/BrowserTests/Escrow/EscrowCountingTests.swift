import Browser
import Foundation
import Person
import TestProvider
import Testing

/// Where the page has met this computer's hands, account recovery counts part by part, and nobody else learns of it.
@Suite struct EscrowCountingTests {
  private static let note = "Account recovery is counted part by part, as this computer knows it."

  @Test("home, what-if and the round count what the hands know, and it reaches no request")
  func counts() async throws {
    try await withEscrowPlace { place in
      try await place.visit { visit in
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        try await setUp(visit, triesAddress: true)
        let page = visit.page, before = place.site.wiretap.requests.count
        _ = try await page.consoleErrors()  // those of the till's page
        let names = place.providers.map { Self.name(of: $0.provider.url) }

        try await page.go(to: place.site.origin + "/account")
        try await page.wait(forText: Self.note)

        try await page.go(to: place.site.origin + "/account/what-if")
        for name in names { try await page.wait(untilTrue: Self.ticks("\(name)")) }
        #expect(try await page.evaluate(Self.ticks("Account recovery")) == false)
        let email = try await page.evaluate(
          "[...document.querySelectorAll('.tick')].find((e) => e.innerText.includes('Your e-mail')).innerText")
        #expect(email == "Your e-mail", "its address was tried at set-up")
        let answers = try await page.evaluate(
          "[...document.querySelectorAll('.tick')].find((e) => e.innerText.includes('Your answers')).innerText")
        #expect(answers.string?.contains("Not tried yet") == true)

        try await page.go(to: place.site.origin + "/account/round")
        try await page.wait(untilTrue: "document.querySelectorAll('[data-escrow] li').length > 3")
        let rows = try await page.find("[data-escrow]").text
        for name in names { #expect(rows.contains(name)) }
        #expect(rows.contains("Answered on ") && rows.contains("Given back on ") && rows.contains("Not given back yet"))
        #expect(rows.contains("Ask the providers"))

        let requests = place.site.wiretap.requests.dropFirst(before).joined(separator: "\n")
        #expect(requests.contains("/account/holdings"), "this test looks in the right place")
        for secret in names + ["triedOn", "answeredOn", "lookups", "\"picture\""] {
          #expect(!requests.contains(secret), "\(secret) was told to the site")
        }
        let errors = try await page.consoleErrors()
        #expect(errors == [])
      }
    }
  }

  @Test("a provider that stays silent when it is asked is a hope, and is said to be silent") func silent() async throws
  {
    try await withEscrowPlace { place in
      try await place.visit { visit in
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        try await setUp(visit)
        let page = visit.page, gone = try #require(place.providers.first)
        await gone.stop()
        try await page.go(to: place.site.origin + "/account/round")
        try await page.wait(untilTrue: "document.querySelectorAll('[data-escrow] li').length > 3")
        let before = try await page.find("[data-escrow]").text
        #expect(!before.contains("did not answer"), "nobody asked it")
        try await page.press("Ask the providers")
        try await page.wait(forText: "It doesn't answer now.")
        try await page.go(to: place.site.origin + "/account/round")
        try await page.wait(forText: "Was asked again, and did not answer")
      }
    }
  }

  @Test("a browser that the hands do not know shows what the server knows, and asks the hands for nothing")
  func stranger() async throws {
    try await withEscrowPlace { place in
      try await place.visit { visit in
        try await visit.makeAccount(writing: EscrowRoundTests.entry)
        try await setUp(visit)
        let page = visit.page
        try await page.evaluate("localStorage.clear()")
        try await page.go(to: place.site.origin + "/account/what-if")
        try await page.wait(untilTrue: Self.ticks("Account recovery"))
        let asked = try await page.run(
          """
          const { isJoined } = await \(ours("hands-link.js"));
          const { planOf } = await \(ours("escrow-plan.js"));
          let asked = 0;
          const fetch = window.fetch;
          window.fetch = (...all) => { asked += 1; return fetch(...all); };
          return [await isJoined(), (await planOf('AAAA')) === undefined, asked];
          """)
        #expect(asked == [false, true, 0])
      }
    }
  }

  /// The receipt can be left once the hands have finished, and know what they set up.
  private func setUp(_ visit: EscrowVisit, triesAddress: Bool = false) async throws {
    _ = try await visit.setUp(triesAddress: triesAddress)
    try await visit.page.press("Back to Settings")
    try await visit.page.wait(untilTrue: "location.pathname.startsWith('/settings/')")
  }

  private static func name(of url: String) -> String { String(url.dropFirst("http://".count).dropLast()) }
  /// An expression that is true if the page has a tick for a thing of this name.
  private static func ticks(_ name: String) -> String {
    "[...document.querySelectorAll('.tick b')].some((e) => e.innerText === '\(name)')"
  }
}
