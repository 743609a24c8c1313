import Foundation
import GRDB
import GRDBSQLite

/// The SQLite driver. Values are bound where SQLite says that their parameter stands: it numbers `$1`, `$2` by their
/// first appearance in the text, not by n.
package struct SQLiteConnection: SQLConnection {
  let database: Database
  package var dialect: SQLDialect { .sqlite }

  package func query(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
    let statement = try bound(sql, values), names = statement.columnNames
    let columns = SQLColumns(names), places = names.indices.map(CInt.init)
    let cursor = try Row.fetchCursor(statement)
    var rows: [SQLRow] = []
    // The values are read from the statement itself, which is at the row: a `Row` would copy each of them twice.
    while try cursor.next() != nil { rows.append(SQLRow(columns, places.map { value(statement.sqliteStatement, $0) })) }
    return rows
  }

  package func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try bound(sql, values).execute()
    return database.changesCount
  }
  package func perform(_ sql: String, _ values: [SQLValue]) throws { try bound(sql, values).execute() }

  /// Returns the statement with its values bound, each once, however often its parameter is used. GRDB would look up
  /// each by its name, or copy all of them from one array into the next.
  private func bound(_ sql: String, _ values: [SQLValue]) throws -> Statement {
    let statement = try database.cachedStatement(sql: sql), handle = statement.sqliteStatement
    // GRDB traps if the statement failed the last time and was not reset since. Then no value is left from before.
    sqlite3_reset(handle)
    statement.setUncheckedArguments(StatementArguments())
    for place in 0..<sqlite3_bind_parameter_count(handle) {
      let name = sqlite3_bind_parameter_name(handle, place + 1), number = name.map { strtol($0 + 1, nil, 10) } ?? 0
      guard values.indices.contains(number - 1) else {
        throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "a parameter has no value", sql: sql)
      }
      let code = bind(values[number - 1], to: handle, at: place + 1)
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
    }
    return statement
  }
  private func bind(_ value: SQLValue, to handle: SQLiteStatement, at place: CInt) -> CInt {
    switch value {
    case .null: return sqlite3_bind_null(handle, place)
    case .integer(let integer): return sqlite3_bind_int64(handle, place, integer)
    case .text(var text):
      return text.withUTF8 { text in
        text.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text64(handle, place, $0.baseAddress, UInt64($0.count), Self.copied, UInt8(SQLITE_UTF8))
        }
      }
    case .bytes(let bytes):
      // Without an address, it would be NULL.
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, place, 0) }
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob64(handle, place, $0.baseAddress, UInt64($0.count), Self.copied)
      }
    }
  }
  /// `SQLITE_TRANSIENT`, a macro that Swift does not import: SQLite copies the bytes.
  private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

  private func value(_ handle: SQLiteStatement, _ place: CInt) -> SQLValue {
    switch sqlite3_column_type(handle, place) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, place))
    case SQLITE_FLOAT: return Int64(exactly: sqlite3_column_double(handle, place)).map(SQLValue.integer) ?? .null
    case SQLITE_TEXT: return sqlite3_column_text(handle, place).map { .text(String(cString: $0)) } ?? .null
    case SQLITE_BLOB:
      // SQLite has no address for an empty one.
      let bytes = sqlite3_column_blob(handle, place), count = Int(sqlite3_column_bytes(handle, place))
      return .bytes([UInt8](UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)))
    default: return .null
    }
  }
}
