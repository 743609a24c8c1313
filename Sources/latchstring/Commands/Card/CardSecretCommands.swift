import ArgumentParser
import Flows
import TerminalSurface

struct CardChangePINCommand: CardOrdering {
  static let configuration = CommandConfiguration(
    commandName: "change-pin", abstract: "Give a card a new PIN. The old one is needed.", discussion: CardHelp.text())
  static let flow = FlowName.cardPIN

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags
  @Option(help: "The file descriptor whose next line is the new PIN.") var newPinFd: Int32?

  var order: CardOneShot.Order { .change(.pin) }
  var secrets: [OneShotSecret: Int32?] { opening.secrets([.newPIN: newPinFd]) }
  var mayUseLastTry: Bool { opening.lastTry }
}

struct CardChangePUKCommand: CardOrdering {
  static let configuration = CommandConfiguration(
    commandName: "change-puk", abstract: "Give a card a new PUK. Only the PIN is needed.", discussion: CardHelp.text())
  static let flow = FlowName.cardPUK

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags
  @Option(help: "The file descriptor whose next line is the new PUK.") var newPukFd: Int32?

  var order: CardOneShot.Order { .change(.puk) }
  var secrets: [OneShotSecret: Int32?] { opening.secrets([.newPUK: newPukFd]) }
  var mayUseLastTry: Bool { opening.lastTry }
}

struct CardChangePairingCommand: CardOrdering {
  static let configuration = CommandConfiguration(
    commandName: "change-pairing",
    abstract: "Give a card a new pairing password. Only the PIN is needed; paired computers stay paired.",
    discussion: CardHelp.text())
  static let flow = FlowName.cardPairing

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags
  @Option(help: "The file descriptor whose next line is the new pairing password.") var newPairingFd: Int32?

  var order: CardOneShot.Order { .change(.pairing) }
  var secrets: [OneShotSecret: Int32?] { opening.secrets([.newPairing: newPairingFd]) }
  var mayUseLastTry: Bool { opening.lastTry }
}

struct CardUnblockCommand: CardOrdering {
  static let configuration = CommandConfiguration(
    commandName: "unfreeze", abstract: "Open a frozen card with its PUK and a new PIN.", discussion: CardHelp.text(),
    aliases: ["unblock"])
  static let flow = FlowName.cardUnblock

  @OptionGroup var flags: CardFlags
  @Option(help: "The file descriptor whose next line is the PUK.") var pukFd: Int32?
  @Option(help: "The file descriptor whose next line is the new PIN.") var newPinFd: Int32?
  @Option(help: "The file descriptor whose next line is the pairing password.") var pairingFd: Int32?
  @Flag(help: "The last PUK try may be used. Without it, a single try that is left is kept.") var lastTry = false

  var order: CardOneShot.Order { .unblock }
  var secrets: [OneShotSecret: Int32?] { [.puk: pukFd, .newPIN: newPinFd, .pairing: pairingFd] }
  var mayUseLastTry: Bool { lastTry }
}
