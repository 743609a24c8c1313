import Encoding

/// What a pinentry shows.
public struct PinentryDialog: Hashable, Sendable {
  public var title: String
  public var description: String
  /// Before the place where the PIN is typed; `nil` asks only yes or no.
  public var prompt: String?
  /// What was wrong the last time.
  public var error: String?
  /// It gives up by itself after so many seconds.
  public var timeout: Int
}

/// How a pinentry's dialog ended.
enum PinentryAnswer: Sendable {
  case confirmed
  case typed(Secret)
  case declined
  case timedOut
  /// The caller was cancelled.
  case cancelled
  /// There is no pinentry that could ask: no program, no display, no terminal.
  case unable
}
