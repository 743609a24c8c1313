import Authenticator
import SeededNumbers
import Testing

/// A stream of conversations with mutated bytes, lengths and orders. Nothing may trap, every report must have 64 bytes,
/// and the device must always resume serving valid requests.
@Suite struct TransportMutationTests: HIDScene {
  @Test("A device keeps serving valid requests whatever reports it receives", arguments: 1...8 as ClosedRange<UInt64>)
  func reports(
    seed: UInt64
  ) {
    var random = SeededNumbers(seed: seed)
    var (device, channel) = opened()
    var time = start, begun: [HIDTask.ID] = []
    for _ in 0..<4_000 {
      time += .milliseconds(Int.random(in: 0...300, using: &random))
      let port = Bool.random(using: &random) ? one : two
      let outputs: [HIDOutput]
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        outputs =
          begun.popLast().map {
            device.finish($0, with: [UInt8](repeating: 1, count: .random(in: 0...8_000, using: &random)), at: time)
          } ?? []
      case 1: outputs = device.passTime(to: time)
      case 2: outputs = device.note(Bool.random(using: &random) ? .processing : .personNeeded, at: time)
      case 3: outputs = device.close(port)
      case 4: outputs = device.finish(.random(in: 0...9, using: &random), with: [], at: time)
      default: outputs = device.receive(report(&random, channel), from: port, at: time)
      }
      for output in outputs {
        switch output {
        case .send(let report, _): #expect(report.count == 64)
        case .begin(let task): begun.append(task.id)
        case .cancel, .wink: break
        }
      }
      if Int.random(in: 0..<20, using: &random) == 0 { channel = open(&device, from: port) }
    }
    for id in begun { _ = device.finish(id, with: [0], at: time) }
    time += .seconds(20)
    _ = device.passTime(to: time)
    channel = open(&device, from: one)
    let answer = device.receive(first(channel, 0x81, [42]), from: one, at: time)
    #expect(answer == [.send(first(channel, 0x81, [42]), to: one)])
  }

  private func report(_ random: inout SeededNumbers, _ channel: UInt32) -> [UInt8] {
    let commands: [UInt8] = [
      0x81, 0x83, 0x84, 0x86, 0x88, 0x90, 0x91, 0xbb, 0xbf, 0, 1, 2, 127, .random(in: 0...255, using: &random),
    ]
    let length = [0, 1, 8, 57, 58, 7609, 7610, 65_535].randomElement(using: &random) ?? 0
    var bytes = head(
      [channel, channel, 0, 0xffff_ffff].randomElement(using: &random) ?? 0,
      commands.randomElement(using: &random) ?? 0, length)
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    if Int.random(in: 0..<30, using: &random) == 0 { bytes.removeLast(.random(in: 0...64, using: &random)) }
    return bytes
  }

  @Test(
    "Whatever command APDUs come, each has its step and the applet can be selected again",
    arguments: 1...8 as ClosedRange<UInt64>)
  func commands(seed: UInt64) {
    var random = SeededNumbers(seed: seed), device = NFCDevice()
    let selection: [UInt8] = [0x00, 0xa4, 0x04, 0x00, 8, 0xa0, 0, 0, 6, 0x47, 0x2f, 0, 1, 0]
    let seeds: [[UInt8]] = [
      selection, selection, [0x80, 0x10, 0x80, 0, 1, 4, 0], [0x90, 0x10, 0x80, 0, 2, 4, 5],
      [0x80, 0x10, 0, 0, 0, 0, 2, 4, 5, 0, 0],
      [0, 0xc0, 0, 0, 0],
      [0x80, 0x11, 0, 0, 0], [0x80, 0x12, 1, 0], [0, 1, 3, 0, 0, 0, 2, 1, 2, 0, 0], [0x10, 2, 3, 0, 2, 1, 2],
    ]
    for _ in 0..<4_000 {
      var apdu = seeds.randomElement(using: &random) ?? []
      if Bool.random(using: &random) {
        apdu[Int.random(in: 0..<apdu.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      if Int.random(in: 0..<10, using: &random) == 0 { apdu.removeLast(.random(in: 0...apdu.count, using: &random)) }
      switch device.receive(apdu).next {
      case .answer(let bytes): #expect(bytes.count >= 2)
      case .begin, .wait:
        if Bool.random(using: &random) {
          #expect(device.finish([UInt8](repeating: 3, count: .random(in: 0...2_000, using: &random))).count >= 2)
        }
      }
    }
    #expect(device.receive(selection).next == .answer(Array("U2F_V2".utf8) + [0x90, 0]))
  }
}
