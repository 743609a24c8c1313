import Foundation
import Model
import Store

extension Model.Store {
  /// Every row of every table, as text and sorted, by the table's name: so that a test can say what alone was written.
  /// An entry of the audit log has its place first, wherever it is written; how that comes about is left out.
  public func everyRow() async throws -> [String: [String]] {
    try await untilChained()
    return try await read { records in
      guard let database = records as? any SQLStatements else { throw TestSiteError() }
      return try Dictionary(
        uniqueKeysWithValues: TableSet.site.copied.map { table in
          (table.name, try database.all("SELECT * FROM \(table.name)").map(Self.line).sorted())
        })
    }
  }
  /// Returns once every entry of the audit log has its place. If another server is giving places, it waits for that one.
  public func untilChained() async throws {
    while try await read({ try $0.waitingAuditEntries() }) > 0 {
      if try await !chainWaiting() { try await Task.sleep(for: .milliseconds(5)) }
    }
  }
  private static func line(_ row: SQLRow) -> String {
    zip(row.columns.names, row.values).filter { $0.0 != "audit_number" && $0.0 != "entry_id" }.map { name, value in
      let text =
        switch value {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .text(let text): "'\(text)'"
        case .bytes(let bytes): "X'" + bytes.map { String(format: "%02X", $0) }.joined() + "'"
        }
      return "\(name)=\(text)"
    }.joined(separator: " ")
  }

  /// The tables whose rows differ from those before.
  public func tables(changedSince before: [String: [String]]) async throws -> Set<String> {
    let now = try await everyRow()
    return Set(now.keys).union(before.keys).filter { now[$0] != before[$0] }
  }
}
