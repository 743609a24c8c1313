import Authenticator
import Testing

@Suite struct HIDDeviceTests: HIDScene {
  @Test("INIT on the broadcast channel returns a channel, the nonce and the capabilities")
  func opening() throws {
    var device = HIDDevice(channelsAfter: 0x0102_0303)
    let outputs = device.receive(first(0xffff_ffff, 0x86, [1, 2, 3, 4, 5, 6, 7, 8]), from: one, at: start)
    let expected: [UInt8] = [0xff, 0xff, 0xff, 0xff, 0x86, 0, 17, 1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 2, 1, 0, 0, 0x05]
    #expect(outputs == [.send(padded(expected), to: one)])
  }

  @Test("Only an eight-byte broadcast INIT opens a channel; other channels' packets are rejected")
  func notOpened() {
    var device = HIDDevice()
    #expect(device.receive(first(0xffff_ffff, 0x86, [1]), from: one, at: start) == error(0x03, 0xffff_ffff))
    #expect(device.receive(first(0xffff_ffff, 0x81, [1]), from: one, at: start) == error(0x0b, 0xffff_ffff))
    #expect(device.receive(first(0, 0x86, [1, 2, 3, 4, 5, 6, 7, 8]), from: one, at: start) == error(0x0b, 0))
    #expect(device.receive(first(77, 0x90, [4]), from: one, at: start) == error(0x0b, 77))
  }

