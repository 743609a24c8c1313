import Encoding
import Foundation
import Synchronization

/// The code that the hands show on their terminal and the person types into the page: eight characters that are not mistaken for each other.
/// Each works once and for ten minutes. Wrong ones that somebody else sends do not end it, until there were so many that
/// guessing begins to count; and the terminal shows at most one new code a minute because of them.
public final class PairingCodes: Sendable {
  private struct State { var code: String, drawn: Date, wrong = 0 }
  private let state: Mutex<State>
  private let now: @Sendable () -> Date
  private let changed: @Sendable (String) -> Void
  private static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ")
  private static let lifetime: TimeInterval = 600
  /// One in 65 million that one of them was right.
  private static let mostWrong = 10_000
  private static let wait: TimeInterval = 60

  /// - Parameter changed: Hears each new code, as it is shown: `XXXX-XXXX`.
  public init(now: @escaping @Sendable () -> Date = { Date() }, changed: @escaping @Sendable (String) -> Void = { _ in }) {
    self.now = now; self.changed = changed
    state = Mutex(State(code: Self.draw(), drawn: now()))
    changed(shown)
  }

  /// What is shown now; a new one where the last is too old.
  public var shown: String { renewed { $0.code } }

  /// Whether it is the code. It is used up then; a wrong one counts.
  func spend(_ typed: String) -> Bool {
    let canonical = typed.uppercased().filter { $0 != "-" && $0 != " " }
    return renewed { state in
      let isRight = ConstantTime.areEqual(canonical.utf8, state.code.utf8.filter { $0 != UInt8(ascii: "-") })
      guard state.wrong < Self.mostWrong else { return false }
      if isRight { state = State(code: Self.draw(), drawn: now()) } else { state.wrong += 1 }
      return isRight
    }
  }

  private func renewed<Result: Sendable>(_ use: (inout State) -> Result) -> Result {
    let (result, new) = state.withLock { state -> (Result, String?) in
      let before = state.code
      let age = now().timeIntervalSince(state.drawn)
      if age >= (state.wrong < Self.mostWrong ? Self.lifetime : Self.wait) { state = State(code: Self.draw(), drawn: now()) }
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
