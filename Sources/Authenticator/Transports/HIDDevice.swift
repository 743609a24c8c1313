/// The authenticator's side of CTAPHID (CTAP 2.1 §11.2), without side effects. It takes packets and the time, and
/// returns packets and tasks.
public struct HIDDevice: Sendable {
  /// The time limit for the next packet of a message.
  public static let packetPatience: Duration = .seconds(3)
  /// The interval between keepalive messages.
  public static let keepaliveInterval: Duration = .milliseconds(100)

  var identity: HIDIdentity
  var channels: HIDChannels
  var transaction = HIDTransaction.idle
  var lock: (channel: UInt32, end: ContinuousClock.Instant)?
  /// Abandoned tasks that have not ended yet.
  var abandoned: Set<HIDTask.ID> = []
  var lastTask: HIDTask.ID = 0
  var status = KeepaliveStatus.processing

  /// - Parameter start: The number after which channels are numbered, so that those of an earlier run are not reused.
  public init(identity: HIDIdentity = HIDIdentity(), channelsAfter start: UInt32 = .random(in: 1...0x7fff_ffff)) {
    self.identity = identity
    channels = HIDChannels(after: start)
  }

  /// `true` if the device responds to U2F messages. May change between two messages.
  public var speaksU2F: Bool {
    get { identity.speaksU2F }
    set { identity.speaksU2F = newValue }
  }

  /// Returns `true` if the response to this report depends on `speaksU2F`: the report opens a channel, or begins a U2F
  /// message, while the device is idle.
  public func dependsOnU2F(_ report: [UInt8]) -> Bool {
    guard case .idle = transaction, case .first(let raw, _, _)? = HIDPacket(report)?.content else { return false }
    return [.initialize, .message].contains(HIDCommand(rawValue: raw))
  }

  /// Takes one report. Reports of any size other than 64 bytes are ignored.
  public mutating func receive(_ report: [UInt8], from port: HIDPort, at now: ContinuousClock.Instant) -> [HIDOutput] {
    let due = passTime(to: now)
    guard let packet = HIDPacket(report) else { return due }
    switch packet.content {
    case .first(let command, let count, let part):
      return due + begin(command, count, part, on: packet.channel, from: port, at: now)
    case .next(let sequence, let part):
      return due + resume(sequence, part, on: packet.channel, from: port, at: now)
    }
  }

  /// Takes the authenticator's response to a task.
  public mutating func finish(
    _ id: HIDTask.ID, with response: [UInt8], at now: ContinuousClock.Instant
  ) -> [HIDOutput] {
    let due = passTime(to: now)
    if abandoned.remove(id) != nil {
      guard abandoned.isEmpty, case .working(var work) = transaction, !work.hasBegun else { return due }
      work.hasBegun = true
      transaction = .working(work)
      return due + [.begin(work.task)]
    }
    guard case .working(let work) = transaction, work.task.id == id else { return due }
    transaction = .idle
    return due + send(work.command, response, on: work.channel)
  }

  /// Handles a port's disappearance. Its channels are closed, and its request is abandoned.
  public mutating func close(_ port: HIDPort) -> [HIDOutput] {
    var outputs: [HIDOutput] = []
    if let channel = transaction.channel, channels.owner(of: channel) == port { outputs = abandon() }
    if let locked = lock?.channel, channels.owner(of: locked) == port { lock = nil }
    channels.close(port)
    return outputs
  }

  /// Abandons the current transaction.
  mutating func abandon() -> [HIDOutput] {
    defer { transaction = .idle }
    guard case .working(let work) = transaction, work.hasBegun else { return [] }
    abandoned.insert(work.task.id)
    return [.cancel(work.task.id)]
  }

  func send(_ command: HIDCommand, _ payload: [UInt8], on channel: UInt32) -> [HIDOutput] {
    guard let port = channels.owner(of: channel) else { return [] }
    return send(command, payload, on: channel, to: port)
  }

  func send(_ command: HIDCommand, _ payload: [UInt8], on channel: UInt32, to port: HIDPort) -> [HIDOutput] {
    guard let reports = HIDMessage(channel: channel, command: command, payload: payload).reports else {
      return refuse(.other, on: channel, to: port)
    }
    return reports.map { .send($0, to: port) }
  }

  func refuse(_ error: HIDError, on channel: UInt32, to port: HIDPort) -> [HIDOutput] {
    send(.error, [error.rawValue], on: channel, to: port)
  }
}

extension HIDDevice {
  /// The next time at which `passTime` has something to do; `nil` if nothing is pending.
  public var nextDeadline: ContinuousClock.Instant? {
    let own: ContinuousClock.Instant? =
      switch transaction {
      case .idle: nil
      case .receiving(let message): message.deadline
      case .working(let work): work.nextKeepalive
      }
    return [own, lock?.end].compactMap { $0 }.min()
  }

  /// Performs whatever is due: an incomplete message fails, a lock ends, or a running request sends its keepalive.
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

  /// Sets whether the authenticator is waiting for the person. A change is reported at once.
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
