import Demo
import Model
import TestSite
import Testing

/// Whoever has two accounts, on the way to a service.
@Suite struct AnotherAccountTests {
  @Test("whoever uses another account signs out of this one first, and the service learns who they are in the other")
  func anotherAccount() async throws {
    try await withService { site, service, visitor, _ in
      let key = DemoAuthenticator(), choose = ["prompt": "select_account" as String?]
      try await Visitor(site).register("ilinca", with: key)
      let first = try await service.exchange(try await service.code(for: visitor))
      let token = try #require(first.json["access_token"] as? String)
      let run = try #require(try await visitor.get(service.path(choose), accept: "text/html").header("location"))
      let asked = try await visitor.open(run)
      #expect(asked.screenText.contains(Self.notMe))
      #expect(try await service.userInfo(token).status == 200)
      let pressed = try await visitor.press("another", on: run, at: asked.revision)
      #expect(pressed.header("set-cookie")?.contains("Max-Age=0") == true)
      #expect(try await service.userInfo(token).status == 401, "what that session gave has ended")
      let next = try #require(pressed.json["next"] as? String)
      #expect(try await visitor.get(next, accept: "text/html").header("location") == "/?service")
      let left = try await site.store.read { records in
        try records.accounts(limit: 9).flatMap { try records.sessions(of: $0.id) }
      }
      #expect(left.count == 1, "ilinca's own browser")
      _ = try await visitor.signIn(with: key)
      let back = try #require(try await visitor.get("/account", accept: "text/html").header("location"))
      #expect(!back.contains("prompt"), "nobody chooses twice")
      let other = try #require(try await visitor.get(back, accept: "text/html").header("location"))
      let answer = try await visitor.get(try await service.allow(other, visitor), accept: "text/html")
      let tokens = try await service.exchange(try #require(service.answer(answer)?["code"]))
      let info = try await service.userInfo(try #require(tokens.json["access_token"] as? String))
      #expect(info.json["preferred_username"] as? String == "ilinca")
    }
  }
  private static let notMe = "Not mirela? Sign out, and use another account"

  @Test("the other account is a choice wherever somebody is asked, except if the service asks for this account")
  func offersAnotherAccount() async throws {
    try await withService { site, service, visitor, _ in
      let tokens = try await service.exchange(try await service.code(for: visitor))
      let hint = try #require(tokens.json["id_token"] as? String)
      for prompt in ["consent", "login"] {
        for (hint, isOffered) in [(nil, true), (hint, false)] as [(String?, Bool)] {
          let path = service.path(["prompt": prompt, "id_token_hint": hint])
          let run = try #require(try await visitor.get(path, accept: "text/html").header("location"))
          let asked = try await visitor.open(run)
          #expect(asked.screenText.contains(Self.notMe) == isOffered, "\(prompt)")
          if !isOffered {
            #expect(try await visitor.press("another", on: run, at: asked.revision).json["next"] == nil)
            #expect(try await visitor.isSignedIn())
          }
        }
      }
    }
  }

  @Test("a recovery that waits in this browser still does when somebody uses another account")
  func waiting() async throws {
    try await withSite(hasServices: true) { (site) async throws in
      let service = try await ExampleService(site)
      var recovery = try await WaitingRecoveryTests().begin(Visitor(site))
      try await recovery.pass(1)
      let visitor = recovery.visitor
      try await visitor.register(with: DemoAuthenticator())
      let run = try #require(try await visitor.get(service.path(), accept: "text/html").header("location"))
      let revision = try await visitor.open(run).revision
      _ = try await visitor.press("another", on: run, at: revision)
      #expect(try await !visitor.isSignedIn())
      #expect(try await recovery.isThere())
    }
  }
}
