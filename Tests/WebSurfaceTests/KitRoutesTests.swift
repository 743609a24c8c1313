import Demo
import Foundation
import Model
import TestSite
import Testing

/// The square on a recovery kit, the page to which it leads, and the limit of its check.
@Suite struct KitRoutesTests {
  private let check = "7KQ4M2XD"

  private func withCode(_ body: (TestSite, Visitor) async throws -> Void) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await site.addKey("yellow", .primary)
      try await site.addMasterKey(withCode: true)
      try await site.store.write { [check] records in
        var way = try #require(try records.way(KeyID(rawValue: "code of mirela")))
        way.kit = Kit(number: 1, check: check)
        try records.update(way)
      }
      try await body(site, visitor)
    }
  }
  private func says(_ typed: String, _ visitor: Visitor) async throws -> String {
    let run = try await visitor.start("kit-check"), opened = try await visitor.open(run)
    return try await visitor.press("submit", ["kit": typed], on: run, at: opened.revision).screenText
  }

  @Test("a square is drawn for a number and a check, and for nothing else, and no log line has them")
  func square() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      let drawn = try await visitor.post("/kit/square", #"{"number":2,"check":"\#(check)"}"#)
      let side = drawn.json["side"] as? Int ?? 0, path = drawn.json["path"] as? String ?? ""
      #expect(drawn.status == 200 && side > 20 && path.hasPrefix("M"))
      for wrong in [
        "", "{}", #"{"number":0,"check":"7KQ4M2XD"}"#, #"{"number":2,"check":"7kq4m2xd"}"#,
        #"{"number":2,"check":"7KQ4M2X"}"#, #"{"number":2,"check":"https://elsewhere.example"}"#,
        #"{"number":"2","check":"7KQ4M2XD"}"#,
      ] {
        let answer = try await visitor.post("/kit/square", wrong)
        #expect(answer.status == 400, "\(wrong)")
      }
      try await Task.sleep(for: .milliseconds(200))
      #expect(site.log.lines.contains { $0.contains("/kit/square") } && !site.log.lines.contains { $0.contains(check) })
    }
  }

  @Test("the page behind the square begins the check, or a sign-in that leads back to it") func page() async throws {
    try await withCode { site, visitor in
      let page = try await visitor.get("/kit", accept: "text/html")
      #expect(page.status == 200 && page.text.contains("action=\"/start/kit-check\""))
      let stranger = try await Visitor(site).get("/kit", accept: "text/html")
      #expect(stranger.text.contains("Sign in first") && !stranger.text.contains("/start/kit-check"))
      #expect(stranger.header("set-cookie")?.contains("-next=kit") == true)
    }
  }

  @Test("an account has five tries an hour at its check, and another account has its own") func tries() async throws {
    try await withCode { site, visitor in
      for _ in 0..<5 {
        #expect(try await says("1 7KQ4-M2XE", visitor).contains("The number is right, but not the check."))
      }
      #expect(try await says("1 \(check)", visitor).contains("Five tries are used up."))
      let robin = Visitor(site)
      try await robin.register("robin", with: DemoAuthenticator())
      try await site.addMasterKey(to: "robin", withCode: true)
      try await site.store.write { [check] records in
        var way = try #require(try records.way(KeyID(rawValue: "code of robin")))
        way.kit = Kit(number: 1, check: check)
        try records.update(way)
      }
      #expect(try await says("1 \(check)", robin).contains("This paper is there, and it is the newest."))
      site.clock.advance(12 * 60 + 1)
      #expect(try await says("1 \(check)", visitor).contains("This paper is there, and it is the newest."))
    }
  }

  @Test("nobody checks a paper without a session of their own") func signedOut() async throws {
    try await withCode { site, _ in
      let answer = try await Visitor(site).submit("/start/kit-check", accept: "text/html")
      #expect(answer.status == 303 && answer.header("location") == "/")
    }
  }
}
