/// Which authenticators a relying party accepts by what the metadata say about them (FIDO Metadata Service v3.1 §3.1.4).
public struct MetadataStatusPolicy: Hashable, Sendable {
  /// Statuses that refuse a model, whenever they were reported: a revocation, and the four kinds of compromise.
  public var refusedStatuses = AuthenticatorStatus.compromises.union([.revoked])
  /// Whether newer firmware (`UPDATE_AVAILABLE`), reported after a compromise, makes up for it. Nobody can tell which firmware an
  /// authenticator has, so it does not by default. It never makes up for a revocation.
  public var updateMakesUp = false
  /// The least certification of a model that is known; `nil` for any or none. It binds nobody who claims a model that is not known, unless
  /// ``acceptsUnknown`` is off.
  public var minimumLevel: MetadataCertificationLevel?
  /// Whether an authenticator is accepted that the metadata do not know, or for whose model nothing vouches. Most synced passkeys attest
  /// nothing, so it is by default.
  public var acceptsUnknown = true

  /// The defaults; set what differs.
  public init() {}

  /// Judges an authenticator at `time`.
  /// - Parameters:
  ///   - entry: What the metadata say about its model; `nil` where they do not know it.
  ///   - isVouched: Whether a chain of certificates vouches for its model.
  ///   - time: The day on which reports are read; what is dated later does not count as the latest status.
  public func judge(_ entry: MetadataEntry?, isVouched: Bool, at time: UnixTime) -> MetadataVerdict {
    var reasons: [MetadataVerdict.Reason] = []
    if let entry {
      reasons += refused(in: entry.statusReports, ordered: entry.reports(at: time)).map { .status($0) }
      let level = entry.level(at: time)
      if let minimumLevel, level.map({ $0 < minimumLevel }) ?? true { reasons.append(.level(level)) }
    }
    if !acceptsUnknown, entry == nil || !isVouched { reasons.append(.unknown) }
    return MetadataVerdict(
      name: entry?.statement?.description, isKnown: entry != nil, isVouched: entry != nil && isVouched,
      keepsKeysOnDevice: entry?.statement?.keepsKeysOnDevice ?? false, status: entry?.reports(at: time).last?.status, level: entry?.level(at: time),
      reasons: reasons)
  }

  /// The statuses that refuse, each once. A date in the future is no comfort: who reports a compromise knows of it now.
  private func refused(in all: [StatusReport], ordered: [StatusReport]) -> [AuthenticatorStatus] {
    let lastUpdate = ordered.lastIndex { $0.status == .updateAvailable }
    var found: [AuthenticatorStatus] = []
    for report in all where refusedStatuses.contains(report.status) && !found.contains(report.status) {
      let isMadeUp =
        updateMakesUp && AuthenticatorStatus.compromises.contains(report.status)
        && (ordered.lastIndex { $0.status == report.status }).map { place in lastUpdate.map { $0 > place } ?? false } ?? false
      if !isMadeUp { found.append(report.status) }
    }
    return found
  }
}
