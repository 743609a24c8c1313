import Foundation

/// A random number that is used only once, so that an old assertion cannot be replayed (E-18).
public struct Challenge: Hashable, Sendable {
  /// The time for which a challenge is valid (E-14: `CHALLENGE_TIMEOUT_MS = 5 * 60 * 1000`).
  public static let lifetime: TimeInterval = 5 * 60

  /// The challenge's 32 random bytes.
  public var bytes: [UInt8]
  /// The session that requested the challenge. Only that session can spend it.
  public var session: SessionID
  /// The relying party's state for the ceremony, as JSON, so that another server process can finish it.
  public var ceremony: [UInt8]
  public var issuedAt: Date

  public init(bytes: [UInt8], session: SessionID, ceremony: [UInt8], issuedAt: Date) {
    self.bytes = bytes; self.session = session; self.ceremony = ceremony; self.issuedAt = issuedAt
  }
  public func isExpired(at now: Date) -> Bool { now < issuedAt || now.timeIntervalSince(issuedAt) > Self.lifetime }
}

/// A ticket for one rehearsal of the worst day, with one way in: eight signs that the person types in another browser.
public struct DrillTicket: Hashable, Sendable {
  public static let lifetime: TimeInterval = 30 * 60

  /// The SHA-256 of the signs. The signs themselves are shown to the person alone.
  public var tokenHash: [UInt8]
  public var account: AccountID
  public var way: KeyID
  public var issuedAt: Date

  public init(tokenHash: [UInt8], account: AccountID, way: KeyID, issuedAt: Date) {
    self.tokenHash = tokenHash; self.account = account; self.way = way; self.issuedAt = issuedAt
  }
  public func isExpired(at now: Date) -> Bool { now < issuedAt || now.timeIntervalSince(issuedAt) > Self.lifetime }
}

/// A handoff to Settings on another device (M-09): the address behind a QR code. The address carries no session (G-41)
/// and works only once.
public struct Handoff: Hashable, Sendable {
  public static let lifetime: TimeInterval = 5 * 60

  /// The SHA-256 of the token in the address, so that somebody who reads the database cannot use the address.
  public var tokenHash: [UInt8]
  public var issuedAt: Date

  public init(tokenHash: [UInt8], issuedAt: Date) {
    self.tokenHash = tokenHash; self.issuedAt = issuedAt
  }
  public func isExpired(at now: Date) -> Bool { now < issuedAt || now.timeIntervalSince(issuedAt) > Self.lifetime }
}
