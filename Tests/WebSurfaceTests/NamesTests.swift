import Demo
import Foundation
import Model
import TestSite
import Testing

@Suite struct NamesTests {
  private static let taken = "That user name is taken. Choose another one."
  private static let mixed =
    """
    That user name mixes letters of different alphabets, so it could pass for another one. Choose one in a single \
    alphabet.
    """
  private static let malformed =
    "A user name has 1 to 64 letters, digits, dots, hyphens or underscores. Choose another one."

  private func options(_ name: String, at site: TestSite) async throws -> HTTPAnswer {
    let body = try JSONSerialization.data(withJSONObject: ["username": name])
    return try await Visitor(site).post("/api/registration/options", String(decoding: body, as: UTF8.self))
  }
  /// The page shown when a visitor asks for this name.
  private func screen(_ name: String, at site: TestSite) async throws -> String {
    let visitor = Visitor(site), run = try await visitor.start("registration"),
      revision = try await visitor.open(run).revision
    return try await visitor.press("register", ["username": name], on: run, at: revision).screenText
  }

  @Test(
    "a name that passes for somebody else's is not given: not on the page, not at the endpoint",
    arguments: [
      ("сосо", taken, 409), ("c0c0", taken, 409), ("ＣＯＣＯ", taken, 409), ("c\u{43E}co", mixed, 400),
      ("coc\u{3BF}", mixed, 400),
      ("coco\u{FE0F}", malformed, 400), ("co\u{34F}co", malformed, 400), ("coco\u{200D}", malformed, 400),
      ("\u{202E}ococ", malformed, 400),
    ])
  func refused(_ name: String, _ sentence: String, _ status: Int) async throws {
    try await withSite { (site) async throws in
      #expect(try await Visitor(site).register("Coco", with: DemoAuthenticator()).status == 200)
      let changes = try await site.changes { () async throws in
        #expect(try await screen(name, at: site).contains(sentence))
        #expect(try await options(name, at: site).status == status)
      }
      #expect(!changes.contains("account"))
    }
  }

  @Test(
    "a name that only its capital tells from somebody else's is not given", arguments: ["llse", "Ilse", "1lse", "iIse"])
  func capital(_ name: String) async throws {
    try await withSite { (site) async throws in
      #expect(try await Visitor(site).register("ilse", with: DemoAuthenticator()).status == 200)
      #expect(try await screen(name, at: site).contains(Self.taken))
      #expect(try await options(name, at: site).status == 409)
    }
  }

  @Test(
    "a name in any one alphabet is given",
    arguments: ["José", "Łukasz", "Αλέξης", "김민준", "たろう", "мария", "عمر", "c\u{F3}co"])
  func given(_ name: String) async throws {
    try await withSite { (site) async throws in
      #expect(try await Visitor(site).register("coco", with: DemoAuthenticator()).status == 200)
      let made = try await Visitor(site).register(name, with: DemoAuthenticator())
      #expect(made.status == 200 && made.json["username"] as? String == name.precomposedStringWithCompatibilityMapping)
    }
  }

  @Test("of two simultaneous requests for similar names, the second is told that its name is taken") func race()
    async throws
  {
    try await withSite { (site) async throws in
      let one = Visitor(site), other = Visitor(site), keys = [DemoAuthenticator(), DemoAuthenticator()]
      let first = try await one.post("/api/registration/options", #"{"username":"coco"}"#)
      let second = try await other.post("/api/registration/options", #"{"username":"сосо"}"#)
      #expect(first.status == 200 && second.status == 200)
      let body = try keys[0].create(first.text, origin: site.origin)
      #expect(try await one.post("/api/registration/verify", body).status == 200)
      let late = try keys[1].create(second.text, origin: site.origin)
      let answer = try await other.post("/api/registration/verify", late)
      #expect(answer.status == 409 && answer.error == "That user name is taken.")
    }
  }

  @Test("a person who was given a similar name earlier can still sign in with it") func fromBefore() async throws {
    try await PasswordTests().withPassword { site in
      let mirela = try #require(Username("mirela")), other = try #require(Username("mirel\u{430}"))
      let hash = try await site.store.read { try $0.account(named: mirela)?.passwordHash }
      // As it was given out at the time, without a check.
      let elder = Account(id: AccountID(Array(0..<16)), username: other, createdAt: .now, passwordHash: hash)
      try await site.store.write { try $0.insert(elder) }
      let visitor = Visitor(site),
        answer = try await PasswordTests().attempt(other.text, PasswordTests.password, visitor)
      #expect(answer.json["next"] as? String == "/account", "\(answer.text)")
      let page = try await visitor.get("/account", accept: "text/html").text
      #expect(page.contains(other.text) && !page.contains(mirela.text))
    }
  }
}
