import Vocabulary
import Foundation
import HandsProtocol
import Model
import TestSite
import Testing

@Suite struct RunsTests {
  @Test("a missing run, or another browser's, gives programs 410 and people the list") func unknown()
    async throws
  {
    try await withSite { (site) async throws in
      let owner = Visitor(site), other = Visitor(site)
      let run = try await owner.start("passkey-only"), revision = try await owner.open(run).revision
      _ = try await other.start("registration")
      let changes = try await site.changes { () async throws in
        for path in [
          run, "/flow/AAAAAAAAAAAAAAAAAAAAAA", "/flow/..%2F..%2Fetc", "/flow/" + String(repeating: "A", count: 3000),
        ] {
          #expect(try await other.get(path).status == 410)
          #expect(try await other.open(path).status == 410)
          #expect(try await other.press("signIn", on: path, at: revision).status == 410)
          #expect(
            try await other.report(["ticket": 1, "reply": "key.fault", "fault": "dismissed"], on: path).status == 410)
          let page = try await other.get(path, accept: "text/html")
          #expect(page.status == 303 && page.header("location") == "/")
          #expect(
            try await other.press("signIn", on: path, at: revision, accept: "text/html").header("location") == "/")
        }
        let nobody = Visitor(site)
        #expect(try await nobody.press("signIn", on: run, at: revision).status == 410)
      }
      #expect(changes.isEmpty)
      #expect(try await owner.press("signIn", on: run, at: revision).status == 200)
    }
  }

  @Test("an outdated page, a nonexistent button and a ticket that is not pending change nothing")
  func stale() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let run = try await visitor.start("passkey-only"), old = try await visitor.open(run).revision,
        revision = try await visitor.open(run).revision
      #expect(revision > old)
      let before = try await visitor.get(run).text
      let changes = try await site.changes { () async throws in
        let answer = try await visitor.press("signIn", on: run, at: old)
        #expect(answer.status == 409 && answer.error == "This page was out of date.")
        let page = try await visitor.press("signIn", on: run, at: old, accept: "text/html")
        #expect(
          page.status == 409 && page.text.contains("This page was out of date.")
            && page.text.contains("value=\"\(revision)\""))
        let absent = try await visitor.press("register", on: run, at: revision)
        #expect(absent.status == 409 && absent.error == "This page doesn't offer that. Nothing has changed.")
        let late = try await visitor.report(["ticket": 99, "reply": "key.fault", "fault": "dismissed"], on: run)
        #expect(late.status == 409 && late.error == "This goes on in another tab.")
      }
      #expect(changes.isEmpty)
      #expect(try await visitor.get(run).text == before)
    }
  }

  @Test("a field that is too short, unknown or duplicated is rejected") func fields()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let run = try await visitor.start("registration"), revision = try await visitor.open(run).revision
      let changes = try await site.changes { () async throws in
        #expect(
          try await visitor.press("register", on: run, at: revision).error == "Something is still missing on this page."
        )
        #expect(try await visitor.press("register", ["username": "  "], on: run, at: revision).status == 409)
        #expect(
          try await visitor.press("register", ["username": "a", "admin": "1"], on: run, at: revision).status == 409)
        let twice = "action=register&revision=\(revision)&username=a&username=b"
        #expect(try await visitor.post(run, twice, type: "application/x-www-form-urlencoded").status == 400)
        #expect(
          try await visitor.post(run, "username=%GG&action=register", type: "application/x-www-form-urlencoded").status
            == 400)
      }
      #expect(changes.isEmpty)
    }
  }

  @Test("G-24: thirty idle minutes end a run as a confirmed Cancel would; a run in use continues")
  func idle() async throws {
    try await withSite { (site) async throws in
      let idle = Visitor(site), busy = Visitor(site)
      let left = try await idle.start("passkey-only"), kept = try await busy.start("passkey-only")
      _ = try await idle.open(left)
      let revision = try await busy.open(kept).revision
      site.clock.advance(29 * 60)
      let pressed = try await busy.press("signIn", on: kept, at: revision)
      #expect(pressed.status == 200)
      try await site.runner.sweep()
      #expect(try await idle.get(left).status == 200)
      site.clock.advance(2 * 60)
      #expect(try await idle.get(left).status == 410, "it is over also before the sweep comes")
      let changes = try await site.changes { try await site.runner.sweep() }
      #expect(changes.filter { $0.hasPrefix("run") } == ["run ended"], "and nobody's account has a trace of it")
      #expect(try await idle.press("signIn", on: left, at: 1).status == 410)
      #expect(try await busy.get(kept).status == 200)
    }
  }

  @Test("a run stores the hands' claims up to a limit; beyond it, nothing changes") func claims() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), run = try await visitor.start("card-status")
      let opened = try await visitor.open(run), ticket = try #require(opened.start?.ticket)
      func claim(_ length: Int) async throws -> HTTPAnswer {
        let facts = CardFacts(
          .keys, instance: "00", keyUID: "00", version: "3.1", name: String(repeating: "a", count: length))
        let said = try JSONSerialization.jsonObject(with: JSONEncoder().encode(CardReply.present(facts)))
        return try await visitor.report(["ticket": ticket, "reply": "card", "card": said], on: run)
      }
      let before = try await visitor.get(run).text
      var status = 0
      let changes = try await site.changes { status = try await claim(40_000).status }
      #expect(status == 400 && changes.isEmpty)
      #expect(try await visitor.get(run).text == before)
      #expect(try await claim(20).status == 200)
    }
  }

  @Test("without JavaScript, a form is answered with 303, and the next page shows the result") func plainForms()
    async throws
  {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let run = try await visitor.start("passkey-or-password")
      let answer = try await visitor.press("signIn", on: run, at: 0, accept: "text/html")
      #expect(answer.status == 303 && answer.header("location") == run)
      let page = try await visitor.get(run, accept: "text/html").text
      #expect(page.contains("<dialog") && page.contains("value=\"usePassword\""))
    }
  }
}
