import Foundation

/// Sixteen random bytes, drawn by the server; also the WebAuthn user handle (Level 3 §5.4.3), so that it says nothing
/// about the person.
public struct AccountID: Codable, Hashable, Sendable {
  public let bytes: [UInt8]
  public init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// One person's account on this server.
public struct Account: Hashable, Sendable {
  public var id: AccountID
  public var username: Username
  public var createdAt: Date
  /// libsodium's `crypto_pwhash_str` text, which names its own algorithm and cost; `nil` if no password is set.
  public var passwordHash: String?
  public var care: AccountCare

  public init(
    id: AccountID, username: Username, createdAt: Date, passwordHash: String? = nil, care: AccountCare = AccountCare()
  ) {
    self.id = id; self.username = username; self.createdAt = createdAt; self.passwordHash = passwordHash;
    self.care = care
  }
}

/// The things that the account's holder should be told in Settings, or that the next opening should do.
public struct AccountCare: Hashable, Sendable {
  /// "Show again later" was pressed: the reminder stands until a code is saved without that.
  public var wantsCodeReminder: Bool
  /// The one-shot nudge of A-05 was shown.
  public var wasNudged: Bool
  /// A way was taken out with no Master Key at hand: the next hands that open it make a new generation.
  public var isRotationDue: Bool
  /// Names of keys that may still hold a passkey which works here no more (G-18).
  public var leftOnKeys: [String]
  /// The time at which an unfinished set-up of account recovery was begun. It waits with the hands of some computer.
  public var escrowBegunAt: Date?
  public init(
    wantsCodeReminder: Bool = false, wasNudged: Bool = false, isRotationDue: Bool = false, leftOnKeys: [String] = [],
    escrowBegunAt: Date? = nil
  ) {
    self.wantsCodeReminder = wantsCodeReminder; self.wasNudged = wasNudged; self.isRotationDue = isRotationDue;
    self.leftOnKeys = leftOnKeys
    self.escrowBegunAt = escrowBegunAt
  }
}
