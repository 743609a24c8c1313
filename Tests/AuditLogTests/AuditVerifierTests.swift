import AuditLog
import Model
import Testing

@Suite struct AuditVerifierTests {
  let rows = log(Array("abcdefg"))

  /// A log whose rows are each identified by one letter.
  static func log(_ letters: [Character]) -> [AuditRow] {
    var head = AuditHead.beginning
    return letters.map { letter in
      let line = AuditLine(event: "event_\(letter)", account: [1, 2], credential: "key", at: 7)
      head = AuditHead(position: head.position + 1, digest: AuditChain.digest(of: line, after: head))
      return AuditRow(position: head.position, line: line, digest: head.digest)
    }
  }
  func verdict(_ rows: [AuditRow], remembered: AuditHead? = nil) -> Result<AuditHead, AuditBreak> {
    var verifier = AuditVerifier(remembered: [remembered].compactMap(\.self))
    for row in rows { verifier.take(row) }
    return verifier.verdict
  }
  func head(_ count: Int) -> AuditHead {
    count == 0 ? .beginning : AuditHead(position: count, digest: rows[count - 1].digest)
  }

  @Test("an unchanged log is unbroken at every length") func unbroken() {
    for count in 0...rows.count { #expect(verdict(Array(rows.prefix(count))) == .success(head(count))) }
  }
  @Test("changing any field in any row breaks the log at that row") func changed() {
    let changes: [(inout AuditRow) -> Void] = [
      { $0.line?.event = "event_" }, { $0.line?.account = nil }, { $0.line?.account = [1, 3] },
      { $0.line?.credential = nil },
      { $0.line?.credential = "kez" }, { $0.line?.at += 1 }, { $0.line = nil }, { $0.digest[31] ^= 1 },
      { $0.digest = [] },
      { $0.digest.append(0) },
    ]
    for index in rows.indices {
      for change in changes {
        var rows = rows
        change(&rows[index])
        #expect(verdict(rows) == .failure(AuditBreak(.changed, position: index + 1)))
      }
    }
  }
  @Test("a row changed together with its own digest breaks the log at the next row") func recomputed() {
    var rows = rows
    let line = AuditLine(event: "another", account: nil, credential: nil, at: 0)
    rows[2] = AuditRow(position: 3, line: line, digest: AuditChain.digest(of: line, after: head(2)))
    #expect(verdict(rows) == .failure(AuditBreak(.changed, position: 4)))
  }
  @Test("a removed row is reported as missing, even if the gap is closed") func removed() {
    for index in rows.indices.dropLast() {
      var rows = rows
      rows.remove(at: index)
      #expect(verdict(rows) == .failure(AuditBreak(.missing, position: index + 1)))
      for later in index..<rows.count { rows[later].position -= 1 }
      #expect(verdict(rows) == .failure(AuditBreak(.changed, position: index + 1)))
    }
  }
  @Test("two swapped rows are found, with and without their positions swapped") func swapped() {
    for first in 0..<rows.count {
      for second in (first + 1)..<rows.count {
        var rows = rows
        rows.swapAt(first, second)
        #expect(verdict(rows) == .failure(AuditBreak(.misplaced, position: first + 1)))
        (rows[first].position, rows[second].position) = (first + 1, second + 1)
        #expect(verdict(rows) == .failure(AuditBreak(.changed, position: first + 1)))
      }
    }
  }
  @Test("an inserted row is found, whatever position it claims") func inserted() {
    for index in 0...rows.count {
      var shifted = rows, again = rows
      shifted.insert(rows[0], at: index)
      for later in shifted.indices { shifted[later].position = later + 1 }
      #expect(verdict(shifted) == .failure(AuditBreak(.changed, position: max(index, 1) + 1)))
      again.insert(rows[0], at: max(index, 1))
      #expect(verdict(again) == .failure(AuditBreak(.misplaced, position: 1)))
    }
    for position in [Int.min, -1, 0] {
      #expect(
        verdict([AuditRow(position: position, line: nil, digest: [])] + rows)
          == .failure(AuditBreak(.misplaced, position: position)))
    }
    #expect(
      verdict(rows + [AuditRow(position: .max, line: nil, digest: [])])
        == .failure(AuditBreak(.missing, position: rows.count + 1)))
  }
  @Test("a truncated log verifies on its own, but a remembered head reveals the loss") func cutOff() {
    for count in 0..<rows.count {
      let rest = Array(rows.prefix(count))
      #expect(verdict(rest) == .success(head(count)))
      #expect(verdict(rest, remembered: head(rows.count)) == .failure(AuditBreak(.cutOff, position: count + 1)))
    }
  }
  @Test("a rewritten log verifies on its own, but a remembered head reveals the change") func rewritten() {
    let other = Self.log(Array("abcxefgh"))
    #expect(verdict(other) == .success(AuditHead(position: 8, digest: other[7].digest)))
    for count in 0...3 {
      #expect(verdict(other, remembered: head(count)) == .success(AuditHead(position: 8, digest: other[7].digest)))
    }
    for count in 4...7 {
      #expect(verdict(other, remembered: head(count)) == .failure(AuditBreak(.rewritten, position: count)))
    }
    #expect(
      verdict(rows, remembered: AuditHead(position: 0, digest: rows[0].digest))
        == .failure(AuditBreak(.rewritten, position: 0)))
  }
  @Test("a log that has grown still contains each of its earlier heads") func grown() {
    for count in 0...rows.count { #expect(verdict(rows, remembered: head(count)) == .success(head(rows.count))) }
  }
  @Test("every kind of break is described in one sentence that names its position") func sentences() {
    for kind in AuditBreak.Kind.allCases { #expect(AuditBreak(kind, position: 31).description.contains("position 31")) }
  }
}
