import Crypto
import Foundation

/// A number of uses per period. The allowance refills evenly, and the database stores only the time at which it is full
/// again.
struct Allowance: Sendable {
  /// A hash of what is limited, so that somebody who reads the database learns no addresses.
  var name: [UInt8]
  /// The maximum number of uses; 0 means no limit.
  var most: Int
  var period: TimeInterval

  static let hour: TimeInterval = 3600
  static let day: TimeInterval = 24 * 3600

  /// - Parameter key: The key of this installation.
  init(_ kind: String, _ subject: [UInt8], key: [UInt8], most: Int, period: TimeInterval) {
    name = Array(
      HMAC<SHA256>.authenticationCode(for: Array(kind.utf8) + [0] + subject, using: SymmetricKey(data: Data(key))))
    self.most = most; self.period = period
  }

  /// The time after which one use becomes available again.
  var interval: TimeInterval { period / Double(max(most, 1)) }
}

extension AllowanceRecords {
  /// Takes one use. If no use is left, nothing changes.
  ///
  /// - Returns: The limit that was reached; `nil` if a use was left.
  func use(_ allowance: Allowance, at now: Date) throws -> ProviderRefusal.Limit? {
    guard allowance.most > 0 else { return nil }
    let until = max(try self.allowance(allowance.name) ?? now, now) + allowance.interval
    let excess = until.timeIntervalSince(now) - allowance.period
    // Times are stored in milliseconds, and a rounding error must not consume a use.
    guard excess < 0.01 else {
      return ProviderRefusal.Limit(tries: allowance.most, period: allowance.period, wait: excess)
    }
    try setAllowance(allowance.name, until: until)
    return nil
  }

  /// Returns the number of uses left.
  func left(of allowance: Allowance, at now: Date) throws -> Int {
    let used = max(0, try self.allowance(allowance.name)?.timeIntervalSince(now) ?? 0)
    return max(0, Int(((allowance.period - used) / allowance.interval + 0.01).rounded(.down)))
  }

  /// Restores a use that was taken without effect.
  func giveBack(_ allowance: Allowance, at now: Date) throws {
    guard allowance.most > 0, let until = try self.allowance(allowance.name) else { return }
    try setAllowance(allowance.name, until: max(now, until - allowance.interval))
  }
}
