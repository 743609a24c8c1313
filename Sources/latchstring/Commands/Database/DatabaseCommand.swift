import ArgumentParser
import Foundation
import Model
import Sentences
import Store
import TerminalSurface

/// What whoever runs a site or a provider on PostgreSQL does with its database.
struct DatabaseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "database",
    abstract: "Make, check or move the PostgreSQL database of a site or a provider. See docs/HOSTING.md.",
    discussion: "Whose database it is, the settings say: rp.id is a site's, provider.name a provider's.",
    subcommands: [DatabaseMigrateCommand.self, DatabaseCheckCommand.self, DatabaseCopyCommand.self])
}

struct DatabaseMigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Make the tables, or bring them up to date.",
    discussion: "Run it once for all servers, after the program was upgraded and before they are restarted.")

  @OptionGroup var flags: DatabaseFlags

  func run() async throws {
    try await reportingProblems(status: 2) {
      let steps = try await flags.database().migrate()
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
    commandName: "copy", abstract: "Move a site or a provider from a file into its database, or back.",
    discussion: """
      Stop every server that uses them before. Nothing is kept unless each row and digest is the same in both.
      """)

  @Option(
    help: "The file that the rows come from: latchstring.sqlite of the site so far, or provider.sqlite.",
    completion: .file())
  var from: String?
  @Option(help: "A new file that the rows go into.", completion: .file()) var to: String?
  @OptionGroup var flags: DatabaseFlags

  func validate() throws {
    guard (from == nil) != (to == nil) else { throw ValidationError("Say --from FILE or --to FILE.") }
  }

  func run() async throws {
    try await reportingProblems(status: 2) {
      let database = try await flags.database()
      let contents: [TableContents]
      if let from {
        try FileLook.expectReadable(from, "database at ", missing: "noDatabase")
        contents = try database.copy(file: from)
      } else {
        umask(0o077)
        contents = try database.copy(intoFile: to ?? "")
      }
      for table in contents {
        print(
          table.name.padding(toLength: 18, withPad: " ", startingAt: 0),
          String(table.rows).padding(toLength: 10, withPad: " ", startingAt: 0), table.digest)
      }
      say("Every row is the same in both.")
    }
  }
}
