import ArgumentParser
import TerminalSurface

struct CardSignCommand: CardReaching {
  static let configuration = CommandConfiguration(
    commandName: "sign", abstract: "Sign a message, a hash or a file with a card's wallet key.",
    discussion: CardHelp.text(
      """
      A message is signed as EIP-191 says; of a file its SHA-256. The JSON has the address, the hash that was signed, and the signature: \
      r, s and v in 65 bytes. The key that signs in is another one and signs nothing here.
      """))

  @OptionGroup var flags: CardFlags
  @OptionGroup var opening: OpeningFlags
  @Option(help: "With --json: the message.") var message: String?
  @Option(help: "With --json: the 32 bytes to sign, as 64 hexadecimal digits, with or without 0x.") var hash: String?
  @Option(help: "With --json: the file to sign.") var file: String?
  @Option(help: "With --json: which of the card's keys signs.") var path = "m/44'/60'/0'/0/0"

  func validate() throws {
    let given = [message, hash, file].compactMap { $0 }.count
    guard flags.json ? given == 1 : given == 0 else {
      throw ValidationError(flags.json ? "Give one of --message, --hash and --file." : "--message, --hash and --file go with --json.")
    }
  }

  func run() async throws {
    let order: CardOneShot.Order
    if let message {
      order = .signMessage(message, path: path)
    } else if let hash {
      order = .signHash(hash, path: path)
    } else if let file {
      order = .signFile(file, path: path)
    } else {
      return try await flags.talk(.cardSigning)
    }
    try await flags.order(opening.descriptors, lastTry: opening.lastTry, order)
  }
}
