import Authenticator
import Testing

@Suite struct HIDTimeTests: HIDScene {
  @Test("A message with a missing packet fails after three seconds, and the next is served")
  func packetPatience() {
    var (device, channel) = opened()
    _ = device.receive(head(channel, 0x81, 200), from: one, at: start)
    #expect(device.nextDeadline == start + .seconds(3))
    #expect(device.receive(next(channel, 0), from: one, at: start + .seconds(2)) == [])
    #expect(device.passTime(to: start + .milliseconds(4_999)) == [])
    #expect(device.passTime(to: start + .seconds(5)) == error(0x05, channel))
    #expect(device.passTime(to: start + .seconds(9)) == [])
    #expect(device.nextDeadline == nil)
  }

  @Test("A request sends a keepalive every 100 ms, and immediately when it waits for the person")
  func keepalives() {
    var (device, channel) = opened()
    _ = device.receive(first(channel, 0x90, [2]), from: one, at: start)
    #expect(device.nextDeadline == start + .milliseconds(100))
    #expect(device.passTime(to: start + .milliseconds(99)) == [])
    #expect(device.passTime(to: start + .milliseconds(100)) == keepalive(1, channel))
    #expect(device.note(.personNeeded, at: start + .milliseconds(120)) == keepalive(2, channel))
    #expect(device.note(.personNeeded, at: start + .milliseconds(130)) == [])
    #expect(device.passTime(to: start + .milliseconds(219)) == [])
    #expect(device.passTime(to: start + .milliseconds(220)) == keepalive(2, channel))
    #expect(device.finish(1, with: [0], at: start + .milliseconds(221)).count == 1)
    #expect(device.passTime(to: start + .seconds(1)) == [])
  }

  @Test("A U2F message causes no keepalive") func quietU2F() {
    var (device, channel) = opened()
    _ = device.receive(first(channel, 0x83, [0, 3, 0, 0, 0, 0, 0]), from: one, at: start)
    #expect(device.nextDeadline == nil)
    #expect(device.note(.personNeeded, at: start) == [])
    #expect(device.passTime(to: start + .seconds(9)) == [])
  }

  @Test("A request on a second channel receives only a busy error") func busy() {
    var (device, channel) = opened()
    let other = open(&device, from: one)
    _ = device.receive(head(channel, 0x81, 60), from: one, at: start)
    #expect(device.receive(first(other, 0x81, [1]), from: one, at: start) == error(0x06, other))
    #expect(device.receive(next(other, 0), from: one, at: start) == [])
    #expect(device.receive(next(channel, 0), from: one, at: start).count == 2)
    _ = device.receive(first(channel, 0x90, [2]), from: one, at: start)
    #expect(device.receive(first(other, 0x90, [4]), from: one, at: start) == error(0x06, other))
    #expect(device.receive(first(channel, 0x90, [4]), from: one, at: start) == error(0x06, channel))
    #expect(open(&device, from: two) != 0)
    #expect(device.receive(first(other, 0x91, []), from: one, at: start) == [])
    #expect(device.finish(1, with: [0], at: start).count == 1)
  }

