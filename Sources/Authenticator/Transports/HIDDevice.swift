/// The authenticator's side of CTAPHID (CTAP 2.1 §11.2): packets and time in, packets and tasks out. It does nothing by itself.
public struct HIDDevice: Sendable {
  /// So long it waits for the next packet of a message.
  public static let packetPatience: Duration = .seconds(3)
  /// So often it says that it is still at work.
  public static let keepaliveInterval: Duration = .milliseconds(100)

  var identity: HIDIdentity
  var channels: HIDChannels
  var transaction = HIDTransaction.idle
  var lock: (channel: UInt32, end: ContinuousClock.Instant)?
  /// Tasks whose answers nobody wants, and that have not ended yet.
  var abandoned: Set<HIDTask.ID> = []
  var lastTask: HIDTask.ID = 0
  var status = KeepaliveStatus.processing

  /// - Parameter start: Channels are numbered from here, so that one of an earlier run is not met again.
  public init(identity: HIDIdentity = HIDIdentity(), channelsAfter start: UInt32 = .random(in: 1...0x7fff_ffff)) {
    self.identity = identity
    channels = HIDChannels(after: start)
  }

  /// Whether U2F messages are answered. It may become another between two messages.
  public var speaksU2F: Bool {
    get { identity.speaksU2F }
    set { identity.speaksU2F = newValue }
  }

  /// Whether the answer to this report depends on that: it opens a channel, or begins a U2F message, while nothing is under way.
  public func dependsOnU2F(_ report: [UInt8]) -> Bool {
    guard case .idle = transaction, case .first(let raw, _, _)? = HIDPacket(report)?.content else { return false }
    return [.initialize, .message].contains(HIDCommand(rawValue: raw))
  }

  /// Takes one report. What has another size than 64 bytes is passed over.
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

  /// Takes the authenticator's answer to a task.
  public mutating func finish(_ id: HIDTask.ID, with response: [UInt8], at now: ContinuousClock.Instant) -> [HIDOutput]
  {
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

  /// A port is gone: its channels close, and nobody waits for what it asked.
  public mutating func close(_ port: HIDPort) -> [HIDOutput] {
    var outputs: [HIDOutput] = []
    if let channel = transaction.channel, channels.owner(of: channel) == port { outputs = abandon() }
    if let locked = lock?.channel, channels.owner(of: locked) == port { lock = nil }
    channels.close(port)
    return outputs
  }

  /// Gives up what is under way.
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
