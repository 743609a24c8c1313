import ArgumentParser
import Encoding
import EscrowProvider
import Foundation
import HandsTools
import Model
import ProviderOperation
import TerminalSurface

/// Looking at the photos that wait at a provider.
struct ProviderReviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review", abstract: "Compare the photos that wait at this provider with the people who ask, and say whether it is them.",
    discussion: """
      It works on the provider's database, beside the provider that runs; start it as the user who runs that, or as root. Alone it is a \
      conversation: it asks for the number that the person says, and shows that photo. Programs use --list, --show, --yes and --no.
      """)

  @OptionGroup var place: PlaceFlags
  @Flag(help: "Print a line for each photo that waits: its number, since when, and its size in bytes.") var list = false
  @Option(help: ArgumentHelp("Write the photo with this number into a file (with --to).", valueName: "number")) var show: String?
  @Option(help: ArgumentHelp("The new file, which its owner alone can read. - means standard output.", valueName: "file")) var to: String?
  @Option(help: ArgumentHelp("It is the person: the share of this number is given for a day.", valueName: "number")) var yes: String?
  @Option(help: ArgumentHelp("It is not the person (with --reason).", valueName: "number")) var no: String?
  @Option(help: ArgumentHelp("Why not, in a few words. The person reads it.", valueName: "text")) var reason: String?

  func validate() throws {
    let orders = [list, show != nil, yes != nil, no != nil].filter { $0 }.count
    guard orders <= 1 else { throw ValidationError("Give one of --list, --show, --yes and --no.") }
    guard (show == nil) == (to == nil) else { throw ValidationError("--show NUMBER and --to FILE belong together.") }
    guard (no == nil) == (reason == nil) else { throw ValidationError("--no NUMBER and --reason TEXT belong together.") }
  }

  func run() async throws {
    try await reportingProblems {
      let read = try await StrictSettings(flags: place.values, environment: ProcessInfo.processInfo.environment, file: place.config)
      let terminal = PosixTerminal()
      let isTalk = !list && show == nil && yes == nil && no == nil
      guard !isTalk || terminal.isInteractive else {
        throw ConfigurationProblem("Nobody can be asked here. Use --list, --show, --yes and --no, or start it in a terminal.")
      }
      let room = try ReviewService(database: ProviderCommandSettings.database(in: try Settings.data(read)))
      if isTalk {
        guard try await ReviewDialogue(room: room, terminal: terminal).runUntilSignalled() else { throw ExitCode(1) }
        return
      }
      if list {
        for one in try await room.waiting() {
          print("\(ReviewNumber.text(one.number))\t\(ReviewDialogue.moment(one.since))\t\(one.photo.bytes.count)")
        }
      }
      if let show, let to {
        let bytes = try await room.photo(show).photo.bytes
        if to == "-" { FileHandle.standardOutput.write(Data(bytes)) } else { try NewFile.write(Secret(bytes), to: to) }
      }
      if let yes { try await room.decide(yes, .yes) }
      if let no { try await room.decide(no, .no(reason: try ReviewService.reason(reason))) }
    }
  }
}
