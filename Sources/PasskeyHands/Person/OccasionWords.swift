import Authenticator
import HandsTools

/// The words in which an occasion is put to the person. What comes from a site is shown as one plain line, so that it
/// cannot look like ours.
struct OccasionWords {
  private let occasion: Occasion
  init(_ occasion: Occasion) { self.occasion = occasion }

  static let title = "Latchstring"
  /// The longest name shown, in Unicode scalars.
  static let longestName = 64

  /// The question, to be answered with yes or no.
  var question: String {
    switch occasion.kind {
    case .register: "Make a \(key)\(account(" for"))\(site(" at", ssh: " for"))?"
    case .signIn: "Sign in\(site(" to", ssh: " by"))\(account(" as"))?"
    case .reset:
      "Erase all passkeys on this computer, and keys for ssh that were made here? They will never work again."
    case .select: "Use the passkeys of this computer?"
    case .manage:
      occasion.rpID.isEmpty
        ? "List, rename or delete the passkeys of this computer?"
        : "Rename or delete a \(key)\(site(" for", ssh: " for"))?"
    case .change: "Change how the passkeys of this computer are kept?"
    }
  }

  /// The reason why the PIN is asked for.
  func reason(retries: Int) -> String {
    let purpose =
      switch occasion.kind {
      case .register: "to make a \(key)\(account(" for"))\(site(" at", ssh: " for"))"
      case .signIn: "to sign in\(site(" to", ssh: " by"))\(account(" as"))"
      case .reset: "to erase all passkeys on this computer, and keys for ssh that were made here"
      case .select: "to use them"
      case .manage:
        occasion.rpID.isEmpty ? "to list, rename or delete them" : "to rename or delete one\(site(" for", ssh: " for"))"
      case .change: "to change how they are kept"
      }
    return "Type the PIN of your passkeys \(purpose)." + Self.left(retries)
  }

  /// The tries that are left, as a sentence. All eight need not be mentioned.
  private static func left(_ retries: Int) -> String {
    switch retries {
    case 1: "\nOne try is left. After a wrong one only a reset helps, which erases your passkeys."
    case 2..<8: "\n\(retries) tries are left."
    default: ""
    }
  }

  /// `true` if the occasion is for ssh, which has no site: OpenSSH asks for "ssh:", or for that and a name that the
  /// person chose.
  private var isForShell: Bool { occasion.rpID.hasPrefix(Self.shell) }
  private static let shell = "ssh:"
  private var key: String { isForShell ? "key" : "passkey" }

  private func site(_ preposition: String, ssh: String) -> String {
    let name = TerminalLine.plain(occasion.rpID, most: 253)
    guard isForShell else { return name.isEmpty ? "" : "\(preposition) \(name)" }
    let chosen = name.dropFirst(Self.shell.count)
    return "\(ssh) ssh" + (chosen.isEmpty ? "" : " (\(chosen))")
  }
  /// The account. There is none for ssh, which calls every account "openssh" unless somebody named it.
  private func account(_ preposition: String) -> String {
    guard !isForShell, let name = occasion.userName, !name.isEmpty else { return "" }
    return "\(preposition) “\(TerminalLine.plain(name, most: Self.longestName))”"
  }
}
