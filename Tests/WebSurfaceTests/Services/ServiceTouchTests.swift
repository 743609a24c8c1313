import Demo
import Foundation
import Model
import TestSite
import Testing

/// When a service wants a touch, or a yes, and for how long each is good.
@Suite struct ServiceTouchTests {
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
}
