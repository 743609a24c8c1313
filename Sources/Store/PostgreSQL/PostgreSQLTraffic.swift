import Synchronization

/// What the connections of one server sent, which is what a database that is far away costs.
package final class PostgreSQLTraffic: Sendable {
  private let counts = Mutex((statements: 0, roundTrips: 0, conflicts: 0))
  package init() {}

  /// The number of statements that were sent; those that begin and end a transaction too.
  package var statements: Int { counts.withLock { $0.statements } }
  /// How often an answer was waited for.
  package var roundTrips: Int { counts.withLock { $0.roundTrips } }
  /// How often a transaction was tried again because it conflicted with another.
  package var conflicts: Int { counts.withLock { $0.conflicts } }

  func sent(_ statements: Int) {
    counts.withLock {
      $0.statements += statements
      $0.roundTrips += 1
    }
  }
  func conflicted() { counts.withLock { $0.conflicts += 1 } }
}
