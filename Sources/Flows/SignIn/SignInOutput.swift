import Vocabulary

/// The possible endings of every way of signing in.
public enum SignInOutput: Outcome {
  case signedIn, cancelled
  /// The password was right, but the account signs in with its card (G-29).
  case toCard
  public var grants: Bool { self == .signedIn }
  public var leadsTo: Destination {
    switch self {
    case .signedIn: .account
    case .cancelled: .origin
    case .toCard: .cardLogin
    }
  }
}
