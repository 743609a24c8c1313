import Foundation

/// How often somebody may look for a document.
///
/// Whoever recovers asks with every way in which the facts may have been written, and each is an account of its own.
/// All that comes within `duration` is one look-up, up to `mostRequests` of it; what is more, or later, is the next.
struct LookUps: Sendable {
  /// So many requests are one look-up: our own program asks with twelve ways, and then for what it found.
  static let mostRequests = 16
  /// Seconds. Each way costs the computer that asks a second or more.
  static let duration: TimeInterval = 120

  /// So many look-ups an hour; each guesses up to `mostRequests` accounts.
  var allowed: Allowance
  /// Until when the one that is under way lasts.
  var underWay: [UInt8]
  /// What is left of it.
  var requests: Allowance

  /// Uses one request, and one look-up where none is under way that it belongs to.
  ///
  /// - Returns: How many look-ups are left after this one, and what was reached where there was none.
  func use(_ records: any AllowanceRecords, at now: Date) throws -> (left: Int?, reached: ProviderRefusal.Limit?) {
    guard allowed.most > 0 else { return (nil, nil) }
    let isUnderWay = try records.allowance(underWay).map { $0 > now } ?? false
    if isUnderWay, try records.use(requests, at: now) == nil { return (try records.left(of: allowed, at: now), nil) }
    if let limit = try records.use(allowed, at: now) { return (0, limit) }
    try records.setAllowance(underWay, until: now + Self.duration)
    try records.setAllowance(requests.name, until: now)
    _ = try records.use(requests, at: now)
    return (try records.left(of: allowed, at: now), nil)
  }
}

extension Provider {
  /// Of one network address.
  func lookUps(of network: [UInt8]) -> LookUps {
    let requests = allowance("look-up-requests", network, most: LookUps.mostRequests, period: Allowance.hour)
    return LookUps(
      allowed: allowance("look-ups", network, most: settings.limits.lookUpsPerAddress, period: Allowance.hour),
      underWay: allowance("look-up-under-way", network, most: 1, period: LookUps.duration).name, requests: requests)
  }
}
