extension HIDDevice {
  /// When `passTime` has something to do next; `nil` while nothing is awaited.
  public var nextDeadline: ContinuousClock.Instant? {
    let own: ContinuousClock.Instant? =
      switch transaction {
      case .idle: nil
      case .receiving(let message): message.deadline
      case .working(let work): work.nextKeepalive
      }
    return [own, lock?.end].compactMap { $0 }.min()
  }

  /// Does what is due: a message of which parts are missing fails, a lock ends, a request under way says that it is.
  public mutating func passTime(to now: ContinuousClock.Instant) -> [HIDOutput] {
    if let end = lock?.end, end <= now { lock = nil }
    switch transaction {
    case .receiving(let message) where message.deadline <= now:
      transaction = .idle
      return channels.owner(of: message.channel).map { refuse(.messageTimeout, on: message.channel, to: $0) } ?? []
    case .working(let work) where work.nextKeepalive.map { $0 <= now } ?? false: return keepAlive(work, at: now)
    default: return []
    }
  }

  /// Whether the authenticator waits for the person now; a change is told at once.
  public mutating func note(_ new: KeepaliveStatus, at now: ContinuousClock.Instant) -> [HIDOutput] {
    let due = passTime(to: now)
    guard new != status else { return due }
    status = new
    guard case .working(let work) = transaction, work.hasBegun, work.nextKeepalive != nil else { return due }
    return due + keepAlive(work, at: now)
  }

  private mutating func keepAlive(_ work: HIDWorking, at now: ContinuousClock.Instant) -> [HIDOutput] {
    var work = work
    work.nextKeepalive = now + Self.keepaliveInterval
    transaction = .working(work)
    return send(.keepalive, [status.rawValue], on: work.channel)
  }
}
