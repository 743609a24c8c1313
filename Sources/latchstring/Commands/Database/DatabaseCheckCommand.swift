import ArgumentParser
import AuditLog
import EscrowProvider
import Foundation
import Model
import Sentences
import Store
import TerminalSurface

struct DatabaseCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Look whether the database is as it has to be, and the audit log in it unbroken.",
    discussion: "The exit status is 0 if nothing has to be done, 1 otherwise, 2 if the database cannot be read.")

  @OptionGroup var flags: DatabaseFlags

  func run() async throws {
    try await reportingProblems(status: 2) {
      let database = try await flags.database()
      let findings = try DatabaseLook(database.address).findings
      for finding in findings { say(finding.isFine ? finding.sentence : "To do: \(finding.sentence)") }
      let isWhole = try await tables(of: database)
      guard isWhole, findings.allSatisfy(\.isFine) else { throw ExitCode(1) }
    }
  }

  /// Looks at what is in the database. Opening it fails unless its tables are of this version.
  private func tables(of database: NamedDatabase) async throws -> Bool {
    switch database.owner {
    case .site: return try await audit(try PostgreSQLStore(database.address), try await flags.settings())
    case .provider:
      _ = try PostgreSQLProviderStore(database.address)
      say("It has a provider's tables, up to date.")
      return true
    }
  }

  private func audit(_ store: PostgreSQLStore, _ read: StrictSettings) async throws -> Bool {
    let verdict = try await store.judgeAudit(by: try await AuditKey.own(read, in: store))
    say(verdict.sentence)
    if case .success = verdict { return true }
    return false
  }
}
