import Model
import Synchronization
import TestPostgreSQL
import Testing

@testable import Store

/// Runs each test of a suite once for each kind of database, and names the kind where one fails.
struct EachDatabaseTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for kind in DatabaseKind.allCases {
      let naming: IssueHandlingTrait = .compactMapIssues { issue in
        var issue = issue
        issue.comments.append("on \(kind.rawValue)")
        return issue
      }
      try await DatabaseKind.$current.withValue(kind) {
        try await naming.provideScope(for: test, testCase: testCase, performing: function)
      }
    }
  }
}

extension Trait where Self == EachDatabaseTrait {
  static var onEachDatabase: Self { EachDatabaseTrait() }
}

/// Asks a database directly, whatever its driver.
func rows(_ sql: String, _ values: SQLValue..., in records: any Records) throws -> [SQLRow] {
  func ask(_ records: some SQLStatements) throws -> [SQLRow] { try records.connection.query(sql, values) }
  guard let records = records as? any SQLStatements else { throw StoreError(.unavailable, "no SQL") }
  return try ask(records)
}

/// Counts how often a closure ran.
final class Tally: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .relaxed) }
  /// - Returns: The count with this one.
  @discardableResult
  func add() -> Int { number.wrappingAdd(1, ordering: .relaxed).newValue }
}
