import Demo
import Foundation
import Model
import TestSite
import Testing

/// The account's home over HTTP: what it says first, the ways in, and the next step.
@Suite struct AccountHomeTests {
  private func home(_ visitor: Visitor) async throws -> String {
    try await visitor.get("/account", accept: "text/html").text.replacing("&#39;", with: "'")
  }
  /// The one heading, which is the verdict.
  private func verdict(_ page: String) throws -> String {
    let headings = page.matches(of: /<h1[^>]*>([^<]*)<\/h1>/).map { String($0.1) }
    #expect(headings.count == 1)
    return try #require(headings.first)
  }

  @Test("right after sign-up it says that the only passkey's device is all there is") func fresh() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      let page = try await home(visitor)
      #expect(try verdict(page) == "You have one passkey, on one device. Lose the device, and the account is gone.")
      #expect(page.contains("Nothing opens your journal yet.") && page.contains("You're in, mirela."))
      #expect(page.contains("Signs you in here, and opens nothing"), "what works and opens nothing is said plainly")
      #expect(page.contains("Add a key, kept elsewhere. 10 minutes."))
      #expect(page.contains("Then something that you tried opens your journal."))
      let step = try #require(page.firstMatch(of: /action="\/start\/([a-z-]+)"[^>]*>.{0,90}<button[^>]*data-step/))
      #expect(step.1 == "enrollment", "its button leads to the flow that does it")
    }
  }

  @Test("of one's own computer it says that losing the computer ends the account") func onThisComputer() async throws {
    try await withSite(change: { $0.isHome = true }) { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      let page = try await home(visitor)
      #expect(
        try verdict(page) == "You have one passkey, on this computer. Lose this computer, and the account is gone.")
      #expect(page.contains("Whoever uses this computer's account.") && !page.contains("Whoever runs this site"))
    }
  }

  @Test("a key that only signed in is not tried; its Try it leads to its test") func untried() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addMasterKey(withCode: false)
      try await site.addKey("yellow", .primary)
      let before = try await home(visitor)
      #expect(try verdict(before) == "You have what you need, and tried none of it. Try one thing today.")
      #expect(before.contains("Never opened your journal: not tried yet"))
      #expect(before.contains("name=\"key\" value=\"key-yellow\"") && before.contains("Try yellow. One minute."))
      try await site.store.write { try $0.note(.opened, of: KeyID(rawValue: "key-yellow"), at: site.clock.now) }
      let after = try await home(visitor)
      #expect(try verdict(after) == "One loss closes your journal: yellow or the PIN of yellow.")
      #expect(after.contains("Last tried today.") && after.contains("Opened your journal today"))
      #expect(!after.contains("Try yellow. One minute."))
    }
  }

  @Test("a code that was saved and ticked, but never typed, changes nothing of the verdict") func ticked() async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addKey("yellow", .primary, provedAt: site.clock.now)
      let before = try verdict(await home(visitor))
      try await site.addMasterKey(withCode: true)
      let page = try await home(visitor)
      #expect(try verdict(page) == before && before == "One loss closes your journal: yellow or the PIN of yellow.")
      #expect(page.contains("Its words were never typed: not tried yet") && page.contains("Kit no. 1, twelve words"))
      #expect(page.contains("Whoever finds kit no. 1 needs nothing else."))
      try await site.store.write { try $0.note(.words, of: KeyID(rawValue: "code of mirela"), at: site.clock.now) }
      #expect(
        try verdict(await home(visitor)) == "No single thing locks you out, if no two lie together.")
    }
  }

  @Test("who runs the site is always named last among those who could get in") func others() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addMasterKey(withCode: true)
      let list = try #require(try await home(visitor).firstMatch(of: /<ul class="others">(.*?)<\/ul>/)?.1)
      let last = list.matches(of: /<p>([^<]*)<\/p>/).last?.1
      #expect(last == "Whoever runs this site, when you open your journal here; not in a terminal.")
    }
  }

  @Test("a practice card is no way in") func practice() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      let account = try await site.account().id, before = try verdict(await home(visitor))
      let card = Way(
        id: KeyID(rawValue: "practice"), account: account, kind: .card, label: "Rehearsal card",
        transports: [Way.rehearsal], sealed: SealedWay(recordID: "r", record: "r", wrap: "w"), createdAt: site.clock.now
      )
      try await site.store.write { records in
        try records.insert(card)
        try records.note(.opened, of: card.id, at: site.clock.now)
      }
      let page = try await home(visitor)
      #expect(try verdict(page) == before && !page.contains("Rehearsal card"))
    }
  }

  @Test("B-28 B-29: a sign-in that began in the lab ends on the lab's success screen") func lab() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await visitor.register(with: key)
      #expect(try await visitor.get("/lab/signed-in", accept: "text/html").text.contains("You're in, mirela."))
      #expect(try await Visitor(site).get("/lab/signed-in", accept: "text/html").header("location") == "/")
    }
  }
}
