import ArgumentParser
import AuditLog
import Foundation
import Model
import Store
import Sentences

/// Exports, verifies and shortens the audit log.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Write the audit log out, shorten it, or check that nothing in it was changed: see docs/AUDIT.md.",
    subcommands: [AuditExportCommand.self, AuditVerifyCommand.self, AuditTrimCommand.self, AuditKeyCommand.self])
}

extension PlaceFlags {
  /// Opens the existing database for reading.
  func database() async throws -> any Store {
    let place = try StorePlace(try await settings())
    if case .file(let path) = place, FileLook(at: path) == .missing, let hint = installedHint {
      throw ConfigurationProblem("There is no database at \(path). \(hint)", code: "noDatabase")
    }
    return try place.openExisting()
  }

  /// Opens the existing file for reading, for commands that take it as a whole.
  func file() async throws -> SQLiteStore {
    guard case .file = try StorePlace(try await settings()), let file = try await database() as? SQLiteStore else {
      throw ConfigurationProblem(
        "These accounts are in PostgreSQL. Copy them with its own tools, such as pg_dump: docs/HOSTING.md says how.",
        code: "noFile")
    }
    return file
  }
}

struct AuditExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the audit log in the database, one JSON object a line.")

  @OptionGroup var place: PlaceFlags

  func run() async throws {
    try await reportingProblems(status: 2) {
      try await place.database().eachAuditRow { row in
        let line = Data((try Self.line(row) + "\n").utf8)
        do { try FileHandle.standardOutput.write(contentsOf: line) } catch {
          throw ConfigurationProblem("The export stops: it cannot be written (\(error.localizedDescription)).")
        }
      }
    }
  }

  private static func line(_ row: AuditRow) throws -> String {
    do { return try AuditExport.line(of: row) } catch {
      throw ConfigurationProblem("The export stops: \(error.reason).")
    }
  }
}
