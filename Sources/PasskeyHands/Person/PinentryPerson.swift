import Authenticator
import Encoding
import Synchronization

/// A person who is asked by a pinentry: a dialog of the desktop, or of the terminal, that no page can draw or read.
public final class PinentryPerson: Person, BuiltInVerification {
  private let pinentry: Pinentry
  private let timeout: Int
  /// What was asked last, to know that the PIN was wrong when it is asked again.
  private let last = Mutex<(occasion: Occasion, retries: Int)?>(nil)

  /// - Parameter timeout: Seconds until a question counts as not answered.
  public init(_ pinentry: Pinentry, timeout: Int = 60) { self.pinentry = pinentry; self.timeout = timeout }

  public var verification: (any BuiltInVerification)? { self }

  public func confirmPresence(for occasion: Occasion) async -> PresenceAnswer {
    let dialog = PinentryDialog(title: OccasionWords.title, description: OccasionWords(occasion).question, timeout: timeout)
    return switch await pinentry.ask(dialog) {
    case .confirmed: .present
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    case .declined, .unable, .typed: .declined
    }
  }

  public func askPIN(for occasion: Occasion, retries: Int) async -> Secret? {
    let isAgain = last.withLock { last in
      defer { last = (occasion, retries) }
      return last.map { $0.occasion == occasion && $0.retries > retries } ?? false
    }
    let dialog = PinentryDialog(
      title: OccasionWords.title, description: OccasionWords(occasion).reason(retries: retries), prompt: "PIN:",
      error: isAgain ? "That is not the PIN." : nil, timeout: timeout)
    guard case .typed(let pin) = await pinentry.ask(dialog) else { return nil }
    return pin
  }
}
