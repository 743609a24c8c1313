import Demo
import Foundation
import Model
import OpenID
import TestSite
import Testing

/// OpenID Connect as a browser and a service see it, over HTTP.
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

  @Test("a sign-in that is too old, or not to be believed, takes a touch, whose time the service learns")
  func touch() async throws {
    try await withService { site, service, visitor, key in
      _ = try await service.code(for: visitor)
      site.clock.advance(1000)
      for changes in [["max_age": "10"], ["prompt": "login"]] as [[String: String?]] {
        let run = try #require(try await visitor.get(service.path(changes), accept: "text/html").header("location"))
        let screen = try await visitor.open(run).screenText
        #expect(screen.contains("wants to be sure that it is you, now."))
        let before = Int(site.clock.now.timeIntervalSince1970)
        let code = try await service.code(for: visitor, touching: key, changes)
        let claims = try ExampleService.claims(try await service.exchange(code).json["id_token"])
        #expect(try #require(claims["auth_time"] as? Int) >= before)
      }
      // The yes counted once, and only for that request.
      #expect(try await service.send(visitor, ["prompt": "login"]) == nil)
    }
  }

  @Test("a yes is good for its own request, in its own session, once, for a minute")
  func permit() async throws {
    try await withService { site, service, visitor, key in
      let ask = ["prompt": "consent" as String?]
      func allowed() async throws -> String {
        let run = try #require(try await visitor.get(service.path(ask), accept: "text/html").header("location"))
        return try await service.allow(run, visitor)
      }
      let next = try await allowed()
      let other = Visitor(site)
      _ = try await other.signIn(with: key)
      #expect(service.answer(try await other.get(next, accept: "text/html")) == nil, "another session")
      #expect(try await service.send(visitor, ask.merging(["state": "other"]) { $1 }) == nil, "another request")
      #expect(service.answer(try await visitor.get(next, accept: "text/html"))?["code"] != nil)
      #expect(service.answer(try await visitor.get(next, accept: "text/html")) == nil, "twice")
      let late = try await allowed()
      site.clock.advance(61)
      #expect(service.answer(try await visitor.get(late, accept: "text/html")) == nil, "late")
    }
  }

  @Test("who wants a touch of a key takes no password for it, however fresh")
  func password() async throws {
    try await withService({ $0.oldestTouch = 300 }) { site, service, visitor, key in
      _ = try await service.code(for: visitor)
      let account = try await site.account().id
      try await site.store.write { records in
        for var session in try records.sessions(of: account) {
          session.credential = nil  // as after a sign-in with the password
          try records.update(session)
        }
      }
      #expect(try await service.send(visitor, ["prompt": "none"])?["error"] == "login_required")
      let claims = try ExampleService.claims(
        try await service.exchange(try await service.code(for: visitor, touching: key)).json["id_token"])
      #expect(claims["amr"] as? [String] == ["pop"])
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

  @Test("a demand for hardware turns a key down of which nobody says that it can't be copied, in plain words")
  func hardware() async throws {
    try await withService({ $0.demandsHardware = true }) { site, service, visitor, key in
      #expect(try await service.send(visitor, ["prompt": "none"])?["error"] == "login_required")
      let run = try #require(try await visitor.get(service.path(), accept: "text/html").header("location"))
      var answer = try await visitor.open(run)
      #expect(answer.screenText.contains("opens only with a key of which its maker says that it can't be copied."))
      answer = try await visitor.press("allow", on: run, at: answer.revision)
      answer = try await service.touch(key, run, visitor, at: answer.revision)
      #expect(answer.screenText.contains("The maker of that key doesn't say that it can't be copied"))
      #expect(answer.json["next"] as? String == nil)
      let next = try #require(
        try await visitor.press("opening.cancel", on: run, at: answer.revision).json["next"] as? String)
      #expect(service.answer(try await visitor.get(next, accept: "text/html"))?["error"] == "access_denied")
    }
  }

  @Test("a page that sends a browser again and again leaves one question, and nothing else of the person's ends")
  func oneQuestion() async throws {
    try await withService { site, service, visitor, _ in
      let other = try await visitor.start("deletion")
      var runs: [String] = []
      for number in 0..<20 {
        let answer = try await visitor.get(service.path(["state": "\(number)"]), accept: "text/html")
        runs.append(try #require(answer.header("location")))
      }
      #expect(try await visitor.open(other).status == 200)
      #expect(try await visitor.open(try #require(runs.last)).status == 200)
      #expect(try await visitor.open(runs[18]).status == 410)
      _ = site
    }
  }

  @Test("a request that may be a trap is told to the person alone")
  func trap() async throws {
    try await withService { _, service, visitor, _ in
      let traps: [[String: String?]] = [
        ["client_id": "unknown"], ["redirect_uri": "https://notes.example/back/"], ["redirect_uri": nil],
        ["redirect_uri": "https://evil.example/"], ["state": String(repeating: "x", count: 3000)],
      ]
      for changes in traps {
        let answer = try await visitor.get(service.path(changes), accept: "text/html")
        #expect(answer.status == 400 && answer.header("location") == nil, "\(changes)")
        let refused = try await visitor.get(
          Endpoint.refusedPath + "?" + service.query(changes), accept: "text/html")
        #expect(refused.header("location")?.contains("evil") != true)
      }
    }
  }

  @Test("POST to the authorization endpoint is answered by its GET, and form_post by a page that posts to one origin")
  func posts() async throws {
    try await withService { _, service, visitor, _ in
      _ = try await service.code(for: visitor)
      var elsewhere = visitor
      elsewhere.origin = "https://notes.example"
      let answer = try await elsewhere.post(
        Endpoint.authorization.rawValue, service.query(), type: "application/x-www-form-urlencoded")
      #expect(answer.status == 303 && answer.header("location") == service.path())
      let page = try await visitor.get(service.path(["response_mode": "form_post"]), accept: "text/html")
      #expect(page.status == 200 && page.header("location") == nil)
      #expect(page.text.contains("action=\"https://notes.example/back\"") && page.text.contains("name=\"code\""))
      let policy = try #require(page.header("content-security-policy"))
      #expect(policy.contains("form-action https://notes.example;") && page.header("x-form-action") == nil)
      let other = try await visitor.get("/account", accept: "text/html")
      #expect(try #require(other.header("content-security-policy")).contains("form-action 'self';"))
    }
  }

  @Test("a browser that our own page led here leaves by a page, for our forms lead nowhere else")
  func leaving() async throws {
    try await withService { _, service, visitor, _ in
      _ = try await service.code(for: visitor)
      let page = try await visitor.get(
        service.path(), accept: "text/html", headers: ["Sec-Fetch-Site": "same-origin"])
      #expect(page.status == 200 && page.header("referrer-policy") == "same-origin")
      #expect(page.text.contains("<meta http-equiv=\"refresh\" content=\"0;url=https://notes.example/back?code="))
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
