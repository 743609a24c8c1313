import Foundation

/// The allowance of look-ups for documents.
///
/// During recovery, a person's program asks with every possible spelling of the facts, and each spelling is a separate
/// account. All requests within `duration` count as one look-up, up to `mostRequests`. Additional or later requests
/// belong to the next look-up.
struct LookUps: Sendable {
  /// The maximum number of requests in one look-up. Our own program asks with twelve spellings, and then for the
  /// documents it found.
  static let mostRequests = 16
  /// The duration of one look-up, in seconds. The requesting computer needs a second or more for each spelling.
  static let duration: TimeInterval = 120

  /// The number of look-ups per hour. Each look-up can guess up to `mostRequests` accounts.
  var allowed: Allowance
  /// The name under which the end of the current look-up is recorded.
  var underWay: [UInt8]
  /// The requests left in the current look-up.
  var requests: Allowance

  /// Uses one request, and one look-up if no look-up is in progress.
  ///
  /// - Returns: The number of look-ups left after this one, and the limit that was reached if no look-up was left.
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
  /// Returns the allowance of one network address.
  func lookUps(of network: [UInt8]) -> LookUps {
    let requests = allowance("look-up-requests", network, most: LookUps.mostRequests, period: Allowance.hour)
    return LookUps(
      allowed: allowance("look-ups", network, most: settings.limits.lookUpsPerAddress, period: Allowance.hour),
      underWay: allowance("look-up-under-way", network, most: 1, period: LookUps.duration).name, requests: requests)
  }
}
