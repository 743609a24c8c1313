import Demo
import Foundation
import Model
import OpenID
import TestSite
import Testing

/// What ends what a service was given, and what it leaves to be told.
@Suite struct ServiceEndTests {
  static let offline = ["scope": "openid profile offline_access" as String?]

  /// A service that wants to hear of the end of a sign-in, and the refresh token that it was given.
  private func withTokens(
    _ body: (TestSite, ExampleService, Visitor, DemoAuthenticator, _ refresh: String) async throws -> Void
  ) async throws {
    try await withService({ $0.backChannelLogoutURI = "https://notes.example/logout" }) { site, service, visitor, key in
      let tokens = try await service.exchange(try await service.code(for: visitor, Self.offline)).json
      try await body(site, service, visitor, key, try #require(tokens["refresh_token"] as? String))
    }
  }
  private func waiting(_ site: TestSite) async throws -> [ServiceLogout] {
    let account = try await site.account().id
    return try await site.store.read { try $0.serviceLogouts(of: account, limit: 9) }.filter { $0.nextAt != nil }
  }
  private func isOver(_ service: ExampleService, _ refresh: String) async throws -> Bool {
    try await service.refresh(refresh).json["error"] as? String == "invalid_grant"
  }

  @Test("signing an account out everywhere, or closing it, ends all that services were given")
  func byOperator() async throws {
    try await withTokens { site, service, _, _, refresh in
      try await site.runner.signOutEverywhere(try await site.account().id)
      #expect(try await isOver(service, refresh))
      #expect(try await waiting(site).count == 1)
    }
    try await withTokens { site, service, _, _, refresh in
      try await site.runner.setDisabled(true, try await site.account().id)
      #expect(try await isOver(service, refresh))
      #expect(try await waiting(site).count == 1)
    }
  }

  @Test("signing out elsewhere ends what was given there, and in sessions that are over, not what was given here")
  func elsewhere() async throws {
    try await withTokens { site, service, visitor, key, refresh in
      let other = Visitor(site)
      _ = try await other.signIn(with: key)
      let there = try await service.exchange(try await service.code(for: other, Self.offline)).json
      let theirs = try #require(there["refresh_token"] as? String)
      _ = try await visitor.submit("/settings/devices/sign-out-elsewhere")
      #expect(try await isOver(service, theirs))
      #expect(try await !isOver(service, refresh))
      #expect(try await waiting(site).count == 1)
    }
  }

  @Test("signing out one other device ends all that was given there, also what may outlast a sign-out by its holder")
  func oneDevice() async throws {
    try await withTokens { site, service, visitor, key, refresh in
      let other = Visitor(site)
      _ = try await other.signIn(with: key)
      let there = try await service.exchange(try await service.code(for: other, Self.offline)).json
      let page = try await visitor.room(.devices)
      let handle = String(try #require(page.firstMatch(of: /name="session" value="([^"]+)"/)).1)
      _ = try await visitor.submit("/settings/devices/sign-out", ["session": handle])
      #expect(try await isOver(service, try #require(there["refresh_token"] as? String)))
      #expect(try await !isOver(service, refresh))
      #expect(try await waiting(site).count == 1)
    }
  }

  @Test("a code that was never exchanged is no sign-in: nobody hears of its end, and it lasts a minute")
  func unexchanged() async throws {
    try await withTokens { site, service, visitor, _, refresh in
      for _ in 0..<60 { _ = try await service.code(for: visitor) }
      #expect(try await waiting(site).isEmpty)
      #expect(try await !isOver(service, refresh), "it was not pushed out")
      site.clock.advance(61)
      try await site.runner.sweep()
      let account = try await site.account().id
      #expect(try await site.store.read { try $0.serviceGrants(of: account).count } == 1)
    }
  }

  @Test("what a session gave is kept as long as the session lasts, so that a revocation still reaches it")
  func longSession() async throws {
    try await withTokens { site, service, visitor, _, _ in
      _ = try await service.exchange(try await service.code(for: visitor))
      for _ in 0..<13 {
        site.clock.advance(6 * 24 * 60 * 60)
        #expect(try await visitor.isSignedIn())
        try await site.runner.sweep()
      }
      site.clock.advance(11 * 24 * 60 * 60)
      let account = try await site.account().id
      try await site.store.write { records in
        for var session in try records.sessions(of: account) {
          session.seenAt = site.clock.now
          session.signedInAt = site.clock.now
          try records.update(session)
        }
      }
      site.clock.advance(2 * 24 * 60 * 60)
      try await site.runner.sweep()
      #expect(try await site.store.read { try $0.serviceGrants(of: account).count } == 2)
      try await site.runner.signOutEverywhere(account)
      #expect(try await waiting(site).count == 2)
    }
  }

  @Test("signing out ends what was given in that browser, except what may be asked while the person is away")
  func signOut() async throws {
    try await withTokens { site, service, visitor, _, refresh in
      let here = try await service.exchange(try await service.code(for: visitor)).json
      let access = try #require(here["access_token"] as? String)
      _ = try await visitor.submit("/sign-out")
      #expect(try await service.userInfo(access).status == 401)
      #expect(try await waiting(site).count == 1)
      #expect(try await !isOver(service, refresh))
    }
  }

  @Test("a session that ends of itself ends nothing at a service, and what it gave can still be ended later")
  func idle() async throws {
    try await withTokens { site, service, visitor, _, refresh in
      site.clock.advance(60 * 24 * 60 * 60)
      try await site.runner.sweep()
      #expect(try await !visitor.isSignedIn())
      let next = try #require(try await service.refresh(refresh).json["refresh_token"] as? String)
      #expect(try await waiting(site).isEmpty)
      try await site.runner.signOutEverywhere(try await site.account().id)
      #expect(try await isOver(service, next))
      #expect(try await waiting(site).count == 1)
    }
  }

  @Test("signing in again in the same browser carries what was given along; as somebody else, it ends")
  func again() async throws {
    try await withTokens { site, service, visitor, key, refresh in
      let here = try await service.exchange(try await service.code(for: visitor)).json
      _ = try await visitor.signIn(with: key)
      #expect(try await waiting(site).isEmpty)
      _ = try await visitor.submit("/sign-out")
      #expect(try await waiting(site).count == 1, "it was carried into the new session")
      #expect(try await service.userInfo(try #require(here["access_token"] as? String)).status == 401)
      _ = refresh
    }
  }

  @Test("Forget in Settings ends it at once, and the service must ask again")
  func forget() async throws {
    try await withTokens { site, service, visitor, _, refresh in
      let room = try await visitor.room(.services)
      for page in [room, try await visitor.room(.keys), try await visitor.get("/account", accept: "text/html").text] {
        #expect(page.contains("href=\"/settings/services\""))
      }
      #expect(
        room.contains("Notes of notes") && room.contains("gets your user name and to ask again while you are away"))
      #expect(try await visitor.submit("/settings/services/forget", ["service": "notes"]).status == 303)
      #expect(try await isOver(service, refresh))
      #expect(try await waiting(site).count == 1)
      #expect(try await service.send(visitor, ["prompt": "none"])?["error"] == "consent_required")
      #expect(try await !visitor.room(.services).contains("Notes of notes"))
      let log = try await visitor.room(.activity)
      #expect(log.contains("A service was forgotten") && log.contains("Notes of notes"))
    }
  }

  @Test("an account that is deleted ends it, and the service still hears")
  func deletion() async throws {
    try await withTokens { site, service, _, _, refresh in
      let account = try await site.account().id
      _ = try await site.runner.deleteNow(account)
      #expect(try await isOver(service, refresh))
      #expect(try await site.store.read { try $0.serviceLogouts(of: account, limit: 9).count } == 1)
    }
  }

  @Test("a service that was removed is not known any more, and its tokens are good for nothing")
  func removed() async throws {
    try await withTokens { site, service, visitor, _, refresh in
      try await site.store.write { try $0.delete(service: "notes") }
      #expect(try await service.refresh(refresh).status == 401)
      #expect(try await visitor.get(service.path(), accept: "text/html").status == 400)
    }
  }

  @Test("a service asks to sign out: the person is asked, and the browser goes only where the service declared")
  func logout() async throws {
    try await withService({ $0.postLogoutRedirectURIs = ["https://notes.example/bye"] }) { _, service, visitor, _ in
      let tokens = try await service.exchange(try await service.code(for: visitor)).json
      var query = Parameters()
      query.append("id_token_hint", try #require(tokens["id_token"] as? String))
      query.append("post_logout_redirect_uri", "https://notes.example/bye")
      query.append("state", "x&y")
      let path = Endpoint.endSession.rawValue
      let page = try await visitor.get(path + "?" + query.encoded, accept: "text/html")
      #expect(page.status == 200 && page.text.contains("Sign out here as well?"))
      #expect(try await visitor.isSignedIn(), "a link signs nobody out")
      let left = try await visitor.submit(path + "/now", ["query": query.encoded], accept: "text/html")
      #expect(left.header("location") == "https://notes.example/bye?state=x%26y")
      #expect(try await !visitor.isSignedIn())
      // An open redirect it is not.
      for address in ["https://evil.example/", "https://notes.example/bye/", "https://notes.example/back"] {
        var other = query.without(["post_logout_redirect_uri"])
        other.append("post_logout_redirect_uri", address)
        let answer = try await visitor.get(path + "?" + other.encoded, accept: "text/html")
        #expect(answer.header("location") == nil && !answer.text.contains(address))
      }
      var forged = query.without(["id_token_hint"])
      forged.append("id_token_hint", "a.b.c")
      _ = try await visitor.register("ilinca", with: DemoAuthenticator())
      let asked = try await visitor.get(path + "?" + forged.encoded, accept: "text/html")
      #expect(asked.status == 200 && asked.text.contains("Sign out here as well?") && !asked.text.contains("/bye"))
    }
  }
}
