import ArgumentParser

/// Smart cards.
struct CardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card", abstract: "Smart cards that hold an account's keys.", subcommands: [CardSimulateCommand.self])
}
