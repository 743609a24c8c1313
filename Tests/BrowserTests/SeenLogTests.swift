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

  @Test("a browser that saw the log says if it was cut off or written anew, until its holder knows why")
  func seen() async throws {
    let store = try DatabaseKind.current.makeStore()
    try await withVisit(site: { $0.store = store }) { visit in
      let page = visit.page, site = visit.site
      let signer = try #require(CheckpointSigner(name: "site/audit", seed: Array(1...32)))
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
      func home() async throws {
        try await page.go(to: site.origin + "/account")
        try await page.wait(untilTrue: "window.hasHeard === true")
      }
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
}
