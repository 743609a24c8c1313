import FlowKit

/// What came of work on the Master Key. The names are those of `HandsReply.Way`; what was made travels beside the reply, as JSON text.
public enum VaultNews: Hashable, Sendable {
  case opened
  /// Words were drawn, and can be seen.
  case shown
  case made(String)
  /// The Master Key is not open here.
  case closed
  /// Nothing was taken from this key.
  case untouched
  /// What the server gave does not fit together. Nothing was opened.
  case refused
  /// The account was begun by an earlier version, which did not vouch for who gets the next Master Key. Nothing was opened.
  case fromBefore
  /// This vault cannot do that.
  case unable

  /// How it is reported.
  public var reply: String {
    switch self {
    case .opened: "way.opened"
    case .shown: "way.shown"
    case .made: "way.made"
    case .closed: "way.closed"
    case .untouched: "way.untouched"
    case .refused: "way.refused"
    case .fromBefore: "way.fromBefore"
    case .unable: "way.unable"
    }
  }
  /// The public text that goes with the report.
  public var made: String? { if case .made(let text) = self { text } else { nil } }
}
