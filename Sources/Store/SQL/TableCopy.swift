import Crypto
import Encoding
import Foundation
import Model
import Sentences

/// Moves a site's rows from one database into another, of whatever kind, and compares what is in both.
///
/// Rows are read in the order of their keys, a page at a time, so that both databases deliver them in the same order.
enum TableCopy {
  /// Every table, after those that its rows refer to, with the columns that order it.
  static let tables: [(name: String, key: [String])] = [
    ("installation", ["name"]), ("accounts", ["id"]), ("looks", ["skeleton", "account_id"]), ("credentials", ["id"]),
    ("sessions", ["id"]), ("challenges", ["bytes"]), ("runs", ["id"]), ("audit_log", ["position"]),
    ("device_wraps", ["id"]), ("way_proofs", ["way_id", "how"]), ("generations", ["account_id", "number"]),
    ("journal", ["account_id", "id"]), ("handoffs", ["token_hash"]), ("drill_tickets", ["token_hash"]),
    ("invitations", ["token_hash"]), ("copies", ["head", "place"]), ("copy_ways", ["head", "place", "way_id"]),
    ("guesses", ["place"]), ("checkpoints", ["position"]), ("audit_beginning", ["position"]),
    ("audit_kept", ["position"]), ("audit_numbers", ["account_id"]),
  ]
  private static let page = 500

  /// Copies every row.
  /// - Throws: `StoreError.unavailable` if the other database has accounts already, or entries still wait here.
  static func copy(from source: some SQLConnection, into target: some SQLConnection) throws {
    guard try target.query("SELECT id FROM accounts LIMIT 1", []).isEmpty else {
      throw StoreError(.unavailable, "there are accounts in it already")
    }
    guard try source.query("SELECT entry_id FROM audit_waiting LIMIT 1", []).isEmpty else {
      throw StoreError(.unavailable, "entries of the audit log still wait for their places. Stop its servers first")
    }
    for table in tables {
      try target.perform("DELETE FROM \(table.name)", [])
      try eachRow(of: table, in: source) { row in
        let names = row.columns.names, places = names.indices.map { "$\($0 + 1)" }
        try target.perform(
          """
          INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places.joined(separator: ", ")))
          """, row.values)
      }
    }
  }

  /// Returns the number of rows of each table, and a digest over all of them.
  static func contents(of source: some SQLConnection) throws -> [TableContents] {
    try tables.map { table in
      var hash = SHA256(), rows = 0
      try eachRow(of: table, in: source) { row in
        rows += 1
        for (name, value) in zip(row.columns.names, row.values).sorted(by: { $0.0 < $1.0 }) {
          hash.update(data: encode(.text(name)) + encode(value))
        }
      }
      return TableContents(name: table.name, rows: rows, digest: Hex.encode(Array(hash.finalize())))
    }
  }

  private static func eachRow(
    of table: (name: String, key: [String]), in source: some SQLConnection, _ take: (SQLRow) throws -> Void
  ) throws {
    let key = table.key.joined(separator: ", "), places = table.key.indices.map { "$\($0 + 2)" }
    let order = "ORDER BY \(key) LIMIT $1", limit = SQLValue.integer(Int64(page))
    var rows = try source.query("SELECT * FROM \(table.name) \(order)", [limit])
    while true {
      for row in rows { try take(row) }
      guard rows.count == page, let last = rows.last else { return }
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

/// What is in one table.
public struct TableContents: Hashable, Sendable {
  public var name: String
  public var rows: Int
  /// SHA-256 over its rows, in hexadecimal.
  public var digest: String
}
