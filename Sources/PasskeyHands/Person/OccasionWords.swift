import Authenticator
import HandsTools
import Sentences

/// The words that describe an occasion to the person. Text from a site is shown as one plain line, so that it cannot be
/// mistaken for ours.
struct OccasionWords {
  private let occasion: Occasion
  init(_ occasion: Occasion) { self.occasion = occasion }

  static let title = "Latchstring"
  /// The maximum length of a displayed name, in Unicode scalars.
  static let longestName = 64

  /// The question that the person answers with yes or no.
  var question: Sentence {
    switch (occasion.kind, party) {
    case (.register, .shell(let name)): "Make a key for \(name)?"
    case (.register, .account(let account, let site?)): "Make a passkey for “\(account)” at \(site)?"
    case (.register, .account(let account, nil)): "Make a passkey for “\(account)”?"
    case (.register, .site(let site)): "Make a passkey at \(site)?"
    case (.register, .nobody): "Make a passkey?"
    case (.signIn, .shell(let name)): "Sign in by \(name)?"
    case (.signIn, .account(let account, let site?)): "Sign in to \(site) as “\(account)”?"
    case (.signIn, .account(let account, nil)): "Sign in as “\(account)”?"
    case (.signIn, .site(let site)): "Sign in to \(site)?"
    case (.signIn, .nobody): "Sign in?"
    case (.reset, _):
      "Erase all passkeys on this computer, and keys for ssh that were made here? They will never work again."
    case (.select, _): "Use the passkeys of this computer?"
    case (.manage, .shell(let name)): "Rename or delete a key for \(name)?"
    case (.manage, _):
      if let site {
        "Rename or delete a passkey for \(site)?"
      } else {
        "List, rename or delete the passkeys of this computer?"
      }
    case (.change, _): "Change how the passkeys of this computer are kept?"
    }
  }

  /// Returns the reason why the PIN is required, and the number of attempts left if that is useful.
  func reason(retries: Int) -> Sentence {
    switch retries {
    case 1: "\(purpose)\nOne try is left. After a wrong one only a reset helps, which erases your passkeys."
    case 2..<8: "\(purpose)\n\(retries) tries are left."
    default: purpose
    }
  }

  private var purpose: Sentence {
    switch (occasion.kind, party) {
    case (.register, .shell(let name)): "Type the PIN of your passkeys to make a key for \(name)."
    case (.register, .account(let account, let site?)):
      "Type the PIN of your passkeys to make a passkey for “\(account)” at \(site)."
    case (.register, .account(let account, nil)): "Type the PIN of your passkeys to make a passkey for “\(account)”."
    case (.register, .site(let site)): "Type the PIN of your passkeys to make a passkey at \(site)."
    case (.register, .nobody): "Type the PIN of your passkeys to make a passkey."
    case (.signIn, .shell(let name)): "Type the PIN of your passkeys to sign in by \(name)."
    case (.signIn, .account(let account, let site?)):
      "Type the PIN of your passkeys to sign in to \(site) as “\(account)”."
    case (.signIn, .account(let account, nil)): "Type the PIN of your passkeys to sign in as “\(account)”."
    case (.signIn, .site(let site)): "Type the PIN of your passkeys to sign in to \(site)."
    case (.signIn, .nobody): "Type the PIN of your passkeys to sign in."
    case (.reset, _):
      "Type the PIN of your passkeys to erase all passkeys on this computer, and keys for ssh that were made here."
    case (.select, _): "Type the PIN of your passkeys to use them."
    case (.manage, .shell(let name)): "Type the PIN of your passkeys to rename or delete one for \(name)."
    case (.manage, _):
      if let site {
        "Type the PIN of your passkeys to rename or delete one for \(site)."
      } else {
        "Type the PIN of your passkeys to list, rename or delete them."
      }
    case (.change, _): "Type the PIN of your passkeys to change how they are kept."
    }
  }

  /// The party to which the occasion relates.
  private enum Party {
    /// An ssh key, which has no site. OpenSSH uses "ssh:", optionally followed by a name that the person chose. It
    /// calls every account "openssh" unless a name was given, so the account is not informative.
    case shell(String)
    case account(String, site: String?)
    case site(String)
    case nobody
  }
  private var party: Party {
    if occasion.rpID.hasPrefix(Self.shell) {
      let chosen = TerminalLine.plain(occasion.rpID, most: 253).dropFirst(Self.shell.count)
      return .shell(chosen.isEmpty ? "ssh" : "ssh (\(chosen))")
    }
    if let account = occasion.userName, !account.isEmpty {
      return .account(TerminalLine.plain(account, most: Self.longestName), site: site)
    }
    return site.map(Party.site) ?? .nobody
  }
  private static let shell = "ssh:"

  private var site: String? {
    let name = TerminalLine.plain(occasion.rpID, most: 253)
    return name.isEmpty ? nil : name
  }
}
