import Model

/// The tables, step by step. A released step is never edited; changes are made in a new step at the end of the list.
enum Migrations {
  static let steps = [
    first, audit, ways, handoffs, vouching, rewrap, orphans, sessions, names, challenges, looks, escrowBegun,
    proofs, copies, rounds, kits, drillTickets, people,
    severalServers, services,
  ]

  /// Brings a database up to date, in one transaction with its new version number.
  static func run(_ steps: [MigrationStep] = steps, on connection: some SQLConnection) throws {
    try connection.perform("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)", [])
    let done = try version(on: connection)
    try refuseNewer(done, than: steps)
    guard done < steps.count else { return }
    for step in steps.dropFirst(done) {
      for statement in step.statements {
        try connection.perform(connection.dialect.definition(statement), [])
      }
      try step.then(connection)
    }
    try connection.perform("DELETE FROM schema_version", [])
    try connection.perform("INSERT INTO schema_version (version) VALUES ($1)", [.integer(Int64(steps.count))])
  }

  /// A newer program may enforce a rule with a column that this program does not know; if both wrote to the database,
  /// the rule would no longer hold.
  static func refuseNewer(_ version: Int, than steps: [MigrationStep]) throws {
    guard version > steps.count else { return }
    throw StoreError(
      .unavailable,
      """
      its tables are of version \(version), and this program knows them up to \(steps.count). Start the newer program \
      that wrote it, or put back a copy from before
      """)
  }

  /// The number of steps already applied to a database.
  static func version(on connection: some SQLConnection) throws -> Int {
    Int(try connection.query("SELECT version FROM schema_version", []).first?.integer("version") ?? 0)
  }
}

/// SQL statements, followed by Swift code for changes that SQL cannot express.
package struct MigrationStep: Sendable {
  let statements: [String]
  let then: @Sendable (any SQLConnection) throws -> Void

  package init(_ statements: [String], then: @escaping @Sendable (any SQLConnection) throws -> Void = { _ in }) {
    self.statements = statements; self.then = then
  }
}
