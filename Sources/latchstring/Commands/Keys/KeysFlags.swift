import ArgumentParser
import Configuration
import Encoding
import HandsTools
import Model
import PasskeyHands
import TerminalSurface
import Sentences

/// The flags of every command about this computer's passkeys.
struct KeysFlags: ParsableArguments {
  @OptionGroup var place: PlaceFlags
  @Option(
    help: "tpm or file, when the first passkey is made: where its key lives (also LATCHSTRING_KEYS_STORE).")
  var store: String?
  @Option(help: "The TPM, as tpm2-tss names it, like device:/dev/tpmrm0 (also LATCHSTRING_KEYS_TCTI).")
  var tcti: String?
  @Flag(help: "No questions and no sentences: one JSON object on standard output.") var json = false

  /// - Parameter presence: The value of the command's own flag for presence.
  func settings(presence: String? = nil) async throws -> KeysSettings {
    try KeysSettings(
      try await place.settings([
        "keys.store": store.map(ConfigContent.string), "keys.tcti": tcti.map(ConfigContent.string),
        "keys.presence": presence.map(ConfigContent.string),
      ]))
  }

  /// Returns the existing passkeys.
  /// - Throws: `PasskeyProblem` with `notFound` if no passkey was ever created.
  func made() async throws -> KeysEnvironment {
    guard let keys = try KeysEnvironment.toLook(try await settings()) else { throw PasskeyProblem(.notFound) }
    return keys
  }

  /// Reports the result of a command: an object for programs, otherwise sentences for people.
  func tell(_ object: some Encodable, _ sentences: Sentence..., indent: Int = 0, keeping: [String] = []) throws {
    if json { return print(try jsonObject(object)) }
    for sentence in sentences { say(sentence, indent: indent, keeping: keeping) }
  }
}

/// The flags through which a command receives the PIN.
struct PINFlags: ParsableArguments {
  @Option(help: "The file descriptor whose next line is the PIN.") var pinFd: Int32?

  func pin(_ prompt: Sentence = "PIN of your passkeys") async throws -> Secret {
    try await Self.read(pinFd, prompt, flag: "--pin-fd")
  }

  /// - Parameters:
  ///   - flag: The flag that names the descriptor.
  ///   - number: The descriptor to suggest.
  static func read(_ descriptor: Int32?, _ prompt: Sentence, flag: String, number: Int = 3) async throws -> Secret {
    if let descriptor {
      guard let secret = SecretLine.read(from: descriptor) else {
        throw ConfigurationProblem("File descriptor \(descriptor) has no line to read.")
      }
      return secret
    }
    let terminal = PosixTerminal()
    guard terminal.isInteractive, !OneObject.isPromised else {
      throw ConfigurationProblem(
        "Nobody can type the PIN here. Pass it on a file descriptor: \(flag) \(number) \(number)<file")
    }
    guard case .hidden(let secret) = await terminal.ask(Question("\(prompt) (not shown): ", isHidden: true)) else {
      throw PasskeyProblem(.declined)
    }
    return secret
  }

  /// The part of help texts about the PIN.
  static let help = """
    The PIN is never taken from arguments or the environment, where other programs see it. It is typed without an \
    echo, or read from a file descriptor that you open: --pin-fd 3 3<file.
    """
}

/// Asks the person at the terminal for confirmation before something irreversible.
enum Sureness {
  /// - Parameter flag: The flag that confirms the action if nobody can be asked.
  /// - Throws: `PasskeyProblem` with `declined` for any answer but yes.
  static func ask(_ question: Sentence, flag: String) async throws {
    let terminal = PosixTerminal()
    guard terminal.isInteractive, !OneObject.isPromised else {
      throw ConfigurationProblem("Nobody can be asked here. Say \(flag) if that is what you want.")
    }
    let asked = Question("\(question) (yes or no): ", words: Question.yesOrNo)
    while case .hidden(let typed) = await terminal.ask(asked) {
      switch asked.word(typed) {
      case "yes"?, "y"?: return
      case nil: terminal.say("Type yes or no.")
      default: throw PasskeyProblem(.declined)
      }
    }
    throw PasskeyProblem(.declined)
  }
}
