import ArgumentParser
import TerminalSurface

struct CardInitCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Set up an empty card: a PIN of your own; the PUK and the pairing password are drawn and shown once.",
    discussion: CardHelp.text(
      """
      In a conversation it goes on to an account for the card. With --json it ends with the card set up. PUK and pairing password never stand \
      in the JSON: they are shown on the terminal, or written to --secrets-fd, one line each, the PUK first.
      """))

  @OptionGroup var flags: CardFlags
  @Option(help: "The file descriptor whose next line is the new PIN.") var newPinFd: Int32?
  @Option(help: "The file descriptor that the PUK and the pairing password are written to.") var secretsFd: Int32?

  func run() async throws {
    guard flags.json else { return try await flags.talk(.cardOnboarding) }
    try await flags.order(newPinFd.map { [.newPIN: $0] } ?? [:], showing: secretsFd, .initialize)
  }
}
