import Model
import Testing

@testable import AuditLog

/// Where a log begins whose earlier entries were taken out.
@Suite struct SignedBeginningTests {
  let signer: CheckpointSigner, other: CheckpointSigner
  let rows = AuditVerifierTests.log(Array("abcdefg"))
  init() throws {
    signer = try #require(CheckpointSigner(name: "latchstring.example/audit", seed: Array(1...32)))
    other = try #require(CheckpointSigner(name: signer.key.name, seed: Array(2...33)))
  }
  func head(_ position: Int) -> AuditHead { AuditHead(position: position, digest: rows[position - 1].digest) }

  @Test("a beginning is read as it was signed, with its own key alone, and no checkpoint passes for one")
  func own() throws {
    let beginning = try signer.beginning(after: head(3), until: -7)
    #expect(beginning.note.hasPrefix("latchstring.example/audit/beginning\n3\n"))
    #expect(signer.key.beginning(in: beginning.note) == beginning && signer.key.hasSigned(beginning))
    #expect(other.key.beginning(in: beginning.note) == nil)
    #expect(signer.key.checkpoint(in: beginning.note) == nil)
    #expect(signer.key.beginning(in: try signer.note(of: head(3))) == nil)
    for change: (inout AuditBeginning) -> Void in [
      { $0.until += 1 }, { $0.head.position += 1 }, { $0.head.digest[0] ^= 1 }, { $0.note = "" },
    ] {
      var changed = beginning
      change(&changed)
      #expect(!signer.key.hasSigned(changed))
    }
  }

  @Test("no character of a beginning can be changed") func changed() throws {
    let note = Array(try signer.beginning(after: head(3), until: 1_800_000_000_000).note)
    for index in note.indices.dropLast() {
      var changed = note
      changed[index] = note[index] == "1" ? "2" : "1"
      #expect(signer.key.beginning(in: String(changed)) == nil, "\(index)")
    }
  }

  @Test("another key signs what the first one signed, and nothing else; then it holds with either")
  func signedAgain() throws {
    let beginning = try signer.beginning(after: head(3), until: 5)
    let both = try #require(try other.sign(beginning, of: signer.key))
    #expect(other.key.hasSigned(both) && signer.key.hasSigned(both))
    #expect(both.head == beginning.head && both.until == 5)
    var forged = beginning
    forged.head.position = 4
    #expect(try other.sign(forged, of: signer.key) == nil)
    #expect(try other.sign(beginning, of: other.key) == nil)
  }

  @Test("a log is followed from its beginning, and an account's numbers from those that were taken out")
  func shortened() throws {
    func verdict(_ rows: some Sequence<AuditRow>, after head: AuditHead) -> Result<AuditHead, AuditBreak> {
      var verifier = AuditVerifier(beginning: head)
      for row in rows { verifier.take(row) }
      return verifier.verdict
    }
    for count in 1...rows.count {
      #expect(verdict(rows.dropFirst(count), after: head(count)) == .success(head(rows.count)))
      #expect(verdict(rows, after: head(count)) == .failure(AuditBreak(.misplaced, position: 1)))
    }
    #expect(verdict(rows.dropFirst(4), after: head(3)) == .failure(AuditBreak(.missing, position: 4)))
    let wrong = AuditHead(position: 3, digest: rows[3].digest)
    #expect(verdict(rows.dropFirst(3), after: wrong) == .failure(AuditBreak(.changed, position: 4)))

    let line = AuditLine(event: "e", account: [1], credential: nil, at: 7, number: 4)
    let next = AuditRow(position: 8, line: line, digest: AuditChain.digest(of: line, after: head(7)))
    for (last, isWhole) in [(Int64(3), true), (2, false), (4, false)] {
      var verifier = AuditVerifier(beginning: head(7), numbers: [[1]: last])
      verifier.take(next)
      #expect(verifier.found == (isWhole ? nil : AuditBreak(.skipped, position: 8)))
    }
  }
}
