import ArgumentParser
import PasskeyHands
import TerminalSurface

struct KeysDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a passkey.",
    discussion:
      "Only a copy of the data folder from before would bring it back, until the next reset. The site still expects it: remove it there too, and first make sure that you have another way in.\n\n\(KeysHelp.secrets)"
  )

  @OptionGroup var flags: KeysFlags
  @OptionGroup var pin: PINFlags
  @Argument(help: "The beginning of its number, as the list shows it.") var passkey: String
  @Flag(help: "Without asking whether you are sure.") var yes = false

  func run() async throws {
    try await reportingProblems {
      guard let room = try KeysEnvironment.toLook(try await flags.settings()) else { throw PasskeyProblem(.notFound) }
      let found = try await room.own.find(passkey)
      if !yes { try await Sureness.ask("Delete the passkey for \(found.sentence)?", flag: "--yes") }
      try await room.own.delete(found, by: .typed(try await pin.pin()))
      if flags.json { return try printObject(PasskeyFacts(found)) }
      say("Deleted: \(found.sentence). The site still expects it; remove it there too.")
    }
  }
}
