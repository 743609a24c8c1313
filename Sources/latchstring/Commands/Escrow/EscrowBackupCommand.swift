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
      var login = room.talk(terminal, try await room.cards.person(), room.cards.vault())
      do {
        if let end = try await login.run(.cardLogin), end.grants {
          var setUp = room.talk(terminal, login.desk, login.vault)
          _ = try await setUp.run(.escrowSetUp)
        }
      } catch is TerminalGone {}  // left with Control-D, or the window was closed
      try await login.desk.close()
      await room.close()
    }
  }
}
