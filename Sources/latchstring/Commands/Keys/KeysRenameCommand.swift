import ArgumentParser
import Foundation
import PasskeyHands
import TerminalSurface

struct KeysRenameCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Change how a passkey's account is called on this computer.",
    discussion: "The site keeps its own name for the account.\n\n\(KeysHelp.secrets)")

  @OptionGroup var flags: KeysFlags
  @OptionGroup var pin: PINFlags
  @Argument(help: "The beginning of its number, as the list shows it.") var passkey: String
  @Argument(help: "The account's name from now on; it is cut to 64 bytes.") var name: String

  func run() async throws {
    try await reportingProblems {
      guard let room = try KeysEnvironment.toLook(try await flags.settings()) else { throw PasskeyProblem(.notFound) }
      let found = try await room.own.find(passkey)
      try await room.own.rename(found, name: name, displayName: found.userDisplayName, by: .typed(try await pin.pin()))
      let renamed = try await room.own.find(PasskeyFacts(found).id)
      if flags.json { return try printObject(PasskeyFacts(renamed)) }
      say("It is called \(renamed.sentence) now.")
    }
  }
}
