import Foundation
import Model

/// The requirements for a database driver, kept small so that supporting a different database takes one file.
/// Parameters are numbered `$1`, `$2` …, whatever their order in the text.
package protocol SQLConnection {
  func query(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow]
  /// Executes queries one after the other, and returns the rows of each. A database that is far away gets all of them at
  /// once.
  func queries(_ queries: [SQLQuery]) throws -> [[SQLRow]]
  /// Executes a statement and returns the number of changed rows.
  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int
  /// Executes a statement of which nobody asks what it changed. It may be sent later, together with the next one; if it
  /// fails, that one does too.
  func perform(_ sql: String, _ values: [SQLValue]) throws
  var dialect: SQLDialect { get }
  /// Remembers what the current transaction can be recognized by afterwards.
  func recognize(_ act: AuditedAct)
}

extension SQLConnection {
  package func queries(_ queries: [SQLQuery]) throws -> [[SQLRow]] { try queries.map { try query($0.sql, $0.values) } }
  package func recognize(_ act: AuditedAct) {}
  /// Lets the current transaction wait for as long as what else has to be done takes.
  func waitAsLongAsItTakes() throws {
    if dialect == .postgreSQL { try perform("SET LOCAL idle_in_transaction_session_timeout = 0", []) }
  }
}

/// A query and the values of its parameters.
package struct SQLQuery: Sendable {
  var sql: String, values: [SQLValue]
  init(_ sql: String, _ values: SQLValue...) { self.sql = sql; self.values = values }
}

/// An act's own entry in the audit log. If a connection breaks in a commit, it tells whether the act happened.
package struct AuditedAct: Sendable {
  var entry: [UInt8], account: [UInt8]?
}

/// What each database spells in its own way.
package enum SQLDialect {
  case sqlite, postgreSQL

  /// Returns a statement that defines tables, as this database spells it.
  ///
  /// Text is compared by its bytes everywhere. A number that is a primary key is SQLite's own row number only if it is
  /// called `INTEGER`, which has 32 bits elsewhere.
  func definition(_ statement: String) -> String {
    switch self {
    case .sqlite: statement.replacing(" BYTES", with: " BLOB")
    case .postgreSQL:
      statement.replacing(" BYTES", with: " BYTEA").replacing(" TEXT", with: " TEXT COLLATE \"C\"").replacing(
        " INTEGER PRIMARY KEY", with: " BIGINT PRIMARY KEY")
    }
  }

  /// Ends a query of housekeeping for rows that it will change: those that somebody else is changing are left for the
  /// next time. SQLite has one writer.
  package var skippingLocked: String { self == .postgreSQL ? "FOR UPDATE SKIP LOCKED" : "" }

  /// The query for how much the database takes. It returns one row with `bytes`.
  package var usedBytesQuery: String {
    switch self {
    case .sqlite:
      """
      SELECT (page_count - freelist_count) * page_size AS bytes
      FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()
      """
    case .postgreSQL: "SELECT pg_database_size(current_database()) AS bytes"
    }
  }
}

package enum SQLValue: Hashable, Sendable { case null, integer(Int64), text(String), bytes([UInt8]) }

/// The columns of a result: where in a row each name stands. All rows of the result share them.
///
/// They are so few that looking through them takes no longer than a dictionary, which would have to be made first.
package struct SQLColumns {
  package let names: [String]

  /// - Parameter names: The names in the order of the values. Of two that are the same, the first counts.
  package init(_ names: [String]) { self.names = names }
  subscript(name: String) -> Int? { names.firstIndex(of: name) }
}

/// A row, by column name. A missing or mistyped column is a `StoreError`, never a trap.
package struct SQLRow {
  package let columns: SQLColumns
  package let values: [SQLValue]

  package init(_ columns: SQLColumns, _ values: [SQLValue]) { self.columns = columns; self.values = values }

  subscript(column: String) -> SQLValue? { columns[column].map { values[$0] } }
}

extension SQLRow {
  package func integer(_ column: String) throws -> Int64 {
    guard case .integer(let value) = self[column] else { throw unreadable(column) }
    return value
  }
  package func text(_ column: String) throws -> String {
    guard case .text(let value) = self[column] else { throw unreadable(column) }
    return value
  }
  package func bytes(_ column: String) throws -> [UInt8] {
    guard case .bytes(let value) = self[column] else { throw unreadable(column) }
    return value
  }
  package func date(_ column: String) throws -> Date { Date(timeIntervalSince1970: Double(try integer(column)) / 1000) }
  /// Reads a number that is incremented or decremented. No such number has ever exceeded 32 bits, and within that
  /// range, adding one never overflows.
  package func count(_ column: String) throws -> Int { Int(try counted(column, Int32.self)) }
  package func counted<Number: FixedWidthInteger>(_ column: String, _ type: Number.Type) throws -> Number {
    guard let number = Number(exactly: try integer(column)) else { throw unreadable(column) }
    return number
  }
  package func flag(_ column: String) throws -> Bool { try integer(column) != 0 }

  /// Reads a nullable column.
  package func optional<Value>(_ column: String, _ read: (SQLRow) -> (String) throws -> Value) throws -> Value? {
    self[column] == .null ? nil : try read(self)(column)
  }

  private func unreadable(_ column: String) -> StoreError { StoreError(.unreadable, "column \(column)") }
}

extension SQLValue {
  /// Encodes a date as milliseconds since 1970, because integers compare the same way in every database. An
  /// out-of-range date is written as the nearest representable one.
  package static func date(_ date: Date) -> Self {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    return .integer(Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
  }
  package static func flag(_ flag: Bool) -> Self { .integer(flag ? 1 : 0) }
  package static func optional<Value>(_ value: Value?, _ write: (Value) -> Self) -> Self { value.map(write) ?? .null }
}

/// A type that runs SQL for one particular subject through a connection.
package protocol SQLStatements {
  associatedtype Connection: SQLConnection
  var connection: Connection { get }
}

extension SQLStatements {
  package func first(_ sql: String, _ values: SQLValue...) throws -> SQLRow? { try connection.query(sql, values).first }
  package func all(_ sql: String, _ values: SQLValue...) throws -> [SQLRow] { try connection.query(sql, values) }
  package func run(_ sql: String, _ values: SQLValue...) throws { try connection.perform(sql, values) }
  /// Runs a statement and returns the number of changed rows.
  package func changes(_ sql: String, _ values: SQLValue...) throws -> Int { try connection.execute(sql, values) }

  package func installationValue(_ name: String) throws -> [UInt8]? {
    try first("SELECT value FROM installation WHERE name = $1", .text(name))?.bytes("value")
  }
  package func setInstallationValue(_ name: String, _ value: [UInt8]) throws {
    try run("INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING", .text(name), .bytes(value))
  }
  package func replaceInstallationValue(_ name: String, with value: [UInt8]) throws {
    try run(
      "INSERT INTO installation (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      .text(name), .bytes(value))
  }

  /// Returns `true` if no other server does what only one does at a time. The turn lasts until the transaction ends.
  package func isMyTurn(_ work: String) throws -> Bool {
    try first("SELECT name FROM turns WHERE name = $1 FOR UPDATE SKIP LOCKED", .text(work)) != nil
  }
}
