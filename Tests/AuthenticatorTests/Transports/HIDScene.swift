import Authenticator

private let begin = ContinuousClock.now

/// Packets that tests of a CTAPHID device send and expect.
protocol HIDScene {}

extension HIDScene {
  var one: HIDPort { HIDPort(1) }
  var two: HIDPort { HIDPort(2) }
  var start: ContinuousClock.Instant { begin }

  /// A device with a channel already open on port one.
  func opened(_ identity: HIDIdentity = HIDIdentity()) -> (HIDDevice, UInt32) {
    var device = HIDDevice(identity: identity, channelsAfter: 0x0a0b_0c0c)
    _ = open(&device, from: one)
    return (device, 0x0a0b_0c0d)
  }

  /// Opens a channel and returns its number.
  func open(_ device: inout HIDDevice, from port: HIDPort) -> UInt32 {
    guard
      case .send(let report, _)? = device.receive(
        first(0xffff_ffff, 0x86, [0, 0, 0, 0, 0, 0, 0, 0]), from: port, at: start
      ).first
    else {
      return 0
    }
    return report[15..<19].reduce(0) { $0 << 8 | UInt32($1) }
  }

  func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: 64 - bytes.count) }
  func number(_ channel: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: channel >> UInt32(24 - 8 * $0)) }
  }

  /// A message of one packet; the command includes its high bit.
  func first(_ channel: UInt32, _ command: UInt8, _ payload: [UInt8]) -> [UInt8] {
    padded(number(channel) + [command, 0, UInt8(payload.count)] + payload)
  }
  /// The first packet of a longer message.
  func head(_ channel: UInt32, _ command: UInt8, _ count: Int) -> [UInt8] {
    padded(number(channel) + [command, UInt8(count >> 8), UInt8(count & 0xff)])
  }
  func next(_ channel: UInt32, _ sequence: UInt8) -> [UInt8] { padded(number(channel) + [sequence]) }
  func error(_ code: UInt8, _ channel: UInt32) -> [HIDOutput] {
    [.send(padded(number(channel) + [0xbf, 0, 1, code]), to: one)]
  }
  func keepalive(_ status: UInt8, _ channel: UInt32) -> [HIDOutput] {
    [.send(padded(number(channel) + [0xbb, 0, 1, status]), to: one)]
  }
}

extension HIDOutput {
  static func begin(_ id: HIDTask.ID, on channel: UInt32, _ request: TransportRequest) -> HIDOutput {
    .begin(HIDTask(id: id, channel: channel, request: request))
  }
}
