import Model

extension SQLRecords {
  func generations(of account: AccountID) throws -> [Generation] {
    try all("SELECT * FROM generations WHERE account_id = $1 ORDER BY number", .bytes(account.bytes)).map { row in
      Generation(
        account: account, number: try row.counted("number", UInt32.self), authority: try row.bytes("authority"), statement: try row.text("statement"),
        history: try row.text("history"), createdAt: try row.date("created_at"))
    }
  }
  func insert(_ generation: Generation) throws {
    let written = try run(
      """
      INSERT INTO generations (account_id, number, authority, statement, history, created_at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT DO NOTHING
      """, .bytes(generation.account.bytes), .integer(Int64(generation.number)), .bytes(generation.authority), .text(generation.statement),
      .text(generation.history), .date(generation.createdAt))
    guard written == 1 else { throw StoreError(.taken, "generation") }
  }
  func deleteGenerations(of account: AccountID) throws { try run("DELETE FROM generations WHERE account_id = $1", .bytes(account.bytes)) }

  func journal(of account: AccountID) throws -> [JournalEntry] {
    try all("SELECT * FROM journal WHERE account_id = $1 ORDER BY id", .bytes(account.bytes)).map { try entry($0, of: account) }
  }
  func journalSize(of account: AccountID) throws -> (entries: Int, bytes: Int) {
    let row = try first(
      "SELECT COUNT(*) AS entries, COALESCE(SUM(LENGTH(sealed)), 0) AS bytes FROM journal WHERE account_id = $1", .bytes(account.bytes))
    guard let row else { return (0, 0) }
    return (Int(try row.integer("entries")), Int(try row.integer("bytes")))
  }
  func journalEntry(_ id: String, of account: AccountID) throws -> JournalEntry? {
    try first("SELECT * FROM journal WHERE account_id = $1 AND id = $2", .bytes(account.bytes), .text(id)).map { try entry($0, of: account) }
  }
  func put(_ entry: JournalEntry) throws {
    try run(
      """
      INSERT INTO journal (account_id, id, rev, sealed) VALUES ($1, $2, $3, $4)
      ON CONFLICT (account_id, id) DO UPDATE SET rev = $3, sealed = $4
      """, .bytes(entry.account.bytes), .text(entry.id), .integer(Int64(entry.rev)), .text(entry.sealed))
  }
  func deleteJournalEntry(_ id: String, of account: AccountID) throws {
    try run("DELETE FROM journal WHERE account_id = $1 AND id = $2", .bytes(account.bytes), .text(id))
  }

  private func entry(_ row: SQLRow, of account: AccountID) throws -> JournalEntry {
    JournalEntry(account: account, id: try row.text("id"), rev: try row.counted("rev", UInt32.self), sealed: try row.text("sealed"))
  }
}
