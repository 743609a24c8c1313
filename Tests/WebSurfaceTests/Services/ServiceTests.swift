import Demo
import Foundation
import Model
import OpenID
import TestSite
import Testing

/// OpenID Connect as a browser and a service see it, over HTTP: who is asked, and what the service learns.
@Suite struct ServiceTests {
  @Test("somebody who is signed in is asked once, and the service learns who they are, and no more")
  func whole() async throws {
    try await withService { site, service, visitor, _ in
      let first = try await visitor.get(service.path(), accept: "text/html")
      let run = try #require(first.header("location"))
      #expect(first.status == 303 && run.hasPrefix("/flow/"))
      let asked = try await visitor.open(run)
      #expect(asked.screenText.contains("Notes of notes wants to know who you are. It gets:"))
      #expect(asked.screenText.contains("Your user name") && asked.screenText.contains("mirela"))
      #expect(!asked.screenText.contains("mail") && !asked.screenText.contains("groups"))
      let next = try #require(try await visitor.press("allow", on: run, at: asked.revision).json["next"] as? String)
      #expect(next == service.path())
      let answer = try #require(service.answer(try await visitor.get(next, accept: "text/html")))
      #expect(answer["state"] == "s" && answer["iss"] == site.origin)
      let tokens = try await service.exchange(try #require(answer["code"]))
      #expect(tokens.status == 200 && tokens.header("cache-control") == "no-store")
      #expect(tokens.json["token_type"] as? String == "Bearer" && tokens.json["refresh_token"] == nil)
      let claims = try ExampleService.claims(tokens.json["id_token"])
      #expect(claims["iss"] as? String == site.origin && claims["nonce"] as? String == "n")
      #expect(claims["acr"] as? String == "phr" && claims["amr"] as? [String] == ["pop"])
      #expect(claims["preferred_username"] == nil)
      let info = try await service.userInfo(try #require(tokens.json["access_token"] as? String))
      #expect(info.json["sub"] as? String == claims["sub"] as? String)
      #expect(info.json["preferred_username"] as? String == "mirela" && info.json["email"] == nil)
      // The second time, nobody is asked.
      #expect(try await service.send(visitor)?["code"] != nil)
      let log = try await site.store.read { try $0.entries(of: try #require(try $0.accounts(limit: 1).first).id) }
      #expect(log.filter { $0.event == .serviceAllowed }.map(\.credential?.rawValue) == ["notes"])
    }
  }

  @Test("what a service asks for beyond what was allowed is asked again, and facts come from whoever runs the site")
  func more() async throws {
    try await withService { site, service, visitor, _ in
      _ = try await service.code(for: visitor)
      let facts = PersonFacts(account: try await site.account().id, email: "m@example.org", groups: ["staff"])
      try await site.store.write { try $0.put(facts) }
      let scope = ["scope": "openid email groups offline_access" as String?]
      let run = try #require(try await visitor.get(service.path(scope), accept: "text/html").header("location"))
      let asked = try await visitor.open(run).screenText
      for piece in ["m@example.org", "staff", "It may ask again, until you take it back in Settings."] {
        #expect(asked.contains(piece))
      }
      let tokens = try await service.exchange(try await service.code(for: visitor, scope))
      let info = try await service.userInfo(try #require(tokens.json["access_token"] as? String)).json
      #expect(info["email"] as? String == "m@example.org" && info["groups"] as? [String] == ["staff"])
      #expect(info["preferred_username"] == nil && tokens.json["refresh_token"] != nil)
    }
  }

  @Test("nobody who is not signed in is asked: the six ways are the way in, and lead back to the service")
  func stranger() async throws {
    try await withService { site, service, _, key in
      let stranger = Visitor(site)
      let sent = try await stranger.get(service.path(["prompt": "login select_account"]), accept: "text/html")
      #expect(sent.header("location") == "/?service")
      let page = try await stranger.get("/?service", accept: "text/html").text
      #expect(page.contains("Notes of notes sent you here.") && page.contains("Sign in to go on."))
      _ = try await stranger.signIn(with: key)
      let home = try await stranger.get("/account", accept: "text/html")
      let next = try #require(home.header("location"))
      #expect(next.hasPrefix("/openid/authorize?") && !next.contains("prompt"), "nobody signs in twice")
      let run = try #require(try await stranger.get(next, accept: "text/html").header("location"))
      #expect(run.hasPrefix("/flow/"))
      #expect(try await stranger.get("/account", accept: "text/html").status == 200, "it leads there once")
    }
  }

  @Test("whoever says no, before or after the sign-in, goes back to the service, which hears so")
  func no() async throws {
    try await withService { site, service, visitor, _ in
      let run = try #require(try await visitor.get(service.path(), accept: "text/html").header("location"))
      let revision = try await visitor.open(run).revision
      let next = try #require(try await visitor.press("refuse", on: run, at: revision).json["next"] as? String)
      let answer = service.answer(try await visitor.get(next, accept: "text/html"))
      #expect(answer?["error"] == "access_denied" && answer?["state"] == "s" && answer?["iss"] == site.origin)
      #expect(
        try await site.store.read { try $0.serviceGrants(of: try #require(try $0.accounts(limit: 1).first).id) }.isEmpty
      )

      let stranger = Visitor(site)
      _ = try await stranger.get(service.path(), accept: "text/html")
      let page = try await stranger.get("/?service", accept: "text/html").text
      let link = try #require(page.firstMatch(of: /href="(\/openid\/refused[^"]*)"/)?.1)
      let back = try await stranger.get(String(link).replacing("&amp;", with: "&"), accept: "text/html")
      #expect(service.answer(back)?["error"] == "access_denied")
    }
  }

  @Test("prompt=none never shows anything: it is answered, or told what is missing")
  func promptNone() async throws {
    try await withService { site, service, visitor, key in
      let none = ["prompt": "none" as String?]
      #expect(try await service.send(Visitor(site), none)?["error"] == "login_required")
      #expect(try await service.send(visitor, none)?["error"] == "consent_required")
      _ = try await service.code(for: visitor)
      #expect(try await service.send(visitor, none)?["code"] != nil)
      site.clock.advance(100)
      #expect(try await service.send(visitor, none.merging(["max_age": "50"]) { $1 })?["error"] == "login_required")
      #expect(try await service.send(visitor, none.merging(["max_age": "200"]) { $1 })?["code"] != nil)
      let tokens = try await service.exchange(try await service.code(for: visitor))
      let hint = try #require(tokens.json["id_token"] as? String)
      #expect(try await service.send(visitor, none.merging(["id_token_hint": hint]) { $1 })?["code"] != nil)
      let other = Visitor(site)
      try await other.register("ilinca", with: DemoAuthenticator())
      let theirs = try await service.send(other, none.merging(["id_token_hint": hint]) { $1 })
      #expect(theirs?["error"] == "login_required", "somebody else is signed in")
      _ = key
    }
  }

  @Test("an app without a secret is asked about each time, where another program could have its address")
  func appAddress() async throws {
    try await withService { site, _, visitor, _ in
      for (id, address) in [("app", "com.example.app:/back"), ("program", "http://127.0.0.1/back")] {
        let app = try await ExampleService(site, id: id, isPublic: true) {
          $0.redirectURIs = [address]
        }
        _ = try await app.code(for: visitor)
        #expect(try await app.send(visitor) == nil, "asked again")
        #expect(try await app.send(visitor, ["prompt": "none"])?["error"] == "consent_required")
        #expect(try await app.send(visitor, ["response_mode": "form_post"]) == nil)
      }
    }
  }

  @Test("a site without keys for services has none of this")
  func none() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      for path in [Endpoint.discovery, Endpoint.keys.rawValue, Endpoint.userInfo.rawValue] {
        #expect(try await visitor.get(path).status == 404)
      }
      #expect(
        try await visitor.get(Endpoint.authorization.rawValue + "?client_id=x", accept: "text/html").status == 404)
    }
  }
}
