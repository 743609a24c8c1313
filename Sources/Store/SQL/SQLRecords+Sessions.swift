import Foundation
import Model

extension SQLRecords {
  func session(_ id: SessionID) throws -> Session? {
    try first("SELECT * FROM sessions WHERE id = $1", .bytes(id.digest)).map(session)
  }
  func sessions(of account: AccountID) throws -> [Session] {
    try all("SELECT * FROM sessions WHERE account_id = $1", .bytes(account.bytes)).map(session)
  }

  func insert(_ session: Session) throws {
    try connection.perform(
      """
      INSERT INTO sessions (id, account_id, credential_id, created_at, seen_at, signed_in_at, browser, handle,
        invitation)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      """, columns(session))
  }
  /// Returns the values of a whole row, in the order of the insert.
  func columns(_ session: Session) -> [SQLValue] {
    [
      .bytes(session.id.digest), account(session), .optional(session.credential?.rawValue, SQLValue.text),
      .date(session.createdAt), .date(session.seenAt), .optional(session.signedInAt, SQLValue.date),
      .text((session.account == nil ? .unknown : session.browser).text), .optional(session.handle, SQLValue.text),
      .optional(session.invitation, SQLValue.bytes),
    ]
  }
  func update(_ session: Session) throws {
    try run(
      "UPDATE sessions SET account_id = $2, credential_id = $3, seen_at = $4, signed_in_at = $5 WHERE id = $1",
      .bytes(session.id.digest), account(session), .optional(session.credential?.rawValue, SQLValue.text),
      .date(session.seenAt),
      .optional(session.signedInAt, SQLValue.date))
  }
  func setInvitation(_ tokenHash: [UInt8], of session: SessionID) throws {
    try run("UPDATE sessions SET invitation = $2 WHERE id = $1", .bytes(session.digest), .bytes(tokenHash))
  }
  func delete(_ session: SessionID) throws {
    try run("DELETE FROM runs WHERE session_id = $1", .bytes(session.digest))
    try run("DELETE FROM challenges WHERE session_id = $1", .bytes(session.digest))
    try run("DELETE FROM sessions WHERE id = $1", .bytes(session.digest))
  }
  func sessions(notSeenSince seen: Date, orSignedInBefore signedIn: Date, limit: Int) throws -> [SessionID] {
    try all(
      """
      SELECT id FROM sessions WHERE account_id IS NOT NULL AND (seen_at < $1 OR signed_in_at < $2)
      ORDER BY seen_at, id LIMIT $3 \(connection.dialect.skippingLocked)
      """,
      .date(seen), .date(signedIn), .integer(Int64(limit))
    ).map { SessionID(digest: try $0.bytes("id")) }
  }
  func deleteAnonymousSessions(notSeenSince time: Date, at now: Date, limit: Int) throws -> Int {
    let due = try all(
      """
      SELECT id FROM sessions WHERE account_id IS NULL AND seen_at < $1
        AND id NOT IN (SELECT session_id FROM runs WHERE kept_until > $2)
      ORDER BY seen_at, id LIMIT $3 \(connection.dialect.skippingLocked)
      """,
      .date(time), .date(now), .integer(Int64(limit)))
    for row in due { try delete(SessionID(digest: try row.bytes("id"))) }
    return due.count
  }

  private func account(_ session: Session) -> SQLValue { .optional(session.account?.bytes, SQLValue.bytes) }
  func session(_ row: SQLRow) throws -> Session {
    var session = Session(
      id: SessionID(digest: try row.bytes("id")),
      account: try row.optional("account_id", SQLRow.bytes).map { AccountID($0) },
      credential: try row.optional("credential_id", SQLRow.text).map(KeyID.init(rawValue:)),
      createdAt: try row.date("created_at"),
      seenAt: try row.date("seen_at"), signedInAt: try row.optional("signed_in_at", SQLRow.date),
      browser: BrowserPhrase(text: try row.text("browser")), handle: try row.optional("handle", SQLRow.text))
    session.invitation = try row.optional("invitation", SQLRow.bytes)
    return session
  }
}

extension SQLRecords {
  func insert(_ challenge: Challenge) throws {
    try run(
      "INSERT INTO challenges (bytes, session_id, ceremony, issued_at) VALUES ($1, $2, $3, $4)",
      .bytes(challenge.bytes), .bytes(challenge.session.digest), .bytes(challenge.ceremony), .date(challenge.issuedAt))
  }

  func spend(_ bytes: [UInt8]) throws -> Challenge? {
    try first(Self.spending, .bytes(bytes)).map(challenge)
  }
  static var spending: String { "DELETE FROM challenges WHERE bytes = $1 RETURNING *" }
  func challenge(_ row: SQLRow) throws -> Challenge {
    Challenge(
      bytes: try row.bytes("bytes"), session: SessionID(digest: try row.bytes("session_id")),
      ceremony: try row.bytes("ceremony"), issuedAt: try row.date("issued_at"))
  }

  func deleteChallenges(issuedBefore time: Date) throws {
    try run("DELETE FROM challenges WHERE issued_at < $1", .date(time))
  }
  func deleteChallenges(of session: SessionID, butNewest count: Int) throws {
    try run(
      """
      DELETE FROM challenges WHERE session_id = $1
        AND bytes NOT IN (SELECT bytes FROM challenges WHERE session_id = $1 ORDER BY issued_at DESC, bytes LIMIT $2)
      """, .bytes(session.digest), .integer(Int64(count)))
  }
}

extension SQLRecords {
  func insert(_ handoff: Handoff) throws {
    try run(
      "INSERT INTO handoffs (token_hash, issued_at) VALUES ($1, $2)", .bytes(handoff.tokenHash), .date(handoff.issuedAt)
    )
  }

  func spend(handoff tokenHash: [UInt8]) throws -> Handoff? {
    try first("DELETE FROM handoffs WHERE token_hash = $1 RETURNING *", .bytes(tokenHash)).map { row in
      Handoff(tokenHash: try row.bytes("token_hash"), issuedAt: try row.date("issued_at"))
    }
  }

  func insert(_ ticket: DrillTicket) throws {
    try run("DELETE FROM drill_tickets WHERE account_id = $1", .bytes(ticket.account.bytes))
    let written = try connection.execute(
      """
      INSERT INTO drill_tickets (token_hash, account_id, way_id, issued_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING
      """,
      [
        .bytes(ticket.tokenHash), .bytes(ticket.account.bytes), .text(ticket.way.rawValue), .date(ticket.issuedAt),
      ])
    guard written == 1 else { throw StoreError(.taken, "ticket") }
  }
  func drillTicket(_ tokenHash: [UInt8]) throws -> DrillTicket? {
    try first("SELECT * FROM drill_tickets WHERE token_hash = $1", .bytes(tokenHash)).map { row in
      DrillTicket(
        tokenHash: try row.bytes("token_hash"), account: AccountID(try row.bytes("account_id")),
        way: KeyID(rawValue: try row.text("way_id")), issuedAt: try row.date("issued_at"))
    }
  }
  func delete(drillTicket tokenHash: [UInt8]) throws {
    try run("DELETE FROM drill_tickets WHERE token_hash = $1", .bytes(tokenHash))
  }
  func deleteDrillTickets(issuedBefore time: Date) throws {
    try run("DELETE FROM drill_tickets WHERE issued_at < $1", .date(time))
  }

  func deleteHandoffs(issuedBefore time: Date) throws {
    try run("DELETE FROM handoffs WHERE issued_at < $1", .date(time))
  }
}
