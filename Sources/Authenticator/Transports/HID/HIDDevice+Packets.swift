extension HIDDevice {
  /// A message's first packet.
  mutating func begin(
    _ raw: UInt8, _ count: Int, _ part: ArraySlice<UInt8>, on channel: UInt32, from port: HIDPort, at now: ContinuousClock.Instant
  ) -> [HIDOutput] {
    let command = HIDCommand(rawValue: raw)
    if command == .initialize { return initialize(count, part, on: channel, from: port) }
    guard channels.owner(of: channel) == port else { return refuse(.invalidChannel, on: channel, to: port) }
    channels.noteUse(of: channel)
    // It has no answer of its own, and nothing that it could not interrupt.
    if command == .cancel { return cancel(on: channel) }
    if case .receiving(let message) = transaction, message.channel == channel {
      transaction = .idle
      return refuse(.invalidSequence, on: channel, to: port)
    }
    guard case .idle = transaction, lock.map({ $0.channel == channel }) ?? true else { return refuse(.channelBusy, on: channel, to: port) }
    guard let command, command != .keepalive, command != .error, command != .message || identity.speaksU2F else {
      return refuse(.invalidCommand, on: channel, to: port)
    }
    guard command.takes(count), count <= HIDMessage.maximumCount else { return refuse(.invalidLength, on: channel, to: port) }
    var message = HIDReceiving(channel: channel, command: command, count: count, deadline: now + Self.packetPatience)
    message.take(part)
    return advance(message, from: port, at: now)
  }

  /// A further packet. One that belongs to no message is passed over (CTAP 2.1 §11.2.5.4).
  mutating func resume(
    _ sequence: UInt8, _ part: ArraySlice<UInt8>, on channel: UInt32, from port: HIDPort, at now: ContinuousClock.Instant
  ) -> [HIDOutput] {
    guard case .receiving(var message) = transaction, message.channel == channel, channels.owner(of: channel) == port else { return [] }
    guard sequence == message.nextSequence else {
      transaction = .idle
      return refuse(.invalidSequence, on: channel, to: port)
    }
    message.nextSequence &+= 1
    message.deadline = now + Self.packetPatience
    message.take(part)
    return advance(message, from: port, at: now)
  }

  private mutating func advance(_ message: HIDReceiving, from port: HIDPort, at now: ContinuousClock.Instant) -> [HIDOutput] {
    guard message.isComplete else {
      transaction = .receiving(message)
      return []
    }
    transaction = .idle
    return perform(message, from: port, at: now)
  }
}
