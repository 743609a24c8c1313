import Authenticator
import Foundation
import Model
import Sentences

/// The person at this computer, who is asked by whatever means are available.
package enum KeysPerson {
  /// Returns the person behind a program that a browser started. Only a separate dialog can ask this person, because
  /// standard input and output belong to the browser.
  package static func behindBrowser(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> any Person {
    Pinentry(program(environment), environment: environment).map { PinentryPerson($0) } ?? Nobody()
  }

  /// Returns the person at a serving program, who is asked by desktop notifications if there is a desktop, in the
  /// terminal if the program was started in one, and otherwise by the dialog that asks for the PIN.
  ///
  /// - Throws: `ConfigurationProblem` if there is no means of asking.
  package static func serving(
    _ presence: KeysSettings.Presence, _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> any Person {
    let dialog = Pinentry(program(environment), environment: environment).map { PinentryPerson($0) }
    if presence == .always { return AlwaysPresent(verification: dialog) }
    if Pinentry.hasDesktop(environment), let person = NotifiedPerson(verification: dialog) { return person }
    if isatty(STDIN_FILENO) == 1 {
      guard !OwnTerminal.isInBackground else {
        throw ConfigurationProblem(
          "It asks in this terminal, where it runs in the background. Start it in front, in a terminal of its own.")
      }
      return TerminalPerson(verification: dialog)
    }
    if let dialog { return dialog }
    throw ConfigurationProblem(
      """
      Nobody can be asked here: there is no desktop with notifications (Debian: libnotify-bin), no terminal, and no \
      pinentry. Start it in a terminal.
      """
    )
  }

  /// Returns the program whose dialog asks for the PIN, as a path or a name.
  package static func program(_ environment: [String: String]) -> String {
    environment["LATCHSTRING_KEYS_PINENTRY"] ?? "pinentry"
  }

  /// A stand-in for when there is no means of asking anybody.
  private struct Nobody: Person {
    let verification: (any BuiltInVerification)? = nil
    func confirmPresence(for occasion: Occasion) async -> PresenceAnswer { .declined }
  }
}

/// Confirms the person's presence without asking. This is for machines on which nobody else can start programs. The PIN
/// is still required.
public struct AlwaysPresent: Person {
  /// The warning that is shown where this behavior is switched on.
  public static let warning: Sentence =
    """
    Nobody is asked before a passkey is used: any program of yours can sign in with those that need no PIN, and with \
    all others after the PIN was typed.
    """

  public let verification: (any BuiltInVerification)?
  public init(verification: (any BuiltInVerification)? = nil) { self.verification = verification }

  public func confirmPresence(for occasion: Occasion) async -> PresenceAnswer {
    Task.isCancelled ? .cancelled : .present
  }
}
