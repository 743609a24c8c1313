import Foundation
import Model

extension SQLProviderRecords {
  func truth(_ id: [UInt8]) throws -> KeptTruth? {
    try first("SELECT * FROM truths WHERE id = $1", .bytes(id)).map { row in
      KeptTruth(
        id: try row.bytes("id"), keyShare: try row.bytes("key_share"), method: try row.text("method"),
        sealedTruth: try row.bytes("sealed_truth"), mediaType: try row.optional("media_type", SQLRow.text),
        expiresAt: try row.date("expires_at"))
    }
  }
  func insert(_ truth: KeptTruth) throws {
    let written = try run(
      """
      INSERT INTO truths (id, key_share, method, sealed_truth, media_type, expires_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
      """, .bytes(truth.id), .bytes(truth.keyShare), .text(truth.method), .bytes(truth.sealedTruth),
      .optional(truth.mediaType, SQLValue.text), .date(truth.expiresAt))
    guard written == 1 else { throw StoreError(.taken, "truth") }
  }
  func deleteTruths(expiringBefore time: Date) throws { try run("DELETE FROM truths WHERE expires_at < $1", .date(time)) }

  func codes(of truth: [UInt8]) throws -> [IssuedCode] {
    try all("SELECT * FROM codes WHERE truth_id = $1 ORDER BY number DESC", .bytes(truth)).map { row in
      guard let code = UInt64(exactly: try row.integer("code")) else { throw StoreError(.unreadable, "code") }
      return IssuedCode(
        truth: try row.bytes("truth_id"), number: try row.count("number"), code: code, triesLeft: try row.count("tries_left"),
        createdAt: try row.date("created_at"), expiresAt: try row.date("expires_at"), sentAt: try row.optional("sent_at", SQLRow.date))
    }
  }
  func insert(_ code: IssuedCode) throws {
    let written = try run(
      """
      INSERT INTO codes (truth_id, number, code, tries_left, created_at, expires_at, sent_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
      """, .bytes(code.truth), .integer(Int64(code.number)), .integer(Int64(code.code)), .integer(Int64(code.triesLeft)),
      .date(code.createdAt), .date(code.expiresAt), .optional(code.sentAt, SQLValue.date))
    guard written == 1 else { throw StoreError(.taken, "code") }
  }
  func update(_ code: IssuedCode) throws {
    try run(
      "UPDATE codes SET tries_left = $3, sent_at = $4 WHERE truth_id = $1 AND number = $2", .bytes(code.truth), .integer(Int64(code.number)),
      .integer(Int64(code.triesLeft)), .optional(code.sentAt, SQLValue.date))
  }
  func deleteCodes(expiringBefore time: Date) throws { try run("DELETE FROM codes WHERE expires_at < $1", .date(time)) }
}
