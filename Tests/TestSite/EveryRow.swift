import Model
import Store

extension Model.Store {
  /// Every row of every table of a SQLite database, as text and sorted, by the table's name: so that a test can say what
  /// alone was written.
  public func everyRow() async throws -> [String: [String]] {
    try await read { records in
      guard let database = records as? any SQLStatements else { throw TestSiteError() }
      let tables = try database.all("SELECT name FROM sqlite_master WHERE type = 'table'").map { try $0.text("name") }
      return try Dictionary(
        uniqueKeysWithValues: tables.map { table in
          let columns = try database.all("SELECT name FROM pragma_table_info('\(table)')").map { try $0.text("name") }
          let line = columns.map { "'\($0)=' || quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
          let rows = try database.all("SELECT \(line) AS line FROM \"\(table)\"")
          return (table, try rows.map { try $0.text("line") }.sorted())
        })
    }
  }

  /// The tables whose rows differ from those before.
  public func tables(changedSince before: [String: [String]]) async throws -> Set<String> {
    let now = try await everyRow()
    return Set(now.keys).union(before.keys).filter { now[$0] != before[$0] }
  }
}
