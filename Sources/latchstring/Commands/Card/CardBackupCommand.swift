import ArgumentParser
import TerminalSurface

struct CardBackupCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Put the phrase of a card's account on another card.",
    discussion: CardHelp.text(
      """
      In a conversation the phrase is checked against the account. With --json only the phrase's own checksum is. A card that is set up is \
      erased first, and only with --erase. The new PUK and pairing password are written to --secrets-fd, one line each, the PUK first.
      """))

  @OptionGroup var flags: CardFlags
  @Option(help: "The file descriptor whose next line is the phrase.") var phraseFd: Int32?
  @Option(help: "The file descriptor whose next line is the new card's PIN.") var newPinFd: Int32?
  @Option(help: "The file descriptor that the PUK and the pairing password are written to.") var secretsFd: Int32?
  @Flag(help: "With --json: erase a card that is set up, with every key on it.") var erase = false

  func run() async throws {
    guard flags.json else { return try await flags.talk(.cardBackup) }
    var descriptors: [OneShotSecret: Int32] = [:]
    (descriptors[.phrase], descriptors[.newPIN]) = (phraseFd, newPinFd)
    try await flags.order(descriptors, showing: secretsFd, .backup(erasing: erase))
  }
}
