import CPQ
import Foundation
import Model

/// The server's answer to one statement.
final class PostgreSQLAnswer {
  /// A statement after one that failed was not performed.
  enum State { case performed, failed(PostgreSQLFailure), skipped }
  let state: State
  private let result: OpaquePointer

  /// Takes over a result of libpq.
  init(_ result: OpaquePointer) {
    self.result = result
    state =
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_PIPELINE_SYNC: .performed
      case PGRES_PIPELINE_ABORTED: .skipped
      default: .failed(PostgreSQLFailure(result))
      }
  }
  deinit { PQclear(result) }

  /// The number of rows that the statement changed.
  var changes: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }
  /// What the statement did: `COMMIT`, or `ROLLBACK` in its place.
  var tag: String { String(cString: PQcmdStatus(result)) }

  func rows() throws -> [SQLRow] {
    let width = PQnfields(result), types = try (0..<width).map { try ColumnType(oid: PQftype(result, $0)) }
    let columns = SQLColumns((0..<width).map { String(cString: PQfname(result, $0)) })
    return (0..<PQntuples(result)).map { row in
      SQLRow(columns, (0..<width).map { column in value(row, column, types[Int(column)]) })
    }
  }

  private func value(_ row: CInt, _ column: CInt, _ type: ColumnType) -> SQLValue {
    guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return .null }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
    switch type {
    case .integer:
      let isNegative = bytes.first.map { $0 & 0x80 != 0 } ?? false
      return .integer(bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
    case .text: return .text(String(decoding: bytes, as: UTF8.self))
    case .bytes: return .bytes([UInt8](bytes))
    }
  }

  /// How a column's values are written in binary, by PostgreSQL's number for its type (`pg_type.oid`).
  private enum ColumnType {
    case integer, text, bytes

    init(oid: Oid) throws {
      switch oid {
      case 16, 20, 21, 23: self = .integer  // bool, int8, int2, int4
      case 17: self = .bytes  // bytea
      case 19, 25, 705, 1043: self = .text  // name, text, unknown, varchar
      default: throw StoreError(.unreadable, "a column of PostgreSQL's type \(Int(oid))")
      }
    }
  }
}

/// The parameters of one statement, as libpq takes them. Numbers travel as text, because the server then reads them as
/// whatever type the statement calls for.
struct PostgreSQLParameters {
  private var bytes: [UInt8] = []
  private var places: [Int?] = []
  private var lengths: [CInt] = []
  private var formats: [CInt] = []

  init(_ values: [SQLValue]) {
    for value in values {
      places.append(value == .null ? nil : bytes.count)
      switch value {
      case .null: break
      case .integer(let integer): bytes += String(integer).utf8
      case .text(let text): bytes += text.utf8
      case .bytes(let content): bytes += content
      }
      lengths.append(CInt(bytes.count - (places.last.flatMap { $0 } ?? bytes.count)))
      if case .bytes = value { formats.append(1) } else { formats.append(0) }
      bytes.append(0)
    }
  }

  /// Sends a prepared statement with them. Its answer is wanted in binary.
  /// - Returns: `false` if the connection is of no use any more.
  func send(to statement: String, _ connection: OpaquePointer) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let pointers = places.map { place in
        place.flatMap { place in
          bytes.baseAddress.map { UnsafeRawPointer($0 + place).assumingMemoryBound(to: CChar.self) }
        }
      }
      return PQsendQueryPrepared(connection, statement, CInt(places.count), pointers, lengths, formats, 1) == 1
    }
  }
}
