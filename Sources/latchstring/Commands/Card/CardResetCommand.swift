import ArgumentParser
import TerminalSurface

struct CardResetCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Erase a card: every key on it, its PIN, its PUK and its pairings.",
    discussion: CardHelp.text("With --json it wants --erase, and asks nothing.", takesSecrets: false))

  @OptionGroup var flags: CardFlags
  @Flag(help: "With --json: yes, erase it.") var erase = false

  func run() async throws {
    guard flags.json else { return try await flags.talk(.cardReset) }
    try await flags.order([:], order)
  }
  var misuse: CardResult? { flags.json ? order.misuse : nil }
  private var order: CardOneShot.Order { .reset(erasing: erase) }
}
