import Model
import Testing

@testable import Store

/// What SQLite alone lets pass: numbers with fractions, and parameters without a value.
@Suite struct SQLiteConnectionTests {
  @Test("a number is read if it is whole, and a parameter without a value is an error") func values() async throws {
    try await SQLiteStore().read { records in
      let fractions = try rows("SELECT 2.0 AS a, 0.5 AS b", in: records)
      #expect(fractions.map(\.values) == [[.integer(2), .null]])
      #expect(throws: (any Error).self) { try rows("SELECT $1 AS a, $2 AS b", .integer(1), in: records) }
    }
  }
}
