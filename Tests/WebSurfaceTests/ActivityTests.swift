import Demo
import Flows
import Foundation
import Model
import TestSite
import Testing

/// The room of Settings that tells what happened with the account.
@Suite struct ActivityTests {
  /// A site where "mirela" has just registered, and the visitor signed in as her.
  private func withAccount(_ body: (TestSite, Visitor) async throws -> Void) async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      try await body(site, visitor)
    }
  }

  @Test("events are listed, newest first, each in its own words and never a program's") func happened()
    async throws
  {
    try await withAccount { site, visitor in
      let account = try await site.account().id, begin = Date(timeIntervalSince1970: 1_700_000_000)
      func told() async throws -> [(sentence: String, time: String, code: String)] {
        try await visitor.room(.activity).matches(
          of: /data-event="([^"]*)"><b>([^<]*)<\/b><time data-own datetime="([^"]*)">[^<]* UTC<\/time><\/li>/
        )
        .map { (String($0.2), String($0.3), String($0.1)) }
      }
      #expect(try await told().map(\.code) == ["signed_in_with_passkey", "account_created"])
      var sentences: Set<String> = []
      for event in AuditEvent.allCases {
        try await site.store.write { try $0.append(AuditEntry(event, account: account, at: begin)) }
        let first = try #require(try await told().first)
        #expect(first.code == event.rawValue && first.time == "2023-11-14T22:13:20Z")
        sentences.insert(first.sentence)
      }
      #expect(
        sentences.count == AuditEvent.allCases.count && !sentences.contains("")
          && sentences.allSatisfy { !$0.contains("_") })
      #expect(
        try await told().map(\.code) == AuditEvent.allCases.reversed().map(\.rawValue) + [
          "signed_in_with_passkey", "account_created",
        ])
    }
  }

  @Test("a revoked key without a name is called in the log what it is called elsewhere") func unnamed() async throws {
    try await withAccount { site, visitor in
      let account = try await site.account().id
      try await site.store.write { records in
        for way in try records.ways(of: account) where way.label.isEmpty {
          try records.append(AuditEntry(.keyRevoked, account: account, credential: way.id, at: site.clock.now))
        }
      }
      #expect(try await visitor.room(.activity).contains("<b>Key revoked: “Passkey from sign-up”</b>"))
    }
  }

  @Test("the log names its keys, even revoked ones, and can be paged through") func log() async throws {
    try await withAccount { site, visitor in
      let account = try await site.account().id
      try await site.addKey("yellow YubiKey", .primary)
      try await site.store.write { records in
        guard var way = try records.ways(of: account).first(where: { $0.label == "yellow YubiKey" }) else { return }
        try records.append(AuditEntry(.keyRevoked, account: account, credential: way.id, at: site.clock.now))
        way.revokedAt = site.clock.now
        try records.update(way)
        for _ in 0..<60 { try records.append(AuditEntry(.signedOut, account: account, at: site.clock.now)) }
      }
      func codes(_ page: String) -> [Substring] { page.matches(of: /class="audit-row" data-event="([^"]*)"/).map(\.1) }
      let first = try await visitor.room(.activity)
      #expect(
        codes(first).count == 50 && first.contains("href=\"/settings/activity?page=2\">Older</a>")
          && !first.contains("Newer"))
      let second = try await visitor.get("/settings/activity?page=2", accept: "text/html").text
      #expect(
        codes(second).suffix(3) == ["key_revoked", "signed_in_with_passkey", "account_created"]
          && !second.contains("Older"))
      #expect(
        second.contains("<b>Key revoked: “yellow YubiKey”</b>")
          && second.contains("href=\"/settings/activity?page=1\">Newer</a>"))
      for odd in ["0", "-1", "99999999999999999999", "x"] {
        #expect(try await visitor.get("/settings/activity?page=\(odd)", accept: "text/html").text == first, "\(odd)")
      }
      let beyond = try await visitor.get("/settings/activity?page=9223372036854775807", accept: "text/html").text
      #expect(
        codes(beyond).isEmpty && beyond.contains("<p class=\"say-more\">There is nothing older.</p>")
          && !beyond.contains("Older</a>"))
      #expect(beyond.contains(">Newer</a>") && !first.contains("nothing older") && !second.contains("nothing older"))
      #expect(try await Visitor(site).get("/settings/activity", accept: "text/html").header("location") == "/")
    }
  }

  @Test("whose older entries were taken out of the log reads so, and whoever came later does not") func trimmed()
    async throws
  {
    try await withAccount { site, visitor in
      let sentence = "What is older was taken out of this list by whoever runs the site."
      #expect(try await !visitor.room(.activity).contains(sentence))
      try await site.store.untilChained()
      try await site.store.write { records in
        let head = AuditHead(position: 1, digest: try #require(try records.auditDigest(at: 1)))
        let row = try records.auditRows(from: 1, limit: 1).first, until = try #require(row?.line?.at)
        try records.trimAudit(to: AuditBeginning(head: head, until: until, note: ""))
      }
      #expect(try await visitor.room(.activity).contains(sentence))
      site.clock.advance(60)
      let later = Visitor(site)
      try await later.register("ilinca", with: DemoAuthenticator())
      #expect(try await !later.room(.activity).contains(sentence))
    }
  }
}
