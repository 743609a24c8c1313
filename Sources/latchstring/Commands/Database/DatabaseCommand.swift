import ArgumentParser
import Foundation
import Model
import Sentences
import Store
import TerminalSurface

/// What whoever runs a site on PostgreSQL does with its database.
struct DatabaseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database", abstract: "Make, check or move the PostgreSQL database of a site. See docs/HOSTING.md.",
    subcommands: [DatabaseMigrateCommand.self, DatabaseCheckCommand.self, DatabaseCopyCommand.self])
}

/// The flags of all commands about a database.
struct DatabaseFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags

  /// - Throws: `ConfigurationProblem` if the settings name no database.
  func address() async throws -> PostgreSQLAddress {
    let place = place.orInstalled(environment: ProcessInfo.processInfo.environment)
    guard case .server(let address) = try StorePlace(try await place.settings()) else {
      throw ConfigurationProblem(
        "database.url is missing: where the database is. A site without one keeps its accounts in a file.",
        code: "noDatabase")
    }
    return address
  }
}

struct DatabaseMigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Make the tables, or bring them up to date.",
    discussion: "Run it once for all servers, after the program was upgraded and before they are restarted.")

  @OptionGroup var flags: DatabaseFlags

  func run() async throws {
    try await reportingProblems(status: 2) {
      let steps = try PostgreSQLStore.migrate(try await flags.address())
      say(
        steps == 0
          ? "The tables are up to date."
          : steps == 1
            ? "One step was done. The tables are up to date."
            : "\(steps) steps were done. The tables are up to date.")
    }
  }
}

struct DatabaseCopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Move a site from a file into its database, or back.",
    discussion: """
      Stop every server of the site before. Nothing is kept unless each row and digest is the same in both.
      """)

  @Option(help: "The file that the rows come from: latchstring.sqlite of the site so far.", completion: .file())
  var from: String?
  @Option(help: "A new file that the rows go into.", completion: .file()) var to: String?
  @OptionGroup var flags: DatabaseFlags

  func validate() throws {
    guard (from == nil) != (to == nil) else { throw ValidationError("Say --from FILE or --to FILE.") }
  }

  func run() async throws {
    try await reportingProblems(status: 2) {
      let address = try await flags.address()
      let contents: [TableContents]
      if let from {
        try FileLook.expectReadable(from, "database at ", missing: "noDatabase")
        contents = try StoreCopy.copy(file: from, into: address)
      } else {
        umask(0o077)
        contents = try StoreCopy.copy(address, intoFile: to ?? "")
      }
      for table in contents {
        print(
          table.name.padding(toLength: 14, withPad: " ", startingAt: 0),
          String(table.rows).padding(toLength: 10, withPad: " ", startingAt: 0), table.digest)
      }
      say("Every row is the same in both.")
    }
  }
}
