import ArgumentParser

struct CardMetadataCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "name", abstract: "Read or write the name in a card's metadata; the rest of them stays as it is.",
    discussion: CardHelp.text("With --json and without --name it only reads, and asks for no PIN."), aliases: ["metadata"])

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags
  @Option(help: "With --json: the new name, of at most 20 bytes.") var name: String?

  func run() async throws {
    guard flags.json else { return try await flags.talk(.cardName) }
    try await flags.order(opening.descriptors, lastTry: opening.lastTry, .name(name))
  }
}
