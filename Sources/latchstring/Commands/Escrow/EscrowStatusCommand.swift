import ArgumentParser
import EscrowHands
import Foundation
import HandsProtocol
import TerminalSurface
import Vocabulary

struct EscrowStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "How account recovery stands: each provider, and which ways would work now.",
    discussion: "With --json the exit status is 0 when it was asked, and 1 when nothing is set up from this computer.")

  @OptionGroup var flags: EscrowFlags
  @Flag(help: "No conversation: one JSON object on standard output.") var json = false
  @Flag(help: "How the backup of a file stands, not that of the account.") var file = false

  func run() async throws {
    var isSetUp = true
    try await reportingProblems {
      let room = try await EscrowEnvironment(flags, needsAccounts: false)
      if json {
        isSetUp = try await printFacts(room)
      } else {
        var run = room.talk(
          try flags.card.terminal(otherwise: "With --json it goes without one."), try await room.cards.person(), room.cards.vault(), about: errand)
        do { _ = try await run.run(.escrowStatus) } catch is TerminalGone {}
        try await run.person.close()
      }
      await room.close()
    }
    if !isSetUp { throw ExitCode(1) }
  }

  private var errand: EscrowErrand { file ? .file : .setUp }

  private struct Facts: Encodable {
    var providers: [EscrowStanding]
    /// What each way takes, and from whom.
    var ways: [[EscrowPartFacts]]
  }

  private func printFacts(_ room: EscrowEnvironment) async throws -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard case .status(let providers, let ways) = await room.perform(errand)(EscrowWork(.status)).reply else {
      print(#"{"code": "nothingSetUp"}"#)
      return false
    }
    print(String(decoding: try encoder.encode(Facts(providers: providers, ways: ways)), as: UTF8.self))
    return true
  }
}
