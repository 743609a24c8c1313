import Foundation
import Model

extension SQLRecords {
  func insert(_ handoff: Handoff) throws {
    try run("INSERT INTO handoffs (token_hash, issued_at) VALUES ($1, $2)", .bytes(handoff.tokenHash), .date(handoff.issuedAt))
  }

  func spend(handoff tokenHash: [UInt8]) throws -> Handoff? {
    try first("DELETE FROM handoffs WHERE token_hash = $1 RETURNING *", .bytes(tokenHash)).map { row in
      Handoff(tokenHash: try row.bytes("token_hash"), issuedAt: try row.date("issued_at"))
    }
  }

  func deleteHandoffs(issuedBefore time: Date) throws { try run("DELETE FROM handoffs WHERE issued_at < $1", .date(time)) }
}
