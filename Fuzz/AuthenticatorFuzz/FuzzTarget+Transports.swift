import Authenticator

extension FuzzTarget {
  /// Reports from two ports, answers of the authenticator, passing time, closing ports. Afterwards, a client that opens
  /// a channel must be served.
  static func reports(_ bytes: [UInt8]) {
    var device = HIDDevice(channelsAfter: 0x0a0b_0c0c), time = ContinuousClock.now, tasks: [HIDTask.ID] = []
    let ports = [HIDPort(1), HIDPort(2)]
    func look(_ outputs: [HIDOutput]) {
      for output in outputs {
        switch output {
        case .send(let report, _): precondition(report.count == HIDPacket.size, "a report of another length")
        case .begin(let task): tasks.append(task.id)
        case .cancel, .wink: break
        }
      }
    }
    look(device.receive(report(0xffff_ffff, [0x86, 0, 8]), from: ports[0], at: time))
    for piece in Pieces(bytes) {
      let port = ports[Int(piece.kind >> 7)]
      switch piece.kind & 7 {
      case 0, 1: look(device.receive(report(0x0a0b_0c0d, piece.bytes), from: port, at: time))
      case 2: look(device.receive(report(0xffff_ffff, piece.bytes), from: port, at: time))
      case 3: look(device.receive(piece.bytes, from: port, at: time))
      case 4: if let id = tasks.popLast() { look(device.finish(id, with: piece.bytes, at: time)) }
      case 5:
        time += .milliseconds(piece.bytes.count * 50)
        look(device.passTime(to: time))
      case 6: look(device.note(piece.bytes.isEmpty ? .processing : .personNeeded, at: time))
      default: look(device.close(port))
      }
      if let deadline = device.nextDeadline { precondition(deadline > .now - .seconds(3600), "a deadline long ago") }
    }
    for id in tasks { look(device.finish(id, with: [0], at: time)) }
    time += .seconds(20)
    look(device.passTime(to: time))
    let answer = device.receive(report(0xffff_ffff, [0x86, 0, 8]), from: ports[0], at: time)
    guard case .send(let opened, _)? = answer.first else { preconditionFailure("nobody is served any more") }
    precondition(opened[4] == 0x86, "no channel is opened any more")
  }

  private static func report(_ channel: UInt32, _ content: [UInt8]) -> [UInt8] {
    let bytes = withUnsafeBytes(of: channel.bigEndian) { Array($0) } + content.prefix(60)
    return bytes + [UInt8](repeating: 0, count: HIDPacket.size - bytes.count)
  }

  /// Command APDUs from a reader; the authenticator answers those that reach it, sooner or later.
  static func cards(_ bytes: [UInt8]) {
    var device = NFCDevice()
    let selection: [UInt8] = [0x00, 0xa4, 0x04, 0x00, 8] + NFCDevice.applet + [0]
    for piece in Pieces(bytes) {
      if piece.kind & 7 == 7 {
        _ = device.receive(selection)
      } else if piece.kind & 7 == 6 {
        precondition(device.finish(piece.bytes).count >= 2, "an answer without a status")
      } else {
        if case .answer(let answer) = device.receive(piece.bytes).next {
          precondition(answer.count >= 2, "an answer without a status")
        }
      }
    }
    _ = device.powerCycle()
    guard case .answer = device.receive(selection).next else {
      preconditionFailure("the applet cannot be selected any more")
    }
  }
}
