import FlowKit

/// What each way of signing in ends with.
public enum SignInOutput: Outcome {
  case signedIn, cancelled
  public var grants: Bool { self == .signedIn }
}