  @Test("CANCEL ends its channel's request, which then responds; CANCEL itself has no response") func cancel() {
    var (device, channel) = opened()
    #expect(device.receive(first(channel, 0x91, []), from: one, at: start) == [])
    _ = device.receive(first(channel, 0x90, [2]), from: one, at: start)
    #expect(device.receive(first(channel, 0x91, []), from: one, at: start) == [.cancel(1)])
    #expect(
      device.finish(1, with: [0x2d], at: start) == [.send(padded(number(channel) + [0x90, 0, 1, 0x2d]), to: one)])
    _ = device.receive(first(channel, 0x83, [0, 3, 0, 0, 0, 0, 0]), from: one, at: start)
    #expect(device.receive(first(channel, 0x91, []), from: one, at: start) == [])
  }

  @Test("INIT abandons its channel's request; the next request begins once that one has ended")
  func resynchronization() {
    var (device, channel) = opened()
    let again = first(channel, 0x86, [8, 7, 6, 5, 4, 3, 2, 1])
    let answer = HIDOutput.send(
      padded(number(channel) + [0x86, 0, 17, 8, 7, 6, 5, 4, 3, 2, 1] + number(channel) + [2, 1, 0, 0, 5]), to: one)
    _ = device.receive(head(channel, 0x81, 200), from: one, at: start)
    #expect(device.receive(again, from: one, at: start) == [answer])
    #expect(device.receive(next(channel, 0), from: one, at: start) == [])

    _ = device.receive(first(channel, 0x90, [2]), from: one, at: start)
    #expect(device.receive(again, from: one, at: start) == [.cancel(1), answer])
    #expect(device.receive(first(channel, 0x90, [4]), from: one, at: start) == [])
    #expect(device.passTime(to: start + .milliseconds(100)) == keepalive(1, channel))
    #expect(device.finish(1, with: [0x2d], at: start + .milliseconds(101)) == [.begin(2, on: channel, .cbor([4]))])
    #expect(
      device.finish(2, with: [0], at: start + .milliseconds(102)) == [
        .send(padded(number(channel) + [0x90, 0, 1, 0]), to: one)
      ])
  }

  @Test("A queued request can be canceled too") func cancelBeforeBegin() {
    var (device, channel) = opened()
    _ = device.receive(first(channel, 0x90, [2]), from: one, at: start)
    _ = device.receive(first(channel, 0x86, [8, 7, 6, 5, 4, 3, 2, 1]), from: one, at: start)
    _ = device.receive(first(channel, 0x90, [4]), from: one, at: start)
    #expect(
      device.receive(first(channel, 0x91, []), from: one, at: start) == [
        .send(padded(number(channel) + [0x90, 0, 1, 0x2d]), to: one)
      ])
    #expect(device.finish(1, with: [0x2d], at: start) == [])
  }

  @Test("LOCK excludes other channels for up to 10 seconds, and LOCK with 0 releases them") func lock() {
    var (device, channel) = opened()
    let other = open(&device, from: two)
    func ask(_ seconds: UInt8) -> [UInt8] { first(channel, 0x84, [seconds]) }
    let answer = [HIDOutput.send(padded(number(channel) + [0x84, 0, 0]), to: one)]
    let busy = [HIDOutput.send(padded(number(other) + [0xbf, 0, 1, 0x06]), to: two)]
    #expect(device.receive(ask(11), from: one, at: start) == error(0x02, channel))
    #expect(device.receive(ask(10), from: one, at: start) == answer)
    #expect(device.receive(first(other, 0x81, []), from: two, at: start + .milliseconds(9_999)) == busy)
    #expect(device.receive(first(channel, 0x81, []), from: one, at: start + .milliseconds(9_999)).count == 1)
    #expect(device.receive(first(other, 0x81, []), from: two, at: start + .seconds(10)) != busy)
    #expect(device.receive(ask(10), from: one, at: start + .seconds(20)) == answer)
    #expect(device.receive(ask(0), from: one, at: start + .seconds(21)) == answer)
    #expect(device.receive(first(other, 0x81, []), from: two, at: start + .seconds(22)) != busy)
  }

  @Test("When a connection ends, so do its channels, its request and its lock") func closing() {
    var (device, channel) = opened()
    let other = open(&device, from: two)
    _ = device.receive(first(channel, 0x84, [10]), from: one, at: start)
    _ = device.receive(first(channel, 0x90, [2]), from: one, at: start)
    #expect(device.close(one) == [.cancel(1)])
    #expect(device.receive(first(channel, 0x81, []), from: one, at: start) == error(0x0b, channel))
    #expect(device.receive(first(other, 0x90, [4]), from: two, at: start) == [])
    #expect(device.finish(1, with: [0], at: start) == [.begin(2, on: other, .cbor([4]))])
  }

  @Test("A client with too many channels loses its oldest idle channel, never another client's")
  func channelsWithoutEnd() {
    var (device, channel) = opened()
    let other = open(&device, from: two)
    let second = open(&device, from: one)
    _ = device.receive(first(channel, 0x90, [2]), from: one, at: start)
    for _ in 0..<200 { _ = open(&device, from: one) }
    #expect(device.receive(first(second, 0x81, []), from: one, at: start) == error(0x0b, second))
    #expect(device.finish(1, with: [0], at: start).count == 1)
    #expect(device.receive(first(other, 0x81, []), from: two, at: start).count == 1)
  }
}
