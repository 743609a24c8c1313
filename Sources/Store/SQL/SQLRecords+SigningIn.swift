import Foundation
import Model

extension SQLRecords {
  func visit(_ id: SessionID) throws -> Visit? {
    let query = visitQuery(id)
    return try connection.query(query.sql, query.values).first.map(visit)
  }

  func takeSigningIn(_ challenge: [UInt8], from session: SessionID, with credential: KeyID) throws -> SigningIn {
    let rows = try connection.queries([
      SQLQuery(Self.spending, .bytes(challenge)), visitQuery(session),
      SQLQuery(
        """
        SELECT credentials.*, accounts.username, accounts.disabled_at, device_wraps.kind AS way_kind,
          (SELECT COUNT(*) FROM sessions WHERE sessions.account_id = credentials.account_id) AS sessions
        FROM credentials JOIN accounts ON accounts.id = credentials.account_id
        LEFT JOIN device_wraps ON device_wraps.id = credentials.id
        WHERE credentials.id = $1
        """, .text(credential.rawValue)),
    ])
    return SigningIn(
      challenge: try rows[0].first.map(self.challenge), visit: try rows[1].first.map(visit),
      signer: try rows[2].first.map(signer))
  }

  func replace(_ old: SessionID, with new: Session) throws {
    try connection.perform(
      """
      UPDATE sessions SET id = $1, account_id = $2, credential_id = $3, created_at = $4, seen_at = $5,
        signed_in_at = $6, browser = $7, handle = $8, invitation = $9
      WHERE id = $10
      """, columns(new) + [.bytes(old.digest)])
  }

  private func visitQuery(_ id: SessionID) -> SQLQuery {
    SQLQuery(
      """
      SELECT sessions.*, (SELECT COUNT(*) FROM challenges WHERE session_id = $1) AS challenges,
        (SELECT COUNT(*) FROM runs WHERE session_id = $1) AS runs,
        (SELECT COUNT(*) FROM service_grants WHERE session_id = $1) AS grants
      FROM sessions WHERE id = $1
      """, .bytes(id.digest))
  }
  private func visit(_ row: SQLRow) throws -> Visit {
    Visit(
      session: try session(row), challenges: try row.count("challenges"), runs: try row.count("runs"),
      grants: try row.count("grants"))
  }
  private func signer(_ row: SQLRow) throws -> Signer {
    Signer(
      credential: try credential(row), username: try username(row),
      isClosed: try row.optional("disabled_at", SQLRow.date) != nil,
      way: try row.optional("way_kind", SQLRow.text).map(wayKind), sessions: try row.count("sessions"))
  }
}

extension SQLRecords {
  func guesses(at place: Int) throws -> Guesses? {
    try first("SELECT * FROM guesses WHERE place = $1", .integer(Int64(place))).map { row in
      Guesses(
        tries: try row.count("tries"), lastAt: try row.date("last_at"), mark: try row.optional("mark", SQLRow.bytes))
    }
  }
  func note(_ guesses: Guesses?, at place: Int) throws {
    guard let guesses else { return try run("DELETE FROM guesses WHERE place = $1", .integer(Int64(place))) }
    try run(
      """
      INSERT INTO guesses (place, tries, last_at, mark) VALUES ($1, $2, $3, $4)
      ON CONFLICT (place) DO UPDATE SET tries = excluded.tries, last_at = excluded.last_at, mark = excluded.mark
      """, .integer(Int64(place)), .integer(Int64(guesses.tries)), .date(guesses.lastAt),
      .optional(guesses.mark, SQLValue.bytes))
  }
  func deleteGuesses(notTriedSince time: Date) throws {
    try run("DELETE FROM guesses WHERE last_at < $1", .date(time))
  }
}
