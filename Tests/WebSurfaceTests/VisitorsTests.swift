import Demo
import Foundation
import Model
import TestSite
import Testing

/// Tests how much one network address may start without an account.
@Suite struct VisitorsTests {
  private static let over = "This page was open too long, or it is over."

  @Test(
    "of 250 strangers from one address the last 200 go on, and others with more to lose")
  func mostOfOneAddress() async throws {
    try await withSite(change: {
      $0.postsPerMinute = 100_000; $0.trustedProxies = 1
    }) { (site) async throws in
      func visitor(_ address: String) -> Visitor {
        var visitor = Visitor(site)
        visitor.forwardedFor = address
        return visitor
      }
      let crowd = "192.0.2.1"
      let owner = visitor(crowd), recovering = visitor(crowd), neighbour = visitor("192.0.2.2")
      try await owner.register("mirela", with: DemoAuthenticator())
      let recovery = try await recovering.start("escrow-recovery"),
        elsewhere = try await neighbour.start("passkey-only")
      var strangers: [(visitor: Visitor, run: String)] = []
      for _ in 0..<250 {
        site.clock.advance(1)
        let stranger = visitor(crowd)
        strangers.append((stranger, try await stranger.start("passkey-only")))
      }
      for (stranger, run) in [strangers[0], strangers[30]] {
        let answer = try await stranger.open(run)
        #expect(answer.status == 410 && answer.error?.hasPrefix(Self.over) == true, "\(answer.text)")
      }
      for (stranger, run) in [strangers[80], strangers[249]] { #expect(try await stranger.open(run).status == 200) }
      #expect(try await recovering.open(recovery).status == 200)
      #expect(try await neighbour.open(elsewhere).status == 200)
      #expect(try await owner.isSignedIn())
      let runs = try await site.store.read { try $0.runs(notActiveSince: .distantFuture, but: [], limit: .max).count }
      let sessions = try await site.store.write {
        try $0.deleteAnonymousSessions(notSeenSince: .distantFuture, at: .distantPast, limit: .max)
      }
      #expect(runs <= 201 && sessions <= 201 && sessions > 180, "\(runs) runs, \(sessions) sessions")
      // A displaced visitor starts again.
      let again = try await strangers[0].visitor.start("passkey-only")
      #expect(try await strangers[0].visitor.open(again).status == 200)
    }
  }

  @Test("only a browser's newest 64 challenges can be answered") func challenges() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator()
      let path = "/api/registration/options", first = try await visitor.post(path, #"{"username":"mirela"}"#).text
      site.clock.advance(1)
      for _ in 0..<63 { _ = try await visitor.post(path, #"{"username":"mirela"}"#) }
      let last = try await visitor.post(path, #"{"username":"mirela"}"#).text
      let late = try await visitor.post("/api/registration/verify", try key.create(first, origin: site.origin))
      #expect(late.status == 400 && late.error == "Challenge expired")
      #expect(
        try await visitor.post("/api/registration/verify", try key.create(last, origin: site.origin)).status == 200)
    }
  }
}
