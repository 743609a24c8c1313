import Vocabulary
import HandsProtocol
import Model

/// The two waiting screens shared by all ways of signing in.
extension Screen where Words == AccountWords {
  /// Waits while the browser's own dialog is open. The dialog gives the instructions, and the page only refers to it;
  /// its detector shows whether the key was read.
  static func askingBrowser(_ title: Copy, _ under: [Block] = [], choices: [Choice<Action>], aside: Aside) -> Self {
    Screen(
      title: title, .working, [.askingBrowser], under + [.detector(.waiting)], choices: choices,
      announcement: .askingBrowser, aside: aside)
  }
  /// The password was right, but the account signs in with a card instead (G-29).
  static func askingForCard(_ title: Copy, _ useCard: Action, choices: [Choice<Action>], aside: Aside) -> Self {
    Screen(
      title: title, .working, [.cardAsWell], choices: [Choice(.signInWithCard, useCard)] + choices,
      announcement: .cardAsWell, aside: aside)
  }
  static func signingIn(_ title: Copy, choices: [Choice<Action>], aside: Aside) -> Self {
    Screen(
      title: title, .working, [.signingIn], [.progress(.signingIn)], choices: choices, announcement: .signingIn,
      aside: aside)
  }
}
