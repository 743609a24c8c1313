import Foundation
import Model

extension SQLRow {
  func integer(_ column: String) throws -> Int64 {
    guard case .integer(let value) = columns[column] else { throw unreadable(column) }
    return value
  }
  func text(_ column: String) throws -> String {
    guard case .text(let value) = columns[column] else { throw unreadable(column) }
    return value
  }
  func bytes(_ column: String) throws -> [UInt8] {
    guard case .bytes(let value) = columns[column] else { throw unreadable(column) }
    return value
  }
  func date(_ column: String) throws -> Date { Date(timeIntervalSince1970: Double(try integer(column)) / 1000) }
  /// A number that is counted up or down. No such one has left 32 bits, and within them one more is never too many.
  func count(_ column: String) throws -> Int { Int(try counted(column, Int32.self)) }
  func counted<Number: FixedWidthInteger>(_ column: String, _ type: Number.Type) throws -> Number {
    guard let number = Number(exactly: try integer(column)) else { throw unreadable(column) }
    return number
  }
  func flag(_ column: String) throws -> Bool { try integer(column) != 0 }

  /// The same, for a column that may be empty.
  func optional<Value>(_ column: String, _ read: (SQLRow) -> (String) throws -> Value) throws -> Value? {
    columns[column] == .null ? nil : try read(self)(column)
  }

  private func unreadable(_ column: String) -> StoreError { StoreError(.unreadable, "column \(column)") }
}

extension SQLValue {
  /// Milliseconds since 1970, as integers compare alike in every database.
  /// What lies beyond all that can be written is written as the last that can.
  static func date(_ date: Date) -> Self {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    return .integer(Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
  }
  static func flag(_ flag: Bool) -> Self { .integer(flag ? 1 : 0) }
  static func optional<Value>(_ value: Value?, _ write: (Value) -> Self) -> Self { value.map(write) ?? .null }
}