  @Test("A client cannot use a channel that another connection opened") func foreignChannel() {
    var (device, channel) = opened()
    #expect(
      device.receive(first(channel, 0x90, [4]), from: two, at: start) == [
        .send(padded(number(channel) + [0xbf, 0, 1, 0x0b]), to: two)
      ])
    #expect(device.receive(first(channel, 0x86, [1, 2, 3, 4, 5, 6, 7, 8]), from: two, at: start).count == 1)
    #expect(device.receive(first(channel, 0x90, [4]), from: one, at: start) == [.begin(1, on: channel, .cbor([4]))])
  }

  @Test(
    "PING echoes its payload, up to the longest message, in packets numbered from 0",
    arguments: [0, 1, 57, 58, 116, 117, 7609])
  func ping(count: Int) {
    var (device, channel) = opened()
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let reports = HIDMessage(channel: channel, command: .ping, payload: payload).reports ?? []
    #expect(reports.count == 1 + (max(count - 57, 0) + 58) / 59)
    #expect(reports.allSatisfy { $0.count == 64 })
    let outputs = reports.flatMap { device.receive($0, from: one, at: start) }
    #expect(outputs == reports.map { .send($0, to: one) })
  }

  @Test("The maximum message size is 7609 bytes") func tooLong() {
    #expect(HIDMessage(channel: 1, command: .ping, payload: [UInt8](repeating: 0, count: 7610)).reports == nil)
    var (device, channel) = opened()
    #expect(device.receive(head(channel, 0x81, 7610), from: one, at: start) == error(0x03, channel))
    #expect(device.receive(head(channel, 0x81, 7609), from: one, at: start) == [])
  }

  @Test(
    "A command that is unknown, or only the authenticator's, is refused",
    arguments: [0x82, 0x85, 0xbb, 0xbf, 0xc0, 0xff] as [UInt8])
  func unknown(command: UInt8) {
    var (device, channel) = opened()
    #expect(device.receive(first(channel, command, [1]), from: one, at: start) == error(0x01, channel))
  }

  @Test("Without U2F, INIT reports its absence and a U2F message is rejected as an unknown command") func noU2F() {
    var (device, channel) = opened(HIDIdentity(major: 3, minor: 4, build: 5, speaksU2F: false))
    #expect(device.receive(first(channel, 0x83, [0, 3, 0, 0, 0, 0, 0]), from: one, at: start) == error(0x01, channel))
    let answer = device.receive(first(channel, 0x86, [0, 0, 0, 0, 0, 0, 0, 0]), from: one, at: start)
    #expect(
      answer == [
        .send(
          padded(number(channel) + [0x86, 0, 17, 0, 0, 0, 0, 0, 0, 0, 0] + number(channel) + [2, 3, 4, 5, 0x0d]),
          to: one)
      ])
  }

  @Test("U2F support can change at runtime; INIT and each new U2F message check it")
  func switchesU2F() {
    var (device, channel) = opened(HIDIdentity(speaksU2F: false))
    let message = first(channel, 0x83, [0, 3, 0, 0, 0, 0, 0]),
      initialize = first(0xffff_ffff, 0x86, [0, 0, 0, 0, 0, 0, 0, 0])
    #expect(device.dependsOnU2F(message) && device.dependsOnU2F(initialize))
    for other in [first(channel, 0x90, [4]), first(channel, 0x81, [1]), next(channel, 0), []] {
      #expect(!device.dependsOnU2F(other))
    }
    #expect(device.receive(message, from: one, at: start) == error(0x01, channel))
    device.speaksU2F = true
    #expect(device.receive(message, from: one, at: start) == [.begin(1, on: channel, .u2f([0, 3, 0, 0, 0, 0, 0]))])
    #expect(!device.dependsOnU2F(initialize), "INIT is answered at once while a request is under way")
  }

  @Test("Lengths that are invalid for a command are rejected")
  func lengths() {
    var (device, channel) = opened()
    for (command, payload) in [(0x84, []), (0x84, [1, 1]), (0x88, [0]), (0x90, []), (0x83, [0, 3, 0])]
      as [(UInt8, [UInt8])]
    {
      #expect(
        device.receive(first(channel, command, payload), from: one, at: start) == error(0x03, channel), "\(command)")
    }
  }

  @Test("A request reaches the authenticator, and its response carries the same command") func requests() {
    var (device, channel) = opened()
    #expect(device.receive(first(channel, 0x90, [4]), from: one, at: start) == [.begin(1, on: channel, .cbor([4]))])
    #expect(
      device.finish(1, with: [0, 0xa0], at: start) == [.send(padded(number(channel) + [0x90, 0, 2, 0, 0xa0]), to: one)])
    let apdu: [UInt8] = [0, 3, 0, 0, 0, 0, 0]
    #expect(device.receive(first(channel, 0x83, apdu), from: one, at: start) == [.begin(2, on: channel, .u2f(apdu))])
    #expect(
      device.finish(2, with: [0x90, 0], at: start) == [.send(padded(number(channel) + [0x83, 0, 2, 0x90, 0]), to: one)])
    #expect(device.finish(2, with: [0x90, 0], at: start) == [])
  }

  @Test("A response too long for a message is replaced by an error") func answerTooLong() {
    var (device, channel) = opened()
    _ = device.receive(first(channel, 0x90, [4]), from: one, at: start)
    #expect(device.finish(1, with: [UInt8](repeating: 0, count: 7610), at: start) == error(0x7f, channel))
  }

  @Test("WINK is shown to the person and acknowledged") func wink() {
    var (device, channel) = opened()
    #expect(
      device.receive(first(channel, 0x88, []), from: one, at: start) == [
        .wink, .send(padded(number(channel) + [0x88, 0, 0]), to: one),
      ])
  }

  @Test("An out-of-order packet ends its message, and the next message is served") func sequence() {
    var (device, channel) = opened()
    #expect(device.receive(head(channel, 0x81, 200), from: one, at: start) == [])
    #expect(device.receive(next(channel, 1), from: one, at: start) == error(0x04, channel))
    #expect(device.receive(next(channel, 2), from: one, at: start) == [])
    #expect(device.receive(first(channel, 0x81, [9]), from: one, at: start).count == 1)
  }

  @Test("An initialization packet in the middle of a message ends that message with an error") func firstAgain() {
    var (device, channel) = opened()
    _ = device.receive(head(channel, 0x81, 200), from: one, at: start)
    #expect(device.receive(first(channel, 0x81, [9]), from: one, at: start) == error(0x04, channel))
    #expect(device.receive(next(channel, 0), from: one, at: start) == [])
  }

  @Test("Data whose size is not exactly that of a report is ignored", arguments: [0, 1, 63, 65, 128])
  func wrongSize(count: Int) {
    var (device, _) = opened()
    #expect(device.receive([UInt8](repeating: 0xff, count: count), from: one, at: start) == [])
  }
}
