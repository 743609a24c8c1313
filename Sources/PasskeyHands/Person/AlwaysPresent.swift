import Authenticator

/// Says for the person that they are there, without asking. For machines where nobody else can start programs; the PIN is still asked.
public struct AlwaysPresent: Person {
  /// To be shown where this is switched on.
  public static let warning =
    "Nobody is asked before a passkey is used: any program of yours can sign in with those that need no PIN, and with all others after the PIN was typed."

  public let verification: (any BuiltInVerification)?
  public init(verification: (any BuiltInVerification)? = nil) { self.verification = verification }

  public func confirmPresence(for occasion: Occasion) async -> PresenceAnswer { Task.isCancelled ? .cancelled : .present }
}
