import ArgumentParser
import AuditLog
import Foundation
import Model
import Store

/// The audit log: written out, and checked.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "Write the audit log out, or check that nothing in it was changed. docs/AUDIT.md describes it.",
    subcommands: [AuditExportCommand.self, AuditVerifyCommand.self])
}

extension PlaceFlags {
  /// The database that is there, for reading.
  func database() async throws -> SQLiteStore {
    let folder = try Settings.data(
      try await StrictSettings(flags: values, environment: ProcessInfo.processInfo.environment, file: config))
    let path = Settings.database(in: folder)
    try FileLook.expectReadable(path, "database at ", missing: "noDatabase")
    return try SQLiteStore(reading: path)
  }
}

struct AuditExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "export", abstract: "Print the whole audit log, one JSON object a line.")

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
    do { return try AuditExport.line(of: row) } catch { throw ConfigurationProblem("The export stops: \(error.reason).") }
  }
}
