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
      #expect(page.contains("You have no journal yet.") && page.contains("You're in, mirela."))
      #expect(page.contains("Signs you in here<"), "nothing can open what is not there")
      #expect(page.contains(#/aria-label="Signs in only"><use href="[/\w]+/cords.svg#door-only"/>/#), "nothing is cut")
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
      #expect(
        page.contains("Whoever uses this computer as you, while your journal is open here.")
          && !page.contains("Whoever runs this site"))
      let whatIf = try await visitor.get("/account/what-if", accept: "text/html").text
      #expect(whatIf.contains("<small>Your account is stored on this computer.</small>"))
      #expect(whatIf.contains("<b>How you unlock this computer</b>") && !whatIf.contains("The PIN of "))
    }
  }

  @Test("a key that only signed in is not tried; its Try it leads to its test") func untried() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addMasterKey(withCode: false)
      try await site.addKey("yellow", .primary)
      let before = try await home(visitor)
      #expect(
        try verdict(before)
          == "You have what you need, and none of it was seen to open your journal yet. Try one thing today.")
      #expect(before.contains("Never opened your journal: not tried yet"))
      #expect(before.contains("Signs you in here, and never opened your journal<"), "the passkey from sign-up")
      #expect(before.contains("name=\"key\" value=\"key-yellow\"") && before.contains("Try yellow. One minute."))
      try await site.store.write { try $0.note(.opened, of: KeyID(rawValue: "key-yellow"), at: site.clock.now) }
      let after = try await home(visitor)
      #expect(try verdict(after) == "One loss closes your journal: yellow or the PIN of yellow.")
      #expect(after.contains("Last tried today.") && after.contains("Opened your journal today"))
      #expect(!after.contains("Try yellow. One minute."))
    }
  }

  @Test("a code that was saved and ticked, but never typed, is only a hope in the verdict") func ticked() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addKey("yellow", .primary, provedAt: site.clock.now)
      let before = try verdict(await home(visitor))
      try await site.addMasterKey(withCode: true)
      let page = try await home(visitor)
      #expect(before == "One loss closes your journal: yellow or the PIN of yellow.")
      #expect(try verdict(page) == "One loss may close your journal: yellow or the PIN of yellow.")
      #expect(page.contains("Its words were never typed: not tried yet") && page.contains("Recovery code, kit no. 1"))
      #expect(page.contains("Whoever finds kit no. 1 needs nothing else."))
      let code = KeyID(rawValue: "code of mirela")
      try await site.store.write { try $0.note(.checked, of: code, at: site.clock.now) }
      #expect(try verdict(await home(visitor)) == verdict(page), "a paper that is there need not be readable")
      #expect(try await home(visitor).contains("The paper was there, and the newest, today"))
      try await site.store.write { try $0.note(.read, of: code, at: site.clock.now) }
      #expect(try await home(visitor).contains("Three of its words were read off the paper today"))
      let whatIf = try await visitor.get("/account/what-if", accept: "text/html").text
      #expect(whatIf.contains("<small>Three of its words were read off the paper today</small>"))
      #expect(
        try verdict(await home(visitor)) == "No single thing locks you out, as long as no two of them lie in one place."
      )
    }
  }

  @Test("a new code that was put off comes first, and the rows lead to where a way can be changed")
  func codeIsDue() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addKey("yellow", .primary, provedAt: site.clock.now)
      try await site.addMasterKey(withCode: true)
      let due = "<h2 id=\"next-step\">A new recovery code is still to be made</h2>"
      let before = try await home(visitor)
      #expect(!before.contains(due))
      for path in ["/settings/keys/key-yellow", "/settings/recovery"] {
        #expect(before.contains("<h3 class=\"key-name\"><a href=\"\(path)\">"))
      }
      let account = try await site.account().id
      try await site.store.write { try $0.setCare(AccountCare(wantsCodeReminder: true), of: account) }
      let page = try await home(visitor)
      #expect(page.contains(due) && page.contains("The one that you saved before works until then."))
      let step = try #require(page.firstMatch(of: /action="\/start\/([a-z-]+)"[^>]*>.{0,90}<button[^>]*data-step/))
      #expect(step.1 == "recovery-code")
    }
  }

  @Test("who else could get in is counted, the fewest first; who runs the site is always named last")
  func others() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addKey("yellow", .primary)
      try await site.addMasterKey(withCode: true)
      let before = try await others(home(visitor))
      #expect(before.rows.first == "1 Whoever finds kit no. 1 needs nothing else.")
      #expect(before.rows.contains("1 Whoever has yellow and its PIN or fingerprint.") && !before.isFolded)
      #expect(before.last == "Whoever runs this site, when you open your journal here; not in a terminal.")
      let escrow = Way(
        id: KeyID(rawValue: "shares"), account: try await site.account().id, kind: .escrow,
        sealed: SealedWay(recordID: "s", record: "r", wrap: "w"), createdAt: site.clock.now)
      try await site.store.write { try $0.insert(escrow) }
      for number in 1...4 { try await site.addKey("blue \(number)") }
      let after = try await others(home(visitor))
      let enough = "Enough of your recovery providers together, if they know or guess what you told them of yourself."
      #expect(after.rows.count == 8 && after.rows.last == "1+ \(enough)" && after.isFolded, "\(after)")
    }
  }

  /// The numbers and sentences, whether some are folded away, and what stands beneath them.
  private func others(_ page: String) throws -> (rows: [String], isFolded: Bool, last: String?) {
    let whole = /<section class="section" data-others>(.*?)<\/section>/.dotMatchesNewlines()
    let section = try #require(page.firstMatch(of: whole)?.1)
    let rows = section.matches(of: /<span class="many">([^<]*)<\/span><p>([^<]*)<\/p>/).map { "\($0.1) \($0.2)" }
    let last = section.firstMatch(of: /<p class="note" data-onlooker>([^<]*)<\/p>/).map { String($0.1) }
    return (rows, section.contains("data-more-somebodies>"), last)
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
      try await site.addMasterKey(withCode: false)
      #expect(try await !home(visitor).contains("You have no journal yet."), "the practice card began one")
    }
  }

  @Test("B-28 B-29: a sign-in that began in the lab ends on the lab's success screen, any other at home")
  func lab() async throws {
    try await withSite { (site) async throws in
      let key = DemoAuthenticator()
      try await Visitor(site).register(with: key)
      for (from, end) in [("/lab", "/lab/signed-in"), ("/", "/account")] {
        let visitor = Visitor(site)
        let run = try #require(try await visitor.submit("/start/passkey-only", ["from": from]).header("location"))
        let revision = try await visitor.open(run).revision
        let start = try #require(try await visitor.press("signIn", on: run, at: revision).start)
        let credential = try #require(try key.get(start.options, origin: site.origin))
        let answer = try await visitor.report(
          ["ticket": start.ticket, "reply": "key.given", "credential": credential], on: run)
        let next = try #require(answer.json["next"] as? String)
        #expect(next == end, "from \(from)")
        let page = try await visitor.get(next, accept: "text/html")
        #expect(page.status == 200 && page.text.replacing("&#39;", with: "'").contains("You're in, mirela."))
      }
      #expect(try await Visitor(site).get("/lab/signed-in", accept: "text/html").header("location") == "/")
    }
  }
}
