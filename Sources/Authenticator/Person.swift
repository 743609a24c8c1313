import Encoding

/// The person at the authenticator, who answers its questions. An implementation may use a desktop notification, a line
/// in a terminal or a dialog, but never a page.
public protocol Person: Sendable {
  /// Asks the person to confirm that they are present and consent to the operation (CTAP 2.1 §5, user presence).
  ///
  /// Returns when the person answers. If the task is cancelled, returns `.cancelled`.
  func confirmPresence(for occasion: Occasion) async -> PresenceAnswer
  /// The authenticator's built-in user verification, which asks for the PIN on its own side; `nil` if only the client
  /// can ask this person.
  var verification: (any BuiltInVerification)? { get }
}

/// The authenticator's own way of asking for the PIN.
public protocol BuiltInVerification: Sendable {
  /// - Parameter retries: The number of tries left. The person is shown this number if it is below 8.
  /// - Returns: The PIN as typed, in UTF-8; `nil` if the person gave up, took too long, or the task was cancelled.
  func askPIN(for occasion: Occasion, retries: Int) async -> Secret?
}

/// The operation that the person is asked about.
public struct Occasion: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case register, signIn, reset, select
    /// Credentials are listed, renamed or deleted.
    case manage
    /// The authenticator's other contents or settings are changed.
    case change
  }
  public var kind: Kind
  /// The relying party's id; empty if no relying party is involved.
  public var rpID: String
  /// The account's name, if already known.
  public var userName: String?
  public init(_ kind: Kind, rpID: String = "", userName: String? = nil) {
    self.kind = kind; self.rpID = rpID; self.userName = userName
  }
}

public enum PresenceAnswer: Hashable, Sendable { case present, declined, cancelled, timedOut }
