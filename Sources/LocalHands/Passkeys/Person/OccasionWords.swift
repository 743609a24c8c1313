import Authenticator

/// How an occasion is put to the person. What comes from a site is shown as one plain line, so that it cannot look like ours.
struct OccasionWords {
  private let occasion: Occasion
  init(_ occasion: Occasion) { self.occasion = occasion }

  static let title = "Latchstring"
  /// In Unicode scalars.
  static let longestName = 64

  /// A question, to be answered with yes or no.
  var question: String {
    switch occasion.kind {
    case .register: "Make a passkey\(account(" for"))\(site(" at"))?"
    case .signIn: "Sign in\(site(" to"))\(account(" as"))?"
    case .reset: "Erase all passkeys on this computer? They will never work again."
    case .select: "Use the passkeys of this computer?"
    case .change: "Change how the passkeys of this computer are kept?"
    }
  }

  /// Why the PIN is asked.
  func reason(retries: Int) -> String {
    let purpose =
      switch occasion.kind {
      case .register: "to make a passkey\(account(" for"))\(site(" at"))"
      case .signIn: "to sign in\(site(" to"))\(account(" as"))"
      case .reset: "to erase all passkeys on this computer"
      case .select: "to use them"
      case .change: "to change how they are kept"
      }
    return "Type the PIN of your passkeys \(purpose)." + Self.left(retries)
  }

  /// All eight need not be mentioned.
  private static func left(_ retries: Int) -> String {
    switch retries {
    case 1: "\nOne try is left. After a wrong one only a reset helps, which erases your passkeys."
    case 2..<8: "\n\(retries) tries are left."
    default: ""
    }
  }

  private func site(_ preposition: String) -> String {
    occasion.rpID.isEmpty ? "" : "\(preposition) \(TerminalLine.plain(occasion.rpID, most: 253))"
  }
  private func account(_ preposition: String) -> String {
    guard let name = occasion.userName, !name.isEmpty else { return "" }
    return "\(preposition) “\(TerminalLine.plain(name, most: Self.longestName))”"
  }
}
