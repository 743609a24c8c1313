import Foundation

/// The allowance of look-ups for documents.
///
/// Whoever recovers asks with every spelling that the facts may have had, and each is an account of its own. All
/// requests within `duration` are one look-up, up to `mostRequests`; more or later ones are the next.
struct LookUps: Sendable {
  /// The requests in one look-up: our own program asks with twelve spellings, and then for what it found.
  static let mostRequests = 16
  /// The time of one look-up, in seconds. Each spelling costs the asking computer a second or more.
  static let duration: TimeInterval = 120

  /// The number of look-ups in an hour; each guesses up to `mostRequests` accounts.
  var allowed: Allowance
  /// The end of the look-up that is under way.
  var underWay: [UInt8]
  /// The requests left in it.
  var requests: Allowance

  /// Uses one request, and one look-up if it belongs to none that is under way.
  ///
  /// - Returns: The number of look-ups left after this one, and the limit that was reached if there was none.
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
  /// The allowance of one network address.
  func lookUps(of network: [UInt8]) -> LookUps {
    let requests = allowance("look-up-requests", network, most: LookUps.mostRequests, period: Allowance.hour)
    return LookUps(
      allowed: allowance("look-ups", network, most: settings.limits.lookUpsPerAddress, period: Allowance.hour),
      underWay: allowance("look-up-under-way", network, most: 1, period: LookUps.duration).name, requests: requests)
  }
}
