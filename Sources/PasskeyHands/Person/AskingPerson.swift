import Authenticator
import Encoding
import Sentences

/// A person whom somebody else asks: the command that they started, in its own terminal.
package struct AskingPerson: Person, BuiltInVerification {
  private let confirm: @Sendable (Sentence) async -> PresenceAnswer
  private let askPIN: @Sendable (Sentence, Int) async -> Secret?

  /// - Parameters:
  ///   - confirm: Asks a question that yes or no answers.
  ///   - askPIN: Asks for the PIN; it is told why, and how many tries are left. `nil` if the person gave up.
  package init(
    confirm: @escaping @Sendable (Sentence) async -> PresenceAnswer,
    askPIN: @escaping @Sendable (Sentence, Int) async -> Secret?
  ) {
    self.confirm = confirm; self.askPIN = askPIN
  }

  package var verification: (any BuiltInVerification)? { self }
  package func confirmPresence(for occasion: Occasion) async -> PresenceAnswer {
    await confirm(OccasionWords(occasion).question)
  }
  package func askPIN(for occasion: Occasion, retries: Int) async -> Secret? {
    await askPIN(OccasionWords(occasion).reason(retries: retries), retries)
  }
}
