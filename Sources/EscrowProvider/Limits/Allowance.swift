import Crypto
import Foundation

/// So many of something in so much time: it fills up evenly, and what was used stands in the database as one time,
/// until which it is not full.
struct Allowance: Sendable {
  /// What is limited, as a hash: who reads the database learns no address.
  var name: [UInt8]
  /// 0 for no limit.
  var most: Int
  var period: TimeInterval

  static let hour: TimeInterval = 3600
  static let day: TimeInterval = 24 * 3600

  /// - Parameter key: Of this installation.
  init(_ kind: String, _ subject: [UInt8], key: [UInt8], most: Int, period: TimeInterval) {
    name = Array(
      HMAC<SHA256>.authenticationCode(for: Array(kind.utf8) + [0] + subject, using: SymmetricKey(data: Data(key))))
    self.most = most; self.period = period
  }

  /// How long each of them takes to come back.
  var interval: TimeInterval { period / Double(max(most, 1)) }
}

extension AllowanceRecords {
  /// Uses one of it. Nothing is used where none is left.
  ///
  /// - Returns: What was reached; `nil` where there was one left.
  func use(_ allowance: Allowance, at now: Date) throws -> ProviderRefusal.Limit? {
    guard allowance.most > 0 else { return nil }
    let until = max(try self.allowance(allowance.name) ?? now, now) + allowance.interval
    let excess = until.timeIntervalSince(now) - allowance.period
    // Times are kept in milliseconds, so that rounding may not cost one of them.
    guard excess < 0.01 else {
      return ProviderRefusal.Limit(tries: allowance.most, period: allowance.period, wait: excess)
    }
    try setAllowance(allowance.name, until: until)
    return nil
  }

  /// How many are left.
  func left(of allowance: Allowance, at now: Date) throws -> Int {
    let used = max(0, try self.allowance(allowance.name)?.timeIntervalSince(now) ?? 0)
    return max(0, Int(((allowance.period - used) / allowance.interval + 0.01).rounded(.down)))
  }

  /// Gives one back that was used for nothing.
  func giveBack(_ allowance: Allowance, at now: Date) throws {
    guard allowance.most > 0, let until = try self.allowance(allowance.name) else { return }
    try setAllowance(allowance.name, until: max(now, until - allowance.interval))
  }
}
