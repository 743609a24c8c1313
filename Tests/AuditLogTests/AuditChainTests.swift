import AuditLog
import Encoding
import Foundation
import Model
import Testing

/// Digests computed by a different program, from the description alone (docs/AUDIT.md has the same three rows).
@Suite struct AuditChainTests {
  static let rows = [
    (
      AuditLine(event: "account_created", account: Array(0..<16), credential: nil, at: 1_800_000_000_000),
      "41095d7363c014d96c04180a82d48ea1d555a0e1fa571f030589b5972b4231a4"
    ),
    (
      AuditLine(
        event: "signed_in_with_passkey", account: Array(0..<16), credential: "q83vEjRWeJA", at: 1_800_000_000_123),
      "dde1959e65060fb6e39ef296ccdddca35f06086f6a4a7cdd5a05aa7ecbbbfa69"
    ),
    (
      AuditLine(event: "run_lapsed", account: nil, credential: nil, at: -1),
      "20da43159e13fce6775a747421df3e0b05d559535afe0e6dd1f24103618943f6"
    ),
  ]

  @Test("digests match the documented values") func vector() {
    var head = AuditHead.beginning
    for (line, digest) in Self.rows {
      head = AuditHead(position: head.position + 1, digest: AuditChain.digest(of: line, after: head))
      #expect(Hex.encode(head.digest) == digest)
    }
  }
  @Test("no two rows have the same bytes, even if a field boundary moves or a field is absent") func unambiguous() {
    let lines = [
      AuditLine(event: "ab", account: [0x63], credential: "d", at: 0),
      AuditLine(event: "abc", account: [], credential: "d", at: 0),
      AuditLine(event: "abc", account: nil, credential: "d", at: 0),
      AuditLine(event: "abc", account: [0x64], credential: nil, at: 0),
      AuditLine(event: "abc", account: [0x64], credential: "", at: 0),
      AuditLine(event: "", account: [], credential: "", at: 0),
      AuditLine(event: "", account: nil, credential: nil, at: 0),
    ]
    #expect(Set(lines.map { AuditChain.digest(of: $0, after: .beginning) }).count == lines.count)
  }
  @Test("an entry's time is stored in its row with millisecond precision") func line() {
    let entry = AuditEntry(
      .signedInWithPasskey, account: AccountID([1]), credential: KeyID(rawValue: "a"),
      at: Date(timeIntervalSince1970: 1_800_000_000.123))
    #expect(
      AuditLine(entry)
        == AuditLine(event: "signed_in_with_passkey", account: [1], credential: "a", at: 1_800_000_000_123))
  }
  @Test("a written head can be read back, and any other text is rejected") func head() {
    let head = AuditHead(position: 417, digest: Array(0..<32))
    #expect(AuditHead(text: head.text) == head)
    let hex = Hex.encode(head.digest)
    for text in [
      "", ":", "417", "417:", "417:ab", ":\(hex)", "-1:\(hex)", "417:\(hex)00", "417:\(hex):", "x:\(hex)",
      "99999999999999999999:\(hex)",
    ] {
      #expect(AuditHead(text: text) == nil, "\(text)")
    }
  }
}
