import CPQ
import Dispatch

/// Asks PostgreSQL, past the program whose promises are tested.
enum Query {
  /// Performs one statement on a connection of its own, on a thread that may wait for a database that hangs.
  /// - Returns: Its rows as text; a null is an empty text.
  @discardableResult
  static func run(_ sql: String, at url: String) async throws -> [[String]] {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result { try perform(sql, url) }) }
    }
  }

  private static func perform(_ sql: String, _ url: String) throws -> [[String]] {
    let connection = PQconnectdb(url)
    defer { PQfinish(connection) }
    let result = PQexec(connection, sql)
    defer { PQclear(result) }
    guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
      throw SiegeError("PostgreSQL: \(String(cString: PQerrorMessage(connection)))")
    }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
    }
  }
}
