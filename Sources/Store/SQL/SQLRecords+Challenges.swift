import Foundation
import Model

extension SQLRecords {
  func insert(_ challenge: Challenge) throws {
    try run(
      "INSERT INTO challenges (bytes, session_id, ceremony, issued_at) VALUES ($1, $2, $3, $4)",
      .bytes(challenge.bytes), .bytes(challenge.session.digest), .bytes(challenge.ceremony), .date(challenge.issuedAt))
  }

  func spend(_ bytes: [UInt8]) throws -> Challenge? {
    try first("DELETE FROM challenges WHERE bytes = $1 RETURNING *", .bytes(bytes)).map { row in
      Challenge(
        bytes: try row.bytes("bytes"), session: SessionID(digest: try row.bytes("session_id")), ceremony: try row.bytes("ceremony"),
        issuedAt: try row.date("issued_at"))
    }
  }

  func deleteChallenges(issuedBefore time: Date) throws { try run("DELETE FROM challenges WHERE issued_at < $1", .date(time)) }
  func deleteChallenges(of session: SessionID, butNewest count: Int) throws {
    try run(
      """
      DELETE FROM challenges WHERE session_id = $1
        AND bytes NOT IN (SELECT bytes FROM challenges WHERE session_id = $1 ORDER BY issued_at DESC, bytes LIMIT $2)
      """, .bytes(session.digest), .integer(Int64(count)))
  }
}
