import Foundation
import GRDB

/// The SQLite driver. Values are bound **by name**: SQLite numbers `$n` by first appearance in the text, not by n.
struct SQLiteConnection: SQLConnection {
  let database: Database
  var bytesType: String { "BLOB" }
  var usedBytesQuery: String {
    """
    SELECT (page_count - freelist_count) * page_size AS bytes
    FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()
    """
  }

  func query(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
    try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments(values)).map { row in
      SQLRow(columns: Dictionary(uniqueKeysWithValues: row.map { ($0, value($1.storage)) }))
    }
  }

  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try database.cachedStatement(sql: sql).execute(arguments: arguments(values))
    return database.changesCount
  }

  private func arguments(_ values: [SQLValue]) -> StatementArguments {
    let named: [String: (any DatabaseValueConvertible)?] = Dictionary(uniqueKeysWithValues: values.enumerated().map { ("\($0 + 1)", bound($1)) })
    return StatementArguments(named)
  }
  private func bound(_ value: SQLValue) -> DatabaseValue {
    switch value {
    case .null: .null
    case .integer(let integer): integer.databaseValue
    case .text(let text): text.databaseValue
    case .bytes(let bytes): Data(bytes).databaseValue
    }
  }
  private func value(_ storage: DatabaseValue.Storage) -> SQLValue {
    switch storage {
    case .null: .null
    case .int64(let integer): .integer(integer)
    case .double(let double): Int64(exactly: double).map(SQLValue.integer) ?? .null
    case .string(let text): .text(text)
    case .blob(let data): .bytes([UInt8](data))
    }
  }
}
