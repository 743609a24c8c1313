import ArgumentParser

struct CardStatusCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "What a card says of itself: what it holds, the tries that are left, the places for computers.",
    discussion: CardHelp.text(
      "It asks for no PIN, and with --json it takes no place on a card that this computer is not paired with.", takesSecrets: false))

  @OptionGroup var flags: CardFlags

  func run() async throws {
    guard flags.json else { return try await flags.talk(.cardStatus) }
    try await flags.order([:], .status)
  }
}
