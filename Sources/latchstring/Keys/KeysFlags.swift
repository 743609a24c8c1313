import ArgumentParser
import Configuration
import Encoding
import Foundation
import Model
import PasskeyHands
import TerminalSurface

/// The flags of every command about this computer's passkeys.
struct KeysFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags
  @Option(help: "tpm or file, when the first passkey is made: where its key lives (also LATCHSTRING_KEYS_STORE).") var store: String?
  @Option(help: "The TPM, as tpm2-tss names it, like device:/dev/tpmrm0 (also LATCHSTRING_KEYS_TCTI).") var tcti: String?
  @Flag(help: "No questions and no sentences: one JSON object on standard output.") var json = false

  func settings(_ more: [String: String?] = [:]) async throws -> KeysSettings {
    var flags = place.values
    for (key, value) in more.merging(["store": store, "tcti": tcti], uniquingKeysWith: { one, _ in one }) {
      if let value { flags[AbsoluteConfigKey(["keys", key])] = ConfigValue(.string(value), isSecret: false) }
    }
    return try KeysSettings(try await StrictSettings(flags: flags, environment: ProcessInfo.processInfo.environment, file: place.config))
  }
}

/// How a command is told the PIN.
struct PINFlags: ParsableArguments {
  @Option(help: "The file descriptor whose next line is the PIN.") var pinFd: Int32?

  func pin(_ prompt: String = "PIN of your passkeys") async throws -> Secret { try await Self.read(pinFd, prompt, flag: "--pin-fd") }

  /// - Parameters:
  ///   - flag: What names the descriptor.
  ///   - number: The descriptor that is proposed.
  static func read(_ descriptor: Int32?, _ prompt: String, flag: String, number: Int = 3) async throws -> Secret {
    if let descriptor {
      guard let secret = SecretLine.read(from: descriptor) else { throw ConfigurationProblem("File descriptor \(descriptor) has no line to read.") }
      return secret
    }
    let terminal = PosixTerminal()
    guard terminal.isInteractive, !OneObject.isPromised else {
      throw ConfigurationProblem("Nobody can type the PIN here. Pass it on a file descriptor: \(flag) \(number) \(number)<file")
    }
    guard case .hidden(let secret) = await terminal.ask(Question("\(prompt) (not shown): ", isHidden: true)) else {
      throw PasskeyProblem(.declined)
    }
    return secret
  }
}

/// What each help text says of the PIN.
enum KeysHelp {
  static let secrets = """
    The PIN is never taken from arguments or the environment, where other programs see it. It is typed without an echo, or read from a file \
    descriptor that you open: --pin-fd 3 3<file.
    """
}
