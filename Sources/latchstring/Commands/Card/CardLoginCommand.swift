import ArgumentParser

struct CardLoginCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in with a card to the account that it belongs to, and open its Master Key.",
    discussion: CardHelp.text("The accounts are those of the data folder. The session ends with the command."))

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags

  func run() async throws {
    guard flags.json else { return try await flags.talk(.cardLogin) }
    try await flags.shoot(opening.descriptors, nil, opening.lastTry, needsAccounts: true) { shot, room in
      await shot.login(try await room.person(), room.vault(), accounts: room.accounts)
    }
  }
}
