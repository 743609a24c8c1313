import Foundation

/// A way to Settings on another device (M-09): the address behind a QR code. It carries no session (G-41), and it works once.
public struct Handoff: Hashable, Sendable {
  public static let lifetime: TimeInterval = 5 * 60

  /// SHA-256 of the token in the address, so that who reads the database cannot follow it.
  public var tokenHash: [UInt8]
  public var issuedAt: Date

  public init(tokenHash: [UInt8], issuedAt: Date) {
    self.tokenHash = tokenHash; self.issuedAt = issuedAt
  }
  public func isExpired(at now: Date) -> Bool { now < issuedAt || now.timeIntervalSince(issuedAt) > Self.lifetime }
}
