import Demo
import Foundation
import Model
import TestSite
import Testing

@Suite struct PasswordTests {
  static let password = "seven green bottles"

  /// An account with a password, created as a person would; the visitor is signed out afterwards.
  func withPassword(_ body: (TestSite) async throws -> Void) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await visitor.register(with: key)
      let run = try await visitor.start("password"), revision = try await visitor.open(run).revision
      let start = try #require(try await visitor.press("confirm", on: run, at: revision).start)
      let confirmed = try await visitor.report(
        [
          "ticket": start.ticket, "reply": "key.given",
          "credential": try key.get(start.options, origin: site.origin) ?? "",
        ], on: run)
      let saved = try await visitor.press("save", ["new-password": Self.password], on: run, at: confirmed.revision)
      #expect(saved.text.contains("Your password is saved."), "\(saved.text)")
      try await body(site)
    }
  }
  func attempt(_ name: String, _ password: String, _ visitor: Visitor) async throws -> HTTPAnswer {
    let run = try await visitor.start("passkey-or-password")
    var revision = try await visitor.open(run).revision
    revision = try await visitor.press("signIn", on: run, at: revision).revision
    revision = try await visitor.press("usePassword", on: run, at: revision).revision
    return try await visitor.press("submit", ["username": name, "password": password], on: run, at: revision)
  }

  @Test("a wrong password and an unknown name get the same response, at the cost of one hash each") func alike()
    async throws
  {
    try await withPassword { site in
      func answer(_ name: String) async throws -> (String, hashes: Int) {
        let before = site.hashing.performed
        let answer = try await attempt(name, "a wrong password", Visitor(site))
        let text = answer.text.replacing(name, with: "NAME").replacing(/"run":"[^"]*"/, with: "")
        #expect(answer.status == 200 && text.contains("User name and password don't match."))
        return (text, site.hashing.performed - before)
      }
      let wrong = try await answer("mirela"), unknown = try await answer("nobody-here"),
        malformed = try await answer("no name")
      #expect(wrong.0 == unknown.0 && wrong.0 == malformed.0)
      #expect(wrong.hashes == 1 && unknown.hashes == 1 && malformed.hashes == 1)
    }
  }

  @Test("after wrong passwords, an account answers more slowly, but the right one always opens it") func slowdown()
    async throws
  {
    try await withPassword { site in
      for _ in 0..<4 { #expect(try await attempt("mirela", "wrong", Visitor(site)).text.contains("don't match")) }
      let owner = Visitor(site), begin = ContinuousClock.now
      let answer = try await attempt("mirela", Self.password, owner)
      #expect(ContinuousClock.now - begin > .seconds(1))
      #expect(answer.json["next"] as? String == "/account")
      #expect(try await owner.isSignedIn())
    }
  }

  @Test("a new password signs out all of the account's other browsers") func othersOut() async throws {
    try await withSite { (site) async throws in
      let one = Visitor(site), other = Visitor(site), key = DemoAuthenticator()
      try await one.register(with: key)
      #expect(try await other.signIn(with: key).status == 200)
      let run = try await one.start("password"), revision = try await one.open(run).revision
      let start = try #require(try await one.press("confirm", on: run, at: revision).start)
      let confirmed = try await one.report(
        [
          "ticket": start.ticket, "reply": "key.given",
          "credential": try key.get(start.options, origin: site.origin) ?? "",
        ], on: run)
      let short = try await one.press("save", ["new-password": "short"], on: run, at: confirmed.revision)
      #expect(short.screenText.contains("That password is too short."))
      #expect(try await other.isSignedIn())
      _ = try await one.press("save", ["new-password": Self.password], on: run, at: short.revision)
      #expect(try await one.isSignedIn())
      #expect(try await !other.isSignedIn())
    }
  }

  @Test("setting a password needs a signed-in account, and a passkey touched within five minutes") func confirmed()
    async throws
  {
    try await withSite { (site) async throws in
      #expect(try await Visitor(site).submit("/start/password").header("location") == "/")
      let visitor = Visitor(site), key = DemoAuthenticator()
      try await visitor.register(with: key)
      let run = try await visitor.start("password"), revision = try await visitor.open(run).revision
      let start = try #require(try await visitor.press("confirm", on: run, at: revision).start)
      let confirmed = try await visitor.report(
        [
          "ticket": start.ticket, "reply": "key.given",
          "credential": try key.get(start.options, origin: site.origin) ?? "",
        ], on: run)
      site.clock.advance(301)
      let changes = try await site.changes { () async throws in
        let late = try await visitor.press("save", ["new-password": Self.password], on: run, at: confirmed.revision)
        #expect(late.screenText.contains("More than five minutes went by"))
      }
      #expect(!changes.contains("password"))
    }
  }
}
