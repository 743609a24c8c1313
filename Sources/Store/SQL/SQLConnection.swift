/// What a driver must be able to do; narrow, so that another database is one file. Parameters are `$1`, `$2` …, whatever their order in the text.
protocol SQLConnection {
  func query(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow]
  /// Returns how many rows it changed.
  @discardableResult
  func execute(_ sql: String, _ values: [SQLValue]) throws -> Int
  /// How this database spells the type of a column of bytes.
  var bytesType: String { get }
  /// Asks this database how much of its file is used: one row with `bytes`.
  var usedBytesQuery: String { get }
}

enum SQLValue: Hashable, Sendable { case null, integer(Int64), text(String), bytes([UInt8]) }

/// One row, by column name. A column that is missing or of another type is a `StoreError`, never a trap.
struct SQLRow {
  var columns: [String: SQLValue]
}
