import ArgumentParser
import Foundation
import LocalHands
import TerminalSurface

struct EscrowRecoverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: "Get back into an account with the help of its recovery providers.",
    discussion: "What other programs backed up (GNU Anastasis) is found too: --save says where to put it. \(EscrowHelp.text)")

  @OptionGroup var flags: EscrowFlags
  @Option(help: "The file for a secret that is no account's. It is made for its owner alone, and never written over.") var save: String?

  func run() async throws {
    let terminal = try flags.card.terminal()
    try await reportingProblems {
      let room = try await EscrowRoom(flags, needsAccounts: true)
      var run = room.talk(terminal, try await room.cards.person(), room.cards.vault())
      do {
        _ = try await run.run(.escrowRecovery)
        if let file = run.recovered { try keep(file, terminal) }
        if let facts = try await room.cards.accounts.facts(of: run.desk.session) {
          terminal.write("You are signed in as \(facts.username). The Master Key is \(run.vault.isOpen ? "open" : "not open").")
        }
      } catch is TerminalGone {}  // left with Control-D, or the window was closed
      try await run.desk.close()
      await room.close()
    }
  }

  private func keep(_ file: RecoveredFile, _ terminal: PosixTerminal) throws {
    guard let save else {
      terminal.write("The secret has \(file.contents.count) bytes. With --save FILE it is written into a file.")
      return
    }
    let handle = open(save, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard handle >= 0 else { throw ConfigurationProblem("\(save) is there already, or cannot be made. Nothing was written.") }
    defer { close(handle) }
    let isWhole = file.contents.withBytes { bytes in write(handle, bytes.baseAddress, bytes.count) == bytes.count && fsync(handle) == 0 }
    guard isWhole else { throw ConfigurationProblem("\(save) could not be written as a whole.") }
    terminal.write("The secret is in \(save).")
  }
}
