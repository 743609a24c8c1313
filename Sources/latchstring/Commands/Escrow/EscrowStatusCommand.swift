import ArgumentParser
import FlowKit
import Foundation
import LocalHands
import TerminalSurface

struct EscrowStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "How account recovery stands: each provider, and which ways would work now.",
    discussion: "With --json the exit status is 0 when it was asked, and 1 when nothing is set up from this computer.")

  @OptionGroup var flags: EscrowFlags

  func run() async throws {
    var isSetUp = true
    try await reportingProblems {
      let room = try await EscrowRoom(flags, needsAccounts: !flags.card.json)
      if flags.card.json {
        isSetUp = try await printFacts(room)
      } else {
        try await room.talkSignedIn(.escrowStatus, try flags.card.terminal())
      }
      await room.close()
    }
    if !isSetUp { throw ExitCode(1) }
  }

  private struct Facts: Encodable {
    var providers: [EscrowStanding]
    /// What each way takes, and from whom.
    var ways: [[EscrowPartFacts]]
  }

  private func printFacts(_ room: EscrowRoom) async throws -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard case .status(let providers, let ways) = await room.perform(EscrowWork(.status)).reply else {
      print(#"{"code": "nothingSetUp"}"#)
      return false
    }
    print(String(decoding: try encoder.encode(Facts(providers: providers, ways: ways)), as: UTF8.self))
    return true
  }
}
