import Encoding
import Flows
import Sentences
import Synchronization

// A command with passkeys that nobody watches
extension KeyEnvironment {
  /// Runs one errand without a person, who still touches the key.
  ///
  /// - Parameters:
  ///   - pin: The file descriptor whose next line is the PIN; `nil` if there is none.
  ///   - account: The user name of the account that is meant, if a key has several.
  /// - Throws: `StoreFailure`, `KeyChoiceProblem`.
  public func shoot(
    _ errand: KeyErrand, by source: Source, pin: Int32?, account: String?, mayUseLastTry: Bool
  ) async throws -> KeyShot {
    let (outcome, hasSignedIn) = try await run(
      errand, by: source, on: UnattendedTerminal(pin: pin),
      .unattended(account: account, mayUseLastTry: mayUseLastTry)
    ) { throw KeyChoiceProblem.several($0.map(\.said)) }
    var shot = KeyShot(result: CardResult(), journal: outcome.journal)
    guard hasSignedIn else {
      shot.result = lastProblem ?? CardResult(status: 1, "notSignedIn", outcome.complaint ?? Self.notSignedIn)
      return shot
    }
    let hasDone =
      switch errand {
      case .login, .register: true  // signed in is done, whether or not the journal is open
      case .journal: outcome.journal != nil
      case .drill: outcome.tried?.opens == true
      }
    if !hasDone {
      shot.result = lastProblem ?? CardResult(status: 1, "notOpened", outcome.complaint ?? Self.notOpened)
    }
    shot.result.account = outcome.username
    shot.result.isOpen = outcome.isOpen || outcome.tried?.opens == true
    return shot
  }
  private static var notSignedIn: Sentence { "The passkey did not sign in." }
  private static var notOpened: Sentence { "The key that was touched did not open the journal." }
}

/// What an errand that nobody watched came to.
public struct KeyShot: Sendable {
  public var result: CardResult
  /// The journal, if it was asked for and is open.
  public var journal: CopiedJournal?
}

/// A terminal that passes on one PIN, to each touch of the errand, and answers nothing else.
private final class UnattendedTerminal: Terminal {
  let columns = 10_000, hasColor = false
  private let pin: Secret?
  private let hasGoneOn = Mutex(false)

  /// - Parameter pin: The file descriptor whose next line is the PIN.
  init(pin: Int32?) { self.pin = pin.flatMap(SecretLine.read) }

  func write(_ line: String) {}
  func buzz() {}
  func cover() {}
  func ask(_ question: Question) async -> Typed {
    if question.isHidden { return pin.map(Typed.hidden) ?? .end }
    // Enter alone presses the only button of a last screen. Asked again, nobody is here.
    let isAgain = hasGoneOn.withLock { hasGoneOn in
      defer { hasGoneOn = true }
      return hasGoneOn
    }
    return isAgain ? .end : .hidden(Secret([]))
  }
}
