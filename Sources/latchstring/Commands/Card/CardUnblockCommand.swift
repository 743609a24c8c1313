import ArgumentParser
import TerminalSurface

struct CardUnblockCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "unfreeze", abstract: "Open a frozen card with its PUK and a new PIN.", discussion: CardHelp.text(), aliases: ["unblock"])

  @OptionGroup var flags: CardFlags
  @Option(help: "The file descriptor whose next line is the PUK.") var pukFd: Int32?
  @Option(help: "The file descriptor whose next line is the new PIN.") var newPinFd: Int32?
  @Option(help: "The file descriptor whose next line is the pairing password.") var pairingFd: Int32?
  @Flag(help: "The last PUK try may be used. Without it, a single try that is left is kept.") var lastTry = false

  func run() async throws {
    guard flags.json else { return try await flags.talk(.cardUnblock) }
    var descriptors: [OneShotSecret: Int32] = [:]
    (descriptors[.puk], descriptors[.newPIN], descriptors[.pairing]) = (pukFd, newPinFd, pairingFd)
    try await flags.order(descriptors, lastTry: lastTry, .unblock)
  }
}
