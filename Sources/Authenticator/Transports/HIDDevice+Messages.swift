extension HIDDevice {
  /// Handles a message's first packet.
  mutating func begin(
    _ raw: UInt8, _ count: Int, _ part: ArraySlice<UInt8>, on channel: UInt32, from port: HIDPort,
    at now: ContinuousClock.Instant
  ) -> [HIDOutput] {
    let command = HIDCommand(rawValue: raw)
    if command == .initialize { return initialize(count, part, on: channel, from: port) }
    guard channels.owner(of: channel) == port else { return refuse(.invalidChannel, on: channel, to: port) }
    channels.noteUse(of: channel)
    // CANCEL has no response of its own, and interrupts no other message.
    if command == .cancel { return cancel(on: channel) }
    if case .receiving(let message) = transaction, message.channel == channel {
      transaction = .idle
      return refuse(.invalidSequence, on: channel, to: port)
    }
    guard case .idle = transaction, lock.map({ $0.channel == channel }) ?? true else {
      return refuse(.channelBusy, on: channel, to: port)
    }
    guard let command, command != .keepalive, command != .error, command != .message || identity.speaksU2F else {
      return refuse(.invalidCommand, on: channel, to: port)
    }
    guard command.takes(count), count <= HIDMessage.maximumCount else {
      return refuse(.invalidLength, on: channel, to: port)
    }
    var message = HIDReceiving(channel: channel, command: command, count: count, deadline: now + Self.packetPatience)
    message.take(part)
    return advance(message, from: port, at: now)
  }

  /// Handles a continuation packet. A packet that belongs to no message is ignored (CTAP 2.1 §11.2.5.4).
  mutating func resume(
    _ sequence: UInt8, _ part: ArraySlice<UInt8>, on channel: UInt32, from port: HIDPort,
    at now: ContinuousClock.Instant
  ) -> [HIDOutput] {
    guard case .receiving(var message) = transaction, message.channel == channel, channels.owner(of: channel) == port
    else { return [] }
    guard sequence == message.nextSequence else {
      transaction = .idle
      return refuse(.invalidSequence, on: channel, to: port)
    }
    message.nextSequence &+= 1
    message.deadline = now + Self.packetPatience
    message.take(part)
    return advance(message, from: port, at: now)
  }

  private mutating func advance(
    _ message: HIDReceiving, from port: HIDPort, at now: ContinuousClock.Instant
  ) -> [HIDOutput] {
    guard message.isComplete else {
      transaction = .receiving(message)
      return []
    }
    transaction = .idle
    return perform(message, from: port, at: now)
  }
}

extension HIDDevice {
  /// Performs INIT, which opens a channel or resets an open one (CTAP 2.1 §11.2.9.1.3). The device responds even while
  /// another client is being served.
  mutating func initialize(
    _ count: Int, _ part: ArraySlice<UInt8>, on channel: UInt32, from port: HIDPort
  ) -> [HIDOutput] {
    let isNew = channel == HIDChannels.broadcast
    guard isNew || channels.owner(of: channel) == port else { return refuse(.invalidChannel, on: channel, to: port) }
    guard HIDCommand.initialize.takes(count) else { return refuse(.invalidLength, on: channel, to: port) }
    var outputs: [HIDOutput] = []
    if !isNew, transaction.channel == channel { outputs = abandon() }
    let given =
      isNew ? channels.open(for: port, keeping: [transaction.channel, lock?.channel].compactMap { $0 }) : channel
    let number = (0..<4).map { UInt8(truncatingIfNeeded: given >> UInt32(24 - $0 * 8)) }
    return outputs + send(.initialize, part.prefix(8) + number + identity.bytes, on: channel, to: port)
  }

  /// Performs CANCEL, which ends a CTAP2 request on its own channel. The response to that request then has the
  /// corresponding status (CTAP 2.1 §11.2.9.1.5).
  mutating func cancel(on channel: UInt32) -> [HIDOutput] {
    guard case .working(let work) = transaction, work.channel == channel, work.command == .cbor else { return [] }
    guard work.hasBegun else {
      transaction = .idle
      // The authenticator never received this request, so the response is created here.
      return send(.cbor, [CTAPStatus.keepaliveCancel.rawValue], on: channel)
    }
    return [.cancel(work.task.id)]
  }

  /// Performs a complete message.
  mutating func perform(_ message: HIDReceiving, from port: HIDPort, at now: ContinuousClock.Instant) -> [HIDOutput] {
    switch message.command {
    case .ping: return send(.ping, message.payload, on: message.channel, to: port)
    case .wink: return [.wink] + send(.wink, [], on: message.channel, to: port)
    case .lock: return reserve(message, from: port, at: now)
    case .cbor: return work(on: .cbor(message.payload), on: message.channel, at: now)
    case .message: return work(on: .u2f(message.payload), on: message.channel, at: now)
    case .initialize, .cancel, .keepalive, .error: return refuse(.invalidCommand, on: message.channel, to: port)
    }
  }

  /// Performs LOCK: for this number of seconds, at most 10, no other channel is served. 0 ends the lock.
  private mutating func reserve(
    _ message: HIDReceiving, from port: HIDPort, at now: ContinuousClock.Instant
  ) -> [HIDOutput] {
    guard let seconds = message.payload.first, seconds <= 10 else {
      return refuse(.invalidParameter, on: message.channel, to: port)
    }
    lock = seconds == 0 ? nil : (message.channel, now + .seconds(Int(seconds)))
    return send(.lock, [], on: message.channel, to: port)
  }

  private mutating func work(
    on request: TransportRequest, on channel: UInt32, at now: ContinuousClock.Instant
  ) -> [HIDOutput] {
    lastTask &+= 1
    status = .processing
    var work = HIDWorking(task: HIDTask(id: lastTask, channel: channel, request: request), hasBegun: abandoned.isEmpty)
    if work.command == .cbor { work.nextKeepalive = now + Self.keepaliveInterval }
    transaction = .working(work)
    return work.hasBegun ? [.begin(work.task)] : []
  }
}
