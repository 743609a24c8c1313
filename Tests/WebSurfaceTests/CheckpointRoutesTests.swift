import AuditLog
import Demo
import Foundation
import Model
import TestSite
import Testing

/// What the site says of the places of its log that somebody remembers.
@Suite struct CheckpointRoutesTests {
  let signer: CheckpointSigner
  init() throws { signer = try #require(CheckpointSigner(name: "site/audit", seed: Array(1...32))) }

  /// A site whose log has six entries, with checkpoints at 2, 4 and 6, and their digests.
  private func withLog(_ body: (TestSite, Visitor, _ digests: [Int: String]) async throws -> Void) async throws {
    let signer = signer
    try await withSite(change: { $0.logKey = signer.key }) { (site) async throws in
      let visitor = Visitor(site), now = site.clock.now
      try await visitor.register(with: DemoAuthenticator())
      var digests: [Int: String] = [:]
      for position in [2, 4, 6] {
        if position > 2 {
          try await site.store.write { records in
            for _ in 0..<2 { try records.append(AuditEntry(.runLapsed, account: nil, at: now)) }
          }
        }
        try await site.store.untilChained()
        digests[position] = try await site.store.write { records in
          let head = try records.auditHead()
          try records.insert(checkpoint: try signer.note(of: head), at: head.position)
          #expect(head.position == position)
          return Data(head.digest).base64EncodedString()
        }
      }
      try await body(site, visitor, digests)
    }
  }
  /// The one thing that is said: `same`, `other`, `unknown` or `trimmed`.
  private func said(_ digest: String?, at position: Int, _ visitor: Visitor) async throws -> String {
    let asked = (digest ?? "AA").replacing("+", with: "%2B")
    let answer = try await visitor.get("/.well-known/latchstring-checkpoint?position=\(position)&digest=\(asked)").json
    #expect(answer.count == 1)
    switch (answer["same"] as? Bool, answer["known"] as? Bool, answer["trimmed"] as? Bool) {
    case (true?, nil, nil): return "same"
    case (false?, nil, nil): return "other"
    case (nil, false?, nil): return "unknown"
    case (nil, nil, true?): return "trimmed"
    default: return "\(answer)"
    }
  }
  private func trim(to position: Int, by signer: CheckpointSigner, _ site: TestSite) async throws {
    try await site.store.write { records in
      let head = AuditHead(position: position, digest: try #require(try records.auditDigest(at: position)))
      try records.trimAudit(to: try signer.beginning(after: head, until: 7))
    }
  }

  @Test("a digest is compared at a checkpoint, and nothing is said of the entries between") func between() async throws
  {
    try await withLog { site, visitor, digests in
      for (position, digest) in digests {
        #expect(try await said(digest, at: position, visitor) == "same")
        #expect(try await said(nil, at: position, visitor) == "other")
      }
      let third = try await site.store.read { try $0.auditDigest(at: 3) }
      let digest = Data(try #require(third)).base64EncodedString()
      for position in [1, 3, 5, 7, .max] { #expect(try await said(digest, at: position, visitor) == "unknown") }
    }
  }

  @Test("what was taken out is told apart from what is missing, and its checkpoints still answer")
  func trimmed() async throws {
    try await withLog { site, visitor, digests in
      try await trim(to: 4, by: signer, site)
      for position in [2, 4, 6] {
        #expect(try await said(digests[position], at: position, visitor) == "same")
        #expect(try await said(nil, at: position, visitor) == "other")
      }
      for position in [1, 3] { #expect(try await said(nil, at: position, visitor) == "trimmed") }
      #expect(try await said(nil, at: 5, visitor) == "unknown")
    }
  }

  @Test("a log that was cut without its key is not taken for one that was shortened") func forged() async throws {
    let other = try #require(CheckpointSigner(name: signer.key.name, seed: Array(2...33)))
    try await withLog { site, visitor, digests in
      try await trim(to: 4, by: other, site)
      #expect(try await said(digests[2], at: 2, visitor) == "unknown")
      #expect(try await said(nil, at: 3, visitor) == "unknown")
    }
  }
}
