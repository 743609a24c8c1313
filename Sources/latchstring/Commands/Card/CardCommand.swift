import ArgumentParser
import Flows
import TerminalSurface

/// Smart cards.
struct CardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card", abstract: "Smart cards that hold an account's keys.",
    discussion: """
      Alone it offers every conversation with a card as a menu, in plain text: over SSH, without color (NO_COLOR), and for screen readers. Each \
      command has the one conversation; with --json it has none and prints one JSON object.

      \(CardHelp.text())
      """,
    subcommands: [
      CardMenuCommand.self, CardStatusCommand.self, CardInitCommand.self, CardLoginCommand.self, CardSignCommand.self, CardChangePINCommand.self,
      CardChangePUKCommand.self, CardChangePairingCommand.self, CardUnblockCommand.self, CardBackupCommand.self, CardResetCommand.self,
      CardMetadataCommand.self, CardSimulateCommand.self,
    ], defaultSubcommand: CardMenuCommand.self)
}

/// Every conversation, by number.
struct CardMenuCommand: CardReaching {
  static let configuration = CommandConfiguration(commandName: "menu", abstract: "Choose what to do with a card.")

  @OptionGroup var flags: CardFlags

  func run() async throws {
    guard !flags.json else { throw ValidationError("The menu is a conversation. Name a command: latchstring card status --json.") }
    let terminal = try flags.at.terminal(otherwise: "Name a command, like latchstring card status --json.")
    try await reportingProblems {
      let room = try await CardEnvironment(flags.at, needsAccounts: true)
      var person = try await room.person(), vault = room.vault()
      while let flow = await choose(on: terminal) {
        var run = TerminalRun(person, vault, on: terminal, perform: room.perform)
        do { try await room.hold(&run, flow, terminal) } catch is TerminalGone { break }
        (person, vault) = (run.person, run.vault)  // who is signed in stays so until the menu is left
        await room.close()  // and the card does not: other programs want it while nobody chooses anything
      }
      try await person.close()
      await room.close()
    }
  }

  private func choose(on terminal: PosixTerminal) async -> FlowName? {
    let flows = FlowName.allCases.filter { $0.inMenu != nil }
    let labels = flows.compactMap(\.inMenu?.text)
    return await terminal.choose("Cards: what do you want to do?", among: labels).map { flows[$0] }
  }
}
