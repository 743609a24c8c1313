import Foundation
import Sentences

/// Asks the person at this computer for a yes by a pinentry's dialog, where there is no terminal to ask in: a service of
/// theirs that systemd started.
public struct PinentryConfirmation: Sendable {
  private let pinentry: Pinentry

  /// - Returns: `nil` if there is no pinentry, or no desktop where its dialog could appear.
  public init?(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard Pinentry.hasDesktop(environment),
      let pinentry = Pinentry(KeysPerson.program(environment), environment: environment)
    else { return nil }
    self.pinentry = pinentry
  }

  /// - Parameter timeout: The number of seconds after which a question lapses.
  /// - Returns: `true` if the person allows it; `false` also as soon as the caller is cancelled.
  public func ask(_ sentence: Sentence, timeout: Int = 180) async -> Bool {
    let dialog = PinentryDialog(title: OccasionWords.title, description: sentence.said, timeout: timeout)
    return if case .confirmed = await pinentry.ask(dialog) { true } else { false }
  }
}
