import Encoding
import Foundation
import Synchronization

/// The code that the hands show on their terminal and the person types into the page: eight characters that are not
/// easily confused. Each code works once and for ten minutes. Wrong codes sent by somebody else do not invalidate it
/// until there are so many that guessing becomes a risk. Then no code is accepted for a minute. The terminal reports
/// this, and shows a new code afterwards.
public final class PairingCodes: Sendable {
  /// The verdict on a typed code.
  enum Verdict {
    case right, wrong
    /// Too many wrong codes were received, and no code is accepted for a while.
    case closed
  }
  private struct State {
    var code: String, drawn: Date, wrong = 0
    /// The time from which no code has been accepted; `nil` while codes are accepted.
    var closed: Date?
  }
  private let state: Mutex<State>
  /// The time in seconds for which no code is accepted.
  private let wait: TimeInterval
  private let now: @Sendable () -> Date
  private let changed: @Sendable (String) -> Void, closed: @Sendable () -> Void
  private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let lifetime: TimeInterval = 600
  /// The maximum number of wrong codes. At that number, the chance that one of them was right is one in 65 million.
  private static let mostWrong = 10_000

  /// - Parameters:
  ///   - changed: Called with each new code as it is shown: `XXXX-XXXX`.
  ///   - wait: The time in seconds for which no code is accepted after too many wrong ones.
  ///   - closed: Called when codes are no longer accepted.
  public init(
    now: @escaping @Sendable () -> Date = { Date() }, changed: @escaping @Sendable (String) -> Void = { _ in },
    wait: TimeInterval = 60, closed: @escaping @Sendable () -> Void = {}
  ) {
    self.wait = wait; self.now = now; self.changed = changed; self.closed = closed
    state = Mutex(State(code: Self.draw(), drawn: now()))
    changed(shown)
  }

  /// The code that is currently shown. It is replaced by a new one when it has expired.
  public var shown: String { renewed { $0.code } }

  /// Checks a typed code. A correct code is used up, and a wrong code is counted.
  func spend(_ typed: String) -> Verdict {
    let canonical = typed.uppercased().filter { $0 != "-" && $0 != " " }
    let (verdict, closes) = renewed { state -> (Verdict, Bool) in
      let isRight = ConstantTime.areEqual(canonical.utf8, state.code.utf8.filter { $0 != UInt8(ascii: "-") })
      guard state.closed == nil else { return (.closed, false) }
      if isRight {
        state = State(code: Self.draw(), drawn: now())
        return (.right, false)
      }
      state.wrong += 1
      guard state.wrong >= Self.mostWrong else { return (.wrong, false) }
      state.closed = now()
      return (.closed, true)
    }
    if closes { close() }
    return verdict
  }

  private func close() {
    closed()
    // The next code is shown automatically, so that nobody has to type a wrong one to see it.
    Task { [weak self, wait] in
      try? await Task.sleep(for: .seconds(wait))
      _ = self?.shown
    }
  }

  private func renewed<Result: Sendable>(_ use: (inout State) -> Result) -> Result {
    let (result, new) = state.withLock { state -> (Result, String?) in
      let before = state.code
      // A clock that was set back says nothing about the time that has passed, so the wait is considered over and the
      // code expired.
      let passed = now().timeIntervalSince(state.closed ?? state.drawn)
      if !(0..<(state.closed == nil ? Self.lifetime : wait)).contains(passed) {
        state = State(code: Self.draw(), drawn: now())
      }
      let result = use(&state)
      return (result, state.code == before ? nil : state.code)
    }
    if let new { changed(new) }
    return result
  }

  private static func draw() -> String {
    var generator = SystemRandomNumberGenerator()
    let characters = (0..<8).compactMap { _ in alphabet.randomElement(using: &generator) }
    return String(characters.prefix(4)) + "-" + String(characters.suffix(4))
  }
}
