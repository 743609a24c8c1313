import Encoding
import Foundation
import Synchronization

/// The code that the hands show on their terminal and the person types into the page: eight characters that are not
/// mistaken for each other. Each works once and for ten minutes. Wrong ones that somebody else sends do not end it,
/// until there were so many that guessing begins to count; then none is taken for a minute, which the terminal says,
/// and a new one is shown after it.
public final class PairingCodes: Sendable {
  /// The verdict on a code that somebody typed.
  enum Verdict {
    case right, wrong
    /// Too many wrong codes came; for some time none is taken.
    case closed
  }
  private struct State {
    var code: String, drawn: Date, wrong = 0
    /// The time since when no code is taken; `nil` while codes are taken.
    var closed: Date?
  }
  private let state: Mutex<State>
  /// The time for which none is taken, in seconds.
  private let wait: TimeInterval
  private let now: @Sendable () -> Date
  private let changed: @Sendable (String) -> Void, closed: @Sendable () -> Void
  private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let lifetime: TimeInterval = 600
  /// The most wrong codes, which makes the chance that one of them was right one in 65 million.
  private static let mostWrong = 10_000

  /// - Parameters:
  ///   - changed: Hears each new code, as it is shown: `XXXX-XXXX`.
  ///   - wait: The time in seconds during which none is taken after too many wrong ones.
  ///   - closed: Hears that none is taken.
  public init(
    now: @escaping @Sendable () -> Date = { Date() }, changed: @escaping @Sendable (String) -> Void = { _ in },
    wait: TimeInterval = 60, closed: @escaping @Sendable () -> Void = {}
  ) {
    self.wait = wait; self.now = now; self.changed = changed; self.closed = closed
    state = Mutex(State(code: Self.draw(), drawn: now()))
    changed(shown)
  }

  /// The code that is shown now; a new one if the last is too old.
  public var shown: String { renewed { $0.code } }

  /// Judges a typed code. The right one is used up; a wrong one counts.
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
    // The next code is shown by itself, so that nobody has to type a wrong one to see it.
    Task { [weak self, wait] in
      try? await Task.sleep(for: .seconds(wait))
      _ = self?.shown
    }
  }

  private func renewed<Result: Sendable>(_ use: (inout State) -> Result) -> Result {
    let (result, new) = state.withLock { state -> (Result, String?) in
      let before = state.code
      // A clock that was set back tells nothing, so a wait is over, and a code too old.
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
