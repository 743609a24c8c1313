import ArgumentParser
import TerminalSurface

struct EscrowBackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Set up account recovery.",
    discussion: "You sign in with your card first. \(EscrowHelp.text)")

  @OptionGroup var flags: EscrowFlags

  func run() async throws {
    let terminal = try flags.card.terminal()
    try await reportingProblems {
      let room = try await EscrowRoom(flags, needsAccounts: true)
      try await room.talkSignedIn(.escrowSetUp, terminal)
      await room.close()
    }
  }
}
