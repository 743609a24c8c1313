/// One numbered step of a ceremony, and what became of it.
public struct ReportStep: Hashable, Sendable {
  /// What became of a step.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It was judged, and it holds.
    case passed
    /// It was judged, and the ceremony ends here.
    case failed
    /// The ceremony ended before it.
    case notReached = "not-reached"
    /// There was nothing to judge it by; `received` says why.
    case notJudged = "not-judged"
    /// It is for the program around the library, which alone knows.
    case callersPart = "callers-part"

    /// The state in plain words.
    public var words: String {
      switch self {
      case .passed: "passed"
      case .failed: "failed"
      case .notReached: "not reached"
      case .notJudged: "not judged"
      case .callersPart: "the caller's part"
      }
    }
  }

  /// The number in §7.1 or §7.2 of WebAuthn Level 3.
  public let number: Int
  /// What it is about.
  public let title: String
  /// What was expected, from the row; `nil` where that cannot be said in a line.
  public let expected: String?
  /// What the response has, as far as it can be read. Text from outside is cut and printable.
  public let received: String?
  /// What became of it.
  public internal(set) var state: State
}
