import Foundation
import Model

/// The store interfaces, implemented once, in SQL that every driver accepts.
struct SQLRecords<Connection: SQLConnection>: Records, SQLStatements {
  let connection: Connection
  let consequences: Consequences

  init(connection: Connection, consequences: Consequences = Consequences()) {
    self.connection = connection; self.consequences = consequences
  }

  func afterwards(_ act: @escaping @Sendable () -> Void) { consequences.afterwards(act) }
  func beforeAgain(_ undo: @escaping @Sendable () -> Void) { consequences.beforeAgain(undo) }
  func attempt<Result>(_ work: () throws -> Result) throws -> Result {
    try connection.perform("SAVEPOINT attempt", [])
    do {
      let result = try work()
      // What fails in the part must fail here, not after it.
      _ = try connection.execute("RELEASE SAVEPOINT attempt", [])
      return result
    } catch {
      try connection.perform("ROLLBACK TO SAVEPOINT attempt", [])
      try connection.perform("RELEASE SAVEPOINT attempt", [])
      throw error
    }
  }
}

extension SQLRecords {
  func run(_ id: String) throws -> Run? { try first("SELECT * FROM runs WHERE id = $1", .text(id)).map(stored) }
  func runs(of session: SessionID) throws -> [Run] {
    try all("SELECT * FROM runs WHERE session_id = $1 ORDER BY active_at, id", .bytes(session.digest)).map(stored)
  }
  func flows(of session: SessionID) throws -> [String] {
    try all("SELECT flow FROM runs WHERE session_id = $1", .bytes(session.digest)).map { try $0.text("flow") }
  }
  func runs(notActiveSince time: Date, but flows: [String], limit: Int) throws -> [Run] {
    let names = flows.indices.map { "$\($0 + 3)" }.joined(separator: ", ")
    let others = flows.isEmpty ? "" : "AND flow NOT IN (\(names)) "
    let values = [.date(time), .integer(Int64(limit))] + flows.map(SQLValue.text)
    return try connection.query(
      "SELECT * FROM runs WHERE active_at < $1 \(others)ORDER BY active_at, id LIMIT $2 \(connection.dialect.skippingLocked)",
      values
    ).map(stored)
  }

  func insert(_ run: Run) throws {
    try self.run(
      """
      INSERT INTO runs (id, session_id, flow, origin, contents, active_at, kept_until, kept_for)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      .text(run.id), .bytes(run.session.digest), .text(run.flow), .text(run.origin), .bytes(run.contents),
      .date(run.activeAt),
      .optional(run.keptUntil, SQLValue.date), .optional(run.keptFor, SQLValue.bytes))
  }
  func update(_ run: Run) throws {
    try self.run(
      "UPDATE runs SET session_id = $2, contents = $3, active_at = $4, kept_until = $5, kept_for = $6 WHERE id = $1",
      .text(run.id), .bytes(run.session.digest), .bytes(run.contents), .date(run.activeAt),
      .optional(run.keptUntil, SQLValue.date),
      .optional(run.keptFor, SQLValue.bytes))
  }
  func delete(run id: String) throws { try run("DELETE FROM runs WHERE id = $1", .text(id)) }

  func keptRuns(at now: Date, for mark: [UInt8]?) throws -> Int {
    let those = mark == nil ? "" : " AND kept_for = $2"
    let values = [.date(now)] + (mark.map { [SQLValue.bytes($0)] } ?? [])
    let row = try connection.query("SELECT COUNT(*) AS number FROM runs WHERE kept_until > $1\(those)", values).first
    return Int(try row?.integer("number") ?? 0)
  }
  func deleteAnonymousRuns(ofSessionsNotSeenSince time: Date, at now: Date, limit: Int) throws -> Int {
    let waiting = """
      SELECT kept.session_id FROM runs AS kept JOIN sessions ON sessions.id = kept.session_id
      WHERE kept.kept_until > $2 AND sessions.account_id IS NULL AND sessions.seen_at < $1
      """
    let due =
      "SELECT id FROM runs WHERE (kept_until IS NULL OR kept_until <= $2) AND session_id IN (\(waiting)) LIMIT $3"
    return try changes("DELETE FROM runs WHERE id IN (\(due))", .date(time), .date(now), .integer(Int64(limit)))
  }

  private func stored(_ row: SQLRow) throws -> Run {
    Run(
      id: try row.text("id"), session: SessionID(digest: try row.bytes("session_id")), flow: try row.text("flow"),
      origin: try row.text("origin"), contents: try row.bytes("contents"), activeAt: try row.date("active_at"),
      keptUntil: try row.optional("kept_until", SQLRow.date), keptFor: try row.optional("kept_for", SQLRow.bytes))
  }
}
