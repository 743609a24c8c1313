import ArgumentParser
import TerminalSurface

struct CardChangePINCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "change-pin", abstract: "Give a card a new PIN. The old one is needed.", discussion: CardHelp.text())

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags
  @Option(help: "The file descriptor whose next line is the new PIN.") var newPinFd: Int32?

  func run() async throws {
    guard flags.json else { return try await flags.talk(.cardPIN) }
    try await flags.order(opening.with(.newPIN, newPinFd), lastTry: opening.lastTry, .change(.pin))
  }
}

struct CardChangePUKCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "change-puk", abstract: "Give a card a new PUK. Only the PIN is needed.", discussion: CardHelp.text())

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags
  @Option(help: "The file descriptor whose next line is the new PUK.") var newPukFd: Int32?

  func run() async throws {
    guard flags.json else { return try await flags.talk(.cardPUK) }
    try await flags.order(opening.with(.newPUK, newPukFd), lastTry: opening.lastTry, .change(.puk))
  }
}

struct CardChangePairingCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "change-pairing", abstract: "Give a card a new pairing password. Only the PIN is needed; paired computers stay paired.",
    discussion: CardHelp.text())

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags
  @Option(help: "The file descriptor whose next line is the new pairing password.") var newPairingFd: Int32?

  func run() async throws {
    guard flags.json else { return try await flags.talk(.cardPairing) }
    try await flags.order(opening.with(.newPairing, newPairingFd), lastTry: opening.lastTry, .change(.pairing))
  }
}

extension OpeningFlags {
  /// With one secret more.
  func with(_ secret: OneShotSecret, _ descriptor: Int32?) -> [OneShotSecret: Int32] {
    var all = descriptors
    all[secret] = descriptor
    return all
  }
}
