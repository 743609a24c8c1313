import AuditLog
import Browser
import Model
import Person
import TestPostgreSQL
import TestSite
import Testing

@testable import Store

/// A site whose log is cut off or written anew, seen by a browser that was there before.
@Suite struct SeenLogTests {
  private static let banner = "This site's log of what happened is not the one that this browser saw before"

  private func sign(_ signer: CheckpointSigner, _ visit: Visit) async throws {
    try await visit.site.store.untilChained()
    try await visit.site.store.write { records in
      let head = try records.auditHead()
      try records.insert(checkpoint: try signer.note(of: head), at: head.position)
    }
  }
  private func change(_ sql: String, _ store: any Model.Store) async throws {
    try await store.write { try #require($0 as? any SQLStatements).run(sql) }
  }

  /// A visitor who is signed in, on a site with this key, and what looks at home until the page has heard of the log.
  private func withHome(
    _ store: any Model.Store, _ signer: CheckpointSigner,
    _ body: (Visit, _ home: () async throws -> Void) async throws -> Void
  ) async throws {
    try await withVisit(site: { ($0.store, $0.logKey) = (store, signer.key) }) { visit in
      let page = visit.page, site = visit.site
      try await page.register("mirela", on: site, signingOut: false)
      // Says when the page has heard what the site says of its log, and had time to say so.
      try await page.addScriptOnNewDocument(
        """
        const ask = window.fetch;
        window.fetch = async (...words) => {
          const answer = await ask(...words);
          if (String(words[0]).includes('latchstring-checkpoint')) setTimeout(() => { window.hasHeard = true; }, 500);
          return answer;
        };
        """)
      try await body(visit) {
        try await page.go(to: site.origin + "/account")
        try await page.wait(untilTrue: "window.hasHeard === true")
      }
    }
  }

  @Test("a browser that saw the log says if it was cut off or written anew, until its holder knows why")
  func seen() async throws {
    let store = try DatabaseKind.current.makeStore()
    let signer = try #require(CheckpointSigner(name: "site/audit", seed: Array(1...32)))
    try await withHome(store, signer) { visit, home in
      let page = visit.page, site = visit.site
      try await home()
      #expect(try await !page.shows(anyOf: [Self.banner]), "there is no checkpoint yet")
      try await sign(signer, visit)
      try await home()
      let position = try await site.store.read { try $0.auditHead().position }
      #expect(try await page.evaluate("JSON.parse(localStorage['latchstring.log']).position").int == position)
      // The log goes on, and another checkpoint is signed: what was seen is still in it.
      try await site.store.write { try $0.append(AuditEntry(.runLapsed, account: nil, at: site.clock.now)) }
      try await sign(signer, visit)
      try await home()
      #expect(try await !page.shows(anyOf: [Self.banner]))

      // Written anew, although a checkpoint for it is signed.
      try await change("DELETE FROM checkpoints", store)
      try await change(
        "UPDATE audit_log SET digest = (SELECT digest FROM audit_log WHERE position = 1) WHERE position > \(position)",
        store)
      try await site.store.write { try $0.append(AuditEntry(.runLapsed, account: nil, at: site.clock.now)) }
      try await sign(signer, visit)
      try await home()
      try await page.wait(forText: Self.banner)
      try await home()
      try await page.wait(forText: Self.banner)  // it is said until somebody knows why
      try await page.press("I know why")
      #expect(try await !page.shows(anyOf: [Self.banner]))
      try await home()
      #expect(try await !page.shows(anyOf: [Self.banner]))

      // Cut off, with all checkpoints.
      try await change("DELETE FROM checkpoints", store)
      try await change("DELETE FROM audit_log WHERE position > 1", store)
      try await home()
      try await page.wait(forText: Self.banner)
      try await page.expectQuietConsole()
    }
  }

  @Test("a browser that saw what was taken out of the log with its key says nothing, and remembers what is newest")
  func trimmed() async throws {
    let store = try DatabaseKind.current.makeStore()
    let signer = try #require(CheckpointSigner(name: "site/audit", seed: Array(1...32)))
    try await withHome(store, signer) { visit, home in
      let page = visit.page, site = visit.site
      try await sign(signer, visit)
      try await home()
      let seen = try await site.store.read { try $0.auditHead().position }
      #expect(try await page.evaluate("JSON.parse(localStorage['latchstring.log']).position").int == seen)
      try await site.store.write { try $0.append(AuditEntry(.runLapsed, account: nil, at: site.clock.now)) }
      try await sign(signer, visit)
      try await site.store.write { records in
        try records.trimAudit(to: try signer.beginning(after: try records.auditHead(), until: 0))
      }
      try await change("DELETE FROM checkpoints WHERE position <= \(seen)", store)
      try await home()
      #expect(try await !page.shows(anyOf: [Self.banner]))
      #expect(try await page.evaluate("JSON.parse(localStorage['latchstring.log']).position").int == seen + 1)

      // What is before the beginning is not taken on the word of whoever has another key.
      let other = try #require(CheckpointSigner(name: "site/audit", seed: Array(2...33)))
      try await site.store.write { records in
        let head = AuditHead(position: seen + 5, digest: try records.auditHead().digest)
        try records.trimAudit(to: try other.beginning(after: head, until: 0))
      }
      try await change("DELETE FROM checkpoints", store)
      try await home()
      try await page.wait(forText: Self.banner)
      try await page.expectQuietConsole()
    }
  }
}
