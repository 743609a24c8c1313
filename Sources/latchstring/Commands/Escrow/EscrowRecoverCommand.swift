import ArgumentParser
import EscrowHands
import Foundation
import HandsProtocol
import HandsTools
import TerminalSurface

struct EscrowRecoverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover", abstract: "Get back into an account, or a file back, with the help of recovery providers.",
    discussion: """
      A file is found with the same facts as an account, also one that another program of GNU Anastasis backed up: --save says where to put it. \
      \(EscrowHelp.text)
      """)

  @OptionGroup var flags: EscrowFlags
  @Option(help: "The file for a secret that is no account's. It is made for its owner alone, and never written over.") var save: String?

  func validate() throws {
    if let save, FileManager.default.fileExists(atPath: save) { throw ValidationError("\(save) is there already, and is never written over.") }
  }

  func run() async throws {
    let terminal = try flags.card.terminal()
    try await reportingProblems {
      let room = try await EscrowEnvironment(flags, needsAccounts: false)
      var run = room.talk(terminal, try await room.cards.person(), room.cards.vault())
      do { _ = try await run.run(.escrowRecovery) } catch is TerminalGone {}  // left with Control-D, or the window was closed
      if let file = run.recovered { try await keep(file, room, terminal) }
      if let facts = try await room.cards.accounts.facts(of: run.person.session) {
        terminal.say("You are signed in as \(facts.username). The Master Key is \(run.vault.isOpen ? "open" : "not open").")
      }
      try await run.person.close()
      await room.close()
    }
  }

  /// Once it is in a file, what led there is of no more use here.
  private func keep(_ file: RecoveredFile, _ room: EscrowEnvironment, _ terminal: PosixTerminal) async throws {
    guard let save else {
      terminal.say("It has \(file.contents.count) bytes, and is in no file yet. This writes it into one:")
      terminal.say("  latchstring escrow recover --save FILE")
      terminal.say("That goes on from here, and nothing has to be typed again.")
      return
    }
    try NewFile.write(file.contents, to: save)
    _ = await room.perform(.recovery)(EscrowWork(.discard(.recovery)))
    terminal.say("It is in \(save). What you typed to get it back is forgotten here.", keeping: [save])
  }
}
