import Encoding

/// The person at the authenticator: what they are asked, and what they answer. What an embodiment does may be a desktop notification, a line
/// in a terminal or a dialog; never a page.
public protocol Person: Sendable {
  /// Asks whether they are there and want this (CTAP 2.1 §5, user presence).
  ///
  /// Returns when they answered, or when the task is cancelled (then `.cancelled`).
  func confirmPresence(for occasion: Occasion) async -> PresenceAnswer
  /// Asks for the PIN on the authenticator's own side: its built-in user verification. `nil` where this person can only be asked by the client.
  var verification: (any BuiltInVerification)? { get }
}

/// The authenticator's own way to ask for the PIN.
public protocol BuiltInVerification: Sendable {
  /// - Parameter retries: How many tries are left; fewer than 8 is said to the person.
  /// - Returns: The PIN as it was typed, in UTF-8; `nil` where they gave up, took too long, or the task was cancelled.
  func askPIN(for occasion: Occasion, retries: Int) async -> Secret?
}

/// What the person is asked about.
public struct Occasion: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case register, signIn, reset, select
    /// Credentials are listed, renamed or deleted.
    case manage
    /// What the authenticator keeps beside them, and how it is set.
    case change
  }
  public var kind: Kind
  /// Empty where no relying party is concerned.
  public var rpID: String
  /// How the account calls itself, where it is known by now.
  public var userName: String?
  public init(_ kind: Kind, rpID: String = "", userName: String? = nil) {
    self.kind = kind; self.rpID = rpID; self.userName = userName
  }
}

public enum PresenceAnswer: Hashable, Sendable { case present, declined, cancelled, timedOut }
