import AccountService
import Demo
import Flows
import Foundation
import Model
import Store
import TestSite
import Testing

/// Who may create an account on a site: everybody, who is invited, or nobody.
@Suite struct InvitationTests {
  private func withRule(
    _ rule: RegistrationRule, store: SQLiteStore? = nil, _ body: (TestSite) async throws -> Void
  ) async throws {
    try await withSite(store: store, site: { $0.registration = rule }) { site in try await body(site) }
  }
  /// Asks for a new account.
  private func ask(_ visitor: Visitor, for name: String = "mirela") async throws -> HTTPAnswer {
    try await visitor.post("/api/registration/options", "{\"username\":\"\(name)\"}")
  }

  /// Presses the invitation's button, and returns the address of the run.
  private func accept(_ token: SessionToken, _ visitor: Visitor) async throws -> HTTPAnswer {
    try await visitor.submit("/join/\(token.text)", accept: "text/html")
  }

  @Test(
    "without an invitation, nobody gets an account by any door, and the page says why",
    arguments: [RegistrationRule.invite, .closed])
  func doors(_ rule: RegistrationRule) async throws {
    try await withRule(rule) { site in
      let visitor = Visitor(site)
      let page = try await visitor.get("/", accept: "text/html").text
      #expect(!page.contains("Create an account") && !page.contains("Start with a card"))
      let note =
        rule == .invite ? "New accounts here are made with an invitation." : "This site makes no new accounts."
      #expect(page.contains(note) && page.contains("Sign in with a passkey"))
      #expect(try await !visitor.get("/trouble/nothing", accept: "text/html").text.contains("Create a new account"))
      let changes = try await site.changes { () async throws in
        for path in ["/start/registration", "/start/card-onboarding", "/api/registration/options"] {
          let body = #"{"username":"mirela"}"#
          let answer =
            path.hasPrefix("/api") ? try await visitor.post(path, body) : try await visitor.submit(path)
          #expect(answer.status == 403, "\(path)")
          #expect(answer.error?.hasPrefix(rule == .invite ? "New accounts here" : "This site makes no") == true)
        }
      }
      #expect(changes.allSatisfy { $0 == "session" }, "\(changes)")
    }
  }

  @Test("an invitation makes one account: looking at it spends nothing, and the second press finds it used")
  func once() async throws {
    try await withRule(.invite) { site in
      let (token, _) = try await site.runner.invite()
      let visitor = Visitor(site), late = Visitor(site)
      let changes = try await site.changes { () async throws in
        let page = try await visitor.get("/join/\(token.text)", accept: "text/html")
        #expect(page.status == 200 && page.text.contains("You are invited.") && page.text.contains("Latchstring"))
      }
      #expect(changes.isEmpty)
      for each in [visitor, late] {
        let begun = try await accept(token, each)
        #expect(begun.status == 303 && begun.header("location")?.hasPrefix("/flow/") == true)
        #expect(try await each.get("/", accept: "text/html").text.contains("Create an account"))
      }
      #expect(try await visitor.register(with: DemoAuthenticator()).status == 200)
      let refused = try await ask(late, for: "ana")
      #expect(refused.status == 403 && refused.error?.hasPrefix("New accounts here") == true)
      #expect(try await accept(token, Visitor(site)).status == 410)
      let over = try await Visitor(site).get("/join/\(token.text)", accept: "text/html")
      #expect(over.status == 410 && over.text.contains("This invitation was used already, its time is over"))
      #expect(try await site.store.read { try $0.accounts(limit: 9).map(\.username.text) } == ["mirela"])
    }
  }

  @Test("of two people with options for one invitation, one gets an account") func race() async throws {
    try await withRule(.invite) { site in
      let (token, _) = try await site.runner.invite()
      var waiting: [(Visitor, String)] = []
      for name in ["ana", "ilinca"] {
        let visitor = Visitor(site)
        _ = try await accept(token, visitor)
        let options = try await ask(visitor, for: name).text
        waiting.append((visitor, try DemoAuthenticator().create(options, origin: site.origin)))
      }
      let first = try await waiting[0].0.post("/api/registration/verify", waiting[0].1)
      let second = try await waiting[1].0.post("/api/registration/verify", waiting[1].1)
      #expect(first.status == 200 && second.status == 403)
      #expect(try await site.store.read { try $0.accounts(limit: 9).count } == 1)
    }
  }

  @Test("an invitation ends with its time, with a withdrawal and where registration is closed")
  func ends() async throws {
    let store = try SQLiteStore()
    try await withRule(.invite, store: store) { site in
      let (token, _) = try await site.runner.invite(days: 2), visitor = Visitor(site)
      _ = try await accept(token, visitor)
      #expect(try await ask(visitor).status == 200)
      site.clock.advance(2 * 24 * 60 * 60)
      #expect(try await ask(visitor).status == 403)
      #expect(try await accept(token, Visitor(site)).status == 410)
      try await site.runner.sweep()
      #expect(try await store.everyRow()["invitations"] == [])
      let (withdrawn, _) = try await site.runner.invite()
      try await site.store.write { try $0.delete(invitation: withdrawn.id.digest) }
      #expect(try await accept(withdrawn, Visitor(site)).status == 410)
      for text in ["abc", "%2e%2e", String(repeating: "A", count: 43)] {
        #expect(try await Visitor(site).get("/join/\(text)", accept: "text/html").status == 410, "\(text)")
      }
    }
    try await withRule(.closed) { site in
      let (token, _) = try await site.runner.invite()
      #expect(try await accept(token, Visitor(site)).status == 410)
    }
  }

  @Test("the database holds no token with which an invitation could be opened") func hashed() async throws {
    let store = try SQLiteStore()
    try await withRule(.invite, store: store) { site in
      let (token, _) = try await site.runner.invite()
      _ = try await accept(token, Visitor(site))
      let rows = try await store.everyRow().values.joined().joined()
      #expect(!rows.contains(token.text))
      #expect(!site.log.lines.contains { $0.contains(token.text) })
    }
  }
}
