import Foundation

/// Who may create an account on a site.
public enum RegistrationRule: String, CaseIterable, Sendable {
  case open
  /// Whoever has an invitation that was not used yet.
  case invite
  case closed
}

/// Permission to create one account on a site. The store has only the SHA-256 of the token in its address, so that
/// somebody who reads the database cannot use it.
public struct Invitation: Hashable, Sendable {
  public var tokenHash: [UInt8]
  public var createdAt: Date
  public var expiresAt: Date
  /// The account that was created with it; `nil` while it can be used.
  public var account: AccountID?

  public init(tokenHash: [UInt8], createdAt: Date, expiresAt: Date, account: AccountID? = nil) {
    self.tokenHash = tokenHash; self.createdAt = createdAt; self.expiresAt = expiresAt; self.account = account
  }

  /// Returns `true` if an account can still be created with it.
  public func isValid(at now: Date) -> Bool { account == nil && now < expiresAt }
}
