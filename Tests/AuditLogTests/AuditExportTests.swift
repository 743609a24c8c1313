import AuditLog
import Model
import Testing

@Suite struct AuditExportTests {
  @Test("an exported row reads back unchanged") func roundTrip() throws {
    let lines = [
      AuditLine(event: "account_created", account: [0, 255], credential: nil, at: 1),
      AuditLine(event: "", account: [], credential: "", at: .min),
      AuditLine(event: "\"\\\u{1}</é", account: nil, credential: "a\nb", at: .max),
    ]
    for line in lines {
      for position in [1, .max, .min] {
        let row = AuditRow(position: position, line: line, digest: Array(0..<32)), text = try AuditExport.line(of: row)
        #expect(!text.contains("\n"))
        #expect(try AuditExport.row(Array(text.utf8)) == row)
      }
    }
  }
  @Test("exported members match the documented format") func members() throws {
    let row = AuditRow(
      position: 2, line: AuditLine(event: "e", account: [0xfb], credential: "k", at: 3), digest: [0xab])
    #expect(
      try AuditExport.line(of: row)
        == #"{"position":2,"event":"e","account":"-w","credential":"k","at":3,"digest":"ab"}"#)
  }
  @Test(
    "a line that is no row is refused, and never traps",
    arguments: [
      ("", "not JSON (truncated)"), ("{", "not JSON (truncated)"), ("[]", "not a JSON object"),
      ("7", "not a JSON object"),
      ("{}", "event is missing"), (#"{"event":1}"#, "event cannot be read"), (#"{"event":"e"}"#, "at is missing"),
      (#"{"event":"e","at":1.5}"#, "at cannot be read"),
      (#"{"event":"e","at":9223372036854775808}"#, "at cannot be read"),
      (#"{"event":"e","at":1,"account":"+"}"#, "account cannot be read"),
      (#"{"event":"e","at":1,"account":null}"#, "account cannot be read"),
      (#"{"event":"e","at":1}"#, "position is missing"),
      (#"{"event":"e","at":1,"position":"1"}"#, "position cannot be read"),
      (#"{"event":"e","at":1,"position":1}"#, "digest is missing"),
      (#"{"event":"e","at":1,"position":1,"digest":"abc"}"#, "digest cannot be read"),
      (#"{"event":"e","at":1,"position":1,"digest":"","note":1}"#, "a member that does not belong there"),
    ])
  func refused(_ text: String, _ reason: String) {
    #expect(throws: AuditExport.Problem(reason)) { try AuditExport.row(Array(text.utf8)) }
  }
  @Test("a line truncated at any point is rejected") func cut() throws {
    let row = AuditRow(position: 2, line: AuditLine(event: "e", account: [1], credential: "k", at: 3), digest: [0xab])
    let text = Array(try AuditExport.line(of: row).utf8)
    for count in text.indices {
      #expect(throws: AuditExport.Problem.self) { try AuditExport.row(Array(text.prefix(count))) }
    }
  }
  @Test("an unreadable row is not exported as if it were valid") func unreadable() {
    #expect(throws: AuditExport.Problem("the row at position 3 is unreadable")) {
      try AuditExport.line(of: AuditRow(position: 3, line: nil, digest: []))
    }
  }
}
