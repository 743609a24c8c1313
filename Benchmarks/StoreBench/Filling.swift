/// Makes many accounts at once out of one: each with its own name, a passkey and a session.
///
/// Nobody can sign in with those passkeys, and no entry of the log tells of them; they are there to be looked past.
extension Place {
  func fill(with count: Int) async throws {
    try await stop()
    let id = kind == .sqlite ? "CAST('\(Self.number)' AS BLOB)" : "convert_to('\(Self.number)', 'UTF8')"
    // Scattered, as random ids are, and each of them once.
    let scattered = "((n.i * 2654435761) % 4294967296)"
    let place =
      kind == .sqlite ? "printf('%016d', \(scattered))" : "lpad((\(scattered))::text, 16, '0')"
    let bytes = id.replacing("'\(Self.number)'", with: place)
    try run([
      try copies(of: "accounts", ["id": bytes, "username": "'bulk' || n.i", "username_key": "'bulk' || n.i"], count),
      try copies(of: "credentials", ["id": "'bulk' || \(place)", "account_id": bytes], count),
      try copies(
        of: "sessions",
        [
          "id": bytes, "account_id": bytes, "credential_id": "'bulk' || \(place)", "handle": "'bulk' || \(place)",
        ], count),
      kind == .sqlite ? "ANALYZE" : "VACUUM ANALYZE",
    ])
  }
  private static let number = "n"

  /// A statement that writes a row again and again, with other values in some of its columns.
  private func copies(of table: String, _ values: [String: String], _ count: Int) throws -> String {
    let columns = try columns(of: table)
    let list = columns.map { values[$0] ?? "one.\($0)" }.joined(separator: ", ")
    let condition = table == "accounts" ? "" : "WHERE account_id IS NOT NULL"
    return """
      WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO \(table) (\(columns.joined(separator: ", ")))
      SELECT \(list) FROM n, (SELECT * FROM \(table) \(condition) LIMIT 1) AS one
      """
  }

  /// Has many entries of the audit log wait for their places in PostgreSQL, where the running server gives them.
  /// - Returns: How many get them in a second.
  func placed(_ count: Int) async throws -> Double {
    try run([
      """
      INSERT INTO audit_waiting (entry_id, event, at)
      SELECT decode(lpad(to_hex(n), 32, '0'), 'hex'), (SELECT event FROM audit_log LIMIT 1), n
      FROM generate_series(1, \(count)) AS n
      """
    ])
    let start = ContinuousClock.now
    while try waiting() > 0 { try await Task.sleep(for: .milliseconds(50)) }
    return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  }
}
