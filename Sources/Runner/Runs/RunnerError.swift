import Vocabulary

/// Why a request about a run did nothing. Equal by code.
public struct RunnerError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable {
    /// No such run in this session: it is over, it lapsed, or it never was.
    case noRun = "no-run"
    case needsAccount = "needs-account"
    /// The engine said no; `refusal` says why.
    case refused
    /// The hands' message is not one.
    case malformed
    /// `clientExtensionResults.prf.results` was in the body: a secret on its way to a server.
    case secretSent = "secret-sent"
    /// No more accounts are made from this network address today.
    case tooManyAccounts = "too-many-accounts"
  }
  public var code: Code
  public var refusal: Refusal?
  public var reason: String
  public var location: String

  init(_ code: Code, _ refusal: Refusal? = nil, _ reason: String = "", file: String = #fileID, line: Int = #line) {
    self.code = code; self.refusal = refusal; self.reason = reason; location = "\(file):\(line)"
  }
  /// There is no such run in this session.
  public static var noRun: Self { RunnerError(.noRun) }
  /// A body carried PRF results.
  public static var secretWasSent: Self { RunnerError(.secretSent) }
  public var description: String { "\(code.rawValue) \(refusal?.rawValue ?? "") \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code && one.refusal == other.refusal }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
