/// What a database holds and its audit log does not tell of. Each is written together with an entry, so that an unbroken
/// log which lacks one was cut off or emptied.
public struct UntoldFacts: Hashable, Sendable {
  /// How many accounts are there without the entry of their making.
  public var accounts: Int
  /// How many open sessions are there without the entry of their sign-in.
  public var signIns: Int
  public init(accounts: Int = 0, signIns: Int = 0) { self.accounts = accounts; self.signIns = signIns }

  public static let none = UntoldFacts()
}
