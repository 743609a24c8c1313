import ArgumentParser
import Flows
import TerminalSurface

/// Commands for smart cards.
struct CardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card", abstract: "Smart cards that hold an account's keys.",
    discussion: """
      Alone it offers every conversation with a card as a menu, in plain text: over SSH, without color (NO_COLOR), and \
      for screen readers. Each command has the one conversation; with --json it has none and prints one JSON object.

      \(CardHelp.text())
      """,
    subcommands: [
      CardMenuCommand.self, CardStatusCommand.self, CardInitCommand.self, CardLoginCommand.self, CardSignCommand.self,
      CardChangePINCommand.self, CardChangePUKCommand.self, CardChangePairingCommand.self, CardUnblockCommand.self,
      CardBackupCommand.self, CardResetCommand.self, CardMetadataCommand.self, CardSimulateCommand.self,
    ], defaultSubcommand: CardMenuCommand.self)
}

/// Shows a numbered menu of all conversations.
struct CardMenuCommand: CardReaching {
  static let configuration = CommandConfiguration(commandName: "menu", abstract: "Choose what to do with a card.")

  @OptionGroup var flags: CardFlags

  func run() async throws {
    guard !flags.json else {
      throw ValidationError("The menu is a conversation. Name a command: latchstring card status --json.")
    }
    let terminal = try flags.at.terminal(otherwise: "Name a command, like latchstring card status --json.")
    try await reportingProblems { try await flags.at.environment(needsAccounts: true).offerAll(on: terminal) }
  }
}

struct CardStatusCommand: CardOrdering {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "What a card says of itself: what it holds, the tries that are left, the places for computers.",
    discussion: CardHelp.text(
      "It asks for no PIN, and with --json it takes no place on a card that this computer is not paired with.",
      takesSecrets: false))
  static let flow = FlowName.cardStatus

  @OptionGroup var flags: CardFlags

  var order: CardOneShot.Order { .status }
}

struct CardInitCommand: CardOrdering {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Set up an empty card: a PIN of your own; the PUK and the pairing password are drawn and shown once.",
    discussion: CardHelp.text(
      """
      In a conversation it goes on to an account for the card. With --json it ends with the card set up. PUK and \
      pairing password never stand in the JSON: they are shown on the terminal, or written to --secrets-fd, one line \
      each, the PUK first.
      """))
  static let flow = FlowName.cardOnboarding

  @OptionGroup var flags: CardFlags
  @Option(help: "The file descriptor whose next line is the new PIN.") var newPinFd: Int32?
  @Option(help: "The file descriptor that the PUK and the pairing password are written to.") var secretsFd: Int32?

  var order: CardOneShot.Order { .initialize }
  var secrets: [OneShotSecret: Int32?] { [.newPIN: newPinFd] }
}

struct CardLoginCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Sign in with a card to the account that it belongs to, and open its journal.",
    discussion: CardHelp.text("The accounts are those of the data folder. The session ends with the command."))

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags

  func run() async throws {
    guard flags.json else { return try await talk(.cardLogin) }
    try await flags.shoot(opening.secrets(), lastTry: opening.lastTry, needsAccounts: true) { shot, environment in
      await shot.login(try await environment.person(), environment.vault(), accounts: environment.accounts)
    }
  }
}

struct CardSignCommand: CardOrdering {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Sign a message, a hash or a file with a card's wallet key.",
    discussion: CardHelp.text(
      """
      A message is signed as EIP-191 says; of a file its SHA-256. The JSON has the address, the hash that was signed, \
      and the signature: r, s and v in 65 bytes. The key that signs in is another one and signs nothing here.
      """))
  static let flow = FlowName.cardSigning

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags
  @Option(help: "With --json: the message.") var message: String?
  @Option(help: "With --json: the 32 bytes to sign, as 64 hexadecimal digits, with or without 0x.") var hash: String?
  @Option(help: "With --json: the file to sign.") var file: String?
  @Option(help: "With --json: which of the card's keys signs.") var path = "m/44'/60'/0'/0/0"

  /// The orders to sign: exactly one with `--json`, none without.
  private var orders: [CardOneShot.Order] {
    [
      message.map { .signMessage($0, path: path) }, hash.map { .signHash($0, path: path) },
      file.map { .signFile($0, path: path) },
    ].compactMap { $0 }
  }

  func validate() throws {
    guard orders.count == (flags.json ? 1 : 0) else {
      throw ValidationError(
        flags.json
          ? "Give one of --message, --hash and --file." : "--message, --hash and --file go with --json.")
    }
  }

  var order: CardOneShot.Order { orders[0] }
  var secrets: [OneShotSecret: Int32?] { opening.secrets() }
  var mayUseLastTry: Bool { opening.lastTry }
}

struct CardBackupCommand: CardOrdering {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Put the phrase of a card's account on another card.",
    discussion: CardHelp.text(
      """
      In a conversation the phrase is checked against the account. With --json only the phrase's own checksum is. A \
      card that is set up is erased first, and only with --erase. The new PUK and pairing password are written to \
      --secrets-fd, one line each, the PUK first.
      """))
  static let flow = FlowName.cardBackup

  @OptionGroup var flags: CardFlags
  @Option(help: "The file descriptor whose next line is the phrase.") var phraseFd: Int32?
  @Option(help: "The file descriptor whose next line is the new card's PIN.") var newPinFd: Int32?
  @Option(help: "The file descriptor that the PUK and the pairing password are written to.") var secretsFd: Int32?
  @Flag(help: "With --json: erase a card that is set up, with every key on it.") var erase = false

  var order: CardOneShot.Order { .backup(erasing: erase) }
  var secrets: [OneShotSecret: Int32?] { [.phrase: phraseFd, .newPIN: newPinFd] }
}

struct CardResetCommand: CardOrdering {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Erase a card: every key on it, its PIN, its PUK and its pairings.",
    discussion: CardHelp.text("With --json it wants --erase, and asks nothing.", takesSecrets: false))
  static let flow = FlowName.cardReset

  @OptionGroup var flags: CardFlags
  @Flag(help: "With --json: yes, erase it.") var erase = false

  var order: CardOneShot.Order { .reset(erasing: erase) }
  var misuse: CardResult? { flags.json ? order.misuse : nil }
}

struct CardMetadataCommand: CardOrdering {
  static let configuration = CommandConfiguration(
    commandName: "name",
    abstract: "Read or write the name in a card's metadata; the rest of them stays as it is.",
    discussion: CardHelp.text("With --json and without --name it only reads, and asks for no PIN."),
    aliases: ["metadata"])
  static let flow = FlowName.cardName

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags
  @Option(help: "With --json: the new name, of at most 20 bytes.") var name: String?

  var order: CardOneShot.Order { .name(name) }
  var secrets: [OneShotSecret: Int32?] { opening.secrets() }
  var mayUseLastTry: Bool { opening.lastTry }
}
