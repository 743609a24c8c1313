import ArgumentParser
import TerminalSurface

/// Commands with which a passkey is used in a terminal, without a browser.
struct PasskeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passkey", abstract: "Use a security key, or this computer's own passkey, without a browser.",
    discussion: """
      It is the page's other half, for somebody who has a key and no browser, or who came over ssh to the computer \
      that the key is plugged into. What this computer keeps as passkeys is under “latchstring keys”.

      \(PasskeyHelp.text())
      """,
    subcommands: [
      PasskeyLoginCommand.self, PasskeyJournalCommand.self, PasskeyTryCommand.self, PasskeyRegisterCommand.self,
    ])
}

struct PasskeyLoginCommand: PasskeyErrand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in with a passkey, and open the journal.",
    discussion: PasskeyHelp.text(
      "The accounts are those of the data folder. The session ends with the command."))

  @OptionGroup var flags: PasskeyFlags

  var errand: KeyErrand { .login }
}

struct PasskeyJournalCommand: PasskeyErrand {
  static let configuration = CommandConfiguration(
    commandName: "journal", abstract: "Sign in with a passkey, open the journal, and read it.",
    discussion: PasskeyHelp.text(
      "It prints what is written in the journal. Nothing of it is kept, except where your terminal keeps its lines."))

  @OptionGroup var flags: PasskeyFlags

  var errand: KeyErrand { .journal }
}

struct PasskeyTryCommand: PasskeyErrand {
  static let configuration = CommandConfiguration(
    commandName: "try", abstract: "Try whether a key still signs in and opens the journal, and note the day.",
    discussion: PasskeyHelp.text(
      """
      One passkey of the account signs in first. Then the key that is tried is touched: it has to open its own wrap, \
      without help from what the first one opened. Both may be the same key.
      """))

  @OptionGroup var flags: PasskeyFlags
  @Argument(help: "The key's name, as Settings shows it. Without it, it is chosen, or the account's only one.")
  var key: String?

  var errand: KeyErrand { .drill(key) }
}

struct PasskeyRegisterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Make an account for a passkey, and begin its journal.",
    discussion: """
      It asks for a user name. One key alone is no way back: add a second one in a browser.

      A PIN is typed without an echo. The exit status is 0 when it is done; 1 when the key or the account refuses; 2 \
      without a terminal; 3 without a key. (64 where the arguments themselves cannot be read.)
      """)

  @OptionGroup var key: PasskeySource

  func run() async throws { try await key.talk(.register) }
}

/// The parts of help texts that the commands share.
enum PasskeyHelp {
  static func text(_ own: String = "") -> String {
    ([own, secrets, status].filter { !$0.isEmpty }).joined(separator: "\n\n")
  }
  private static let secrets = """
    A PIN is typed without an echo. It is never taken from arguments or the environment, where other programs see it. \
    With --json it is read from a file descriptor that you open: --pin-fd 3 3<file.
    """
  private static let status = """
    The exit status is 0 when it is done; 1 when the key or the account refuses, and with --json "code" says why; 2 \
    when it is used wrongly; 3 without a key. (64 where the arguments themselves cannot be read.)
    """
}
