import Crypto
import Encoding
import Foundation
import Model
import Sentences

/// Moves rows from one database into another, of whatever kind, and compares what is in both.
///
/// Rows are read in the order of their keys, a page at a time, so that both databases deliver them in the same order.
enum TableCopy {
  /// Copies every row of these tables.
  static func copy(_ tables: [CopiedTable], from source: some SQLConnection, into target: some SQLConnection) throws {
    for table in tables {
      try target.perform("DELETE FROM \(table.name)", [])
      try eachPage(of: table, in: source) { rows in
        for row in rows {
          let names = row.columns.names, places = names.indices.map { "$\($0 + 1)" }
          try target.perform(
            """
            INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))
            """, row.values)
        }
        // What waits to be sent is sent, so that no more than a page is held.
        _ = try target.query("SELECT 1 AS one", [])
      }
    }
  }

  /// Returns the number of rows of each table, and a digest over all of them.
  static func contents(_ tables: [CopiedTable], of source: some SQLConnection) throws -> [TableContents] {
    try tables.map { table in
      var hash = SHA256(), count = 0
      try eachPage(of: table, in: source) { rows in
        count += rows.count
        for row in rows {
          for (name, value) in zip(row.columns.names, row.values).sorted(by: { $0.0 < $1.0 }) {
            hash.update(data: encode(.text(name)) + encode(value))
          }
        }
      }
      return TableContents(name: table.name, rows: count, digest: Hex.encode(Array(hash.finalize())))
    }
  }

  private static func eachPage(
    of table: CopiedTable, in source: some SQLConnection, _ take: ([SQLRow]) throws -> Void
  ) throws {
    let key = table.key.joined(separator: ", "), places = table.key.indices.map { "$\($0 + 2)" }
    let order = "ORDER BY \(key) LIMIT $1", limit = SQLValue.integer(Int64(table.page))
    var rows = try source.query("SELECT * FROM \(table.name) \(order)", [limit])
    while true {
      try take(rows)
      guard rows.count == table.page, let last = rows.last else { return }
      rows = try source.query(
        "SELECT * FROM \(table.name) WHERE (\(key)) > (\(places.joined(separator: ", "))) \(order)",
        [limit] + table.key.map { last[$0] ?? .null })
    }
  }

  /// A value with its kind and length, so that no two sequences of values look alike.
  private static func encode(_ value: SQLValue) -> [UInt8] {
    let (kind, bytes): (UInt8, [UInt8]) =
      switch value {
      case .null: (0, [])
      case .integer(let integer): (1, Array(String(integer).utf8))
      case .text(let text): (2, Array(text.utf8))
      case .bytes(let bytes): (3, bytes)
      }
    return [kind] + withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { Array($0) } + bytes
  }
}

/// A table whose rows move with their database.
package struct CopiedTable: Sendable {
  package let name: String
  /// The columns that order it.
  let key: [String]
  /// The number of rows that are held at once.
  let page: Int

  package init(_ name: String, _ key: String..., page: Int = 500) {
    self.name = name; self.key = key; self.page = page
  }
}

/// What is in one table.
public struct TableContents: Hashable, Sendable {
  public var name: String
  public var rows: Int
  /// SHA-256 over its rows, in hexadecimal.
  public var digest: String
}
