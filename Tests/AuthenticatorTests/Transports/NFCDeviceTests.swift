import Authenticator
import Testing

private let select: [UInt8] = [0x00, 0xa4, 0x04, 0x00, 8, 0xa0, 0, 0, 6, 0x47, 0x2f, 0, 1, 0]

@Suite struct NFCDeviceTests {
  private func selected(speaksU2F: Bool = true) -> NFCDevice {
    var device = NFCDevice(speaksU2F: speaksU2F)
    _ = device.receive(select)
    return device
  }
  private func answer(_ step: NFCStep) -> [UInt8]? { if case .answer(let bytes) = step.next { bytes } else { nil } }

  @Test("Selecting the applet reports the initial protocol") func selection() {
    var device = NFCDevice()
    #expect(answer(device.receive(select)) == Array("U2F_V2".utf8) + [0x90, 0])
    #expect(answer(device.receive(Array(select.dropLast()))) == Array("U2F_V2".utf8) + [0x90, 0])
    var newer = NFCDevice(speaksU2F: false)
    #expect(answer(newer.receive(select)) == Array("FIDO_2_0".utf8) + [0x90, 0])
  }

  @Test("U2F support can change at runtime; selection and each U2F command check it")
  func switchesU2F() {
    var device = selected(speaksU2F: false)
    device.speaksU2F = true
    #expect(device.receive([0, 3, 0, 0, 0]).next == .begin(.u2f([0, 3, 0, 0, 0, 0, 0])))
    #expect(answer(device.receive(select)) == Array("U2F_V2".utf8) + [0x90, 0])
    for apdu in [select, [0, 1, 3, 0], [0, 2, 3, 0], [0x10, 2, 3, 0, 2, 1, 2], [0, 3, 0, 0, 0]] as [[UInt8]] {
      #expect(NFCDevice.dependsOnU2F(apdu))
    }
    for apdu in [[0x80, 0x10, 0, 0, 1, 4, 0], [0x80, 0x11, 0, 0], [0, 0xc0, 0, 0], [0x80, 0x02, 0, 0], [0, 3], []]
      as [[UInt8]]
    {
      #expect(!NFCDevice.dependsOnU2F(apdu))
    }
  }

  @Test("Before selection, every command is rejected; selecting any other applet finds nothing")
  func notSelected() {
    var device = NFCDevice()
    #expect(answer(device.receive([0x80, 0x10, 0, 0, 1, 4, 0])) == [0x6d, 0x00])
    #expect(answer(device.receive([0x00, 0xa4, 0x04, 0x00, 2, 0x3f, 0x00])) == [0x6a, 0x82])
    #expect(answer(device.receive([0x00, 0xa4, 0x00, 0x00, 2, 0x3f, 0x00])) == [0x6a, 0x86])
    #expect(answer(device.receive([0x80, 0x10, 0, 0, 1, 4, 0])) == [0x6d, 0x00])
  }

  @Test(
    "A request in a short or an extended APDU",
    arguments: [
      [0x80, 0x10, 0, 0, 2, 4, 5, 0], [0x80, 0x10, 0, 0, 2, 4, 5], [0x80, 0x10, 0, 0, 0, 0, 2, 4, 5, 0, 0],
      [0x80, 0x10, 0, 0, 0, 0, 2, 4, 5],
    ] as [[UInt8]])
  func request(apdu: [UInt8]) {
    var device = selected()
    #expect(device.receive(apdu).next == .begin(.cbor([4, 5])))
    #expect(!device.mayPoll)
    #expect(device.finish([0, 0xa0]) == [0, 0xa0, 0x90, 0])
  }

  @Test(
    "Lengths that do not fit are refused",
    arguments: [
      [], [0x80], [0x80, 0x10, 0], [0x80, 0x10, 0, 0, 3, 4], [0x80, 0x10, 0, 0, 1, 4, 0, 0],
      [0x80, 0x10, 0, 0, 0, 0, 0, 1],
      [0x80, 0x10, 0, 0, 0, 0],
      [0x80, 0x10, 0, 0, 0, 0, 2, 4], [0x80, 0x10, 0, 0, 0, 0, 1, 4, 0], [0x80, 0x10, 0, 0],
    ] as [[UInt8]])
  func lengths(apdu: [UInt8]) {
    var device = selected()
    #expect(answer(device.receive(apdu)) == [0x67, 0x00])
  }

  @Test("Chained commands are joined into one request; another command in between starts over") func chaining() {
    var device = selected()
    #expect(answer(device.receive([0x90, 0x10, 0x80, 0, 2, 1, 2])) == [0x90, 0])
    #expect(answer(device.receive([0x90, 0x10, 0x80, 0, 2, 3, 4])) == [0x90, 0])
    #expect(device.receive([0x80, 0x10, 0x80, 0, 1, 5, 0]).next == .begin(.cbor([1, 2, 3, 4, 5])))
    _ = device.finish([0])
    _ = device.receive([0x90, 0x10, 0x80, 0, 2, 1, 2])
    #expect(device.receive([0x80, 0x10, 0x00, 0, 1, 5, 0]).next == .begin(.cbor([5])))
  }

  @Test("An endless chained request is rejected at 7609 bytes") func chainWithoutEnd() {
    var device = selected(), answers: [[UInt8]?] = []
    for _ in 0..<31 {
      answers.append(answer(device.receive([0x90, 0x10, 0, 0, 250] + [UInt8](repeating: 1, count: 250))))
    }
    #expect(answers.dropLast().allSatisfy { $0 == [0x90, 0] })
    #expect(answers.last == [0x67, 0x00])
  }

  @Test("A long response comes in 256-byte parts for a short APDU and whole for an extended one")
  func longAnswers() {
    var device = selected()
    let long = (0..<600).map { UInt8(truncatingIfNeeded: $0) }
    _ = device.receive([0x80, 0x10, 0, 0, 1, 4, 0])
    #expect(device.finish(long) == long[..<256] + [0x61, 0])
    #expect(answer(device.receive([0x00, 0xc0, 0, 0, 0])) == long[256..<512] + [0x61, 88])
    #expect(answer(device.receive([0x00, 0xc0, 0, 0, 40])) == long[512..<552] + [0x61, 48])
    #expect(answer(device.receive([0x80, 0xc0, 0, 0, 0])) == long[552...] + [0x90, 0])
    _ = device.receive([0x80, 0x10, 0, 0, 0, 0, 1, 4, 0, 0])
    #expect(device.finish(long) == long + [0x90, 0])
    _ = device.receive([0x80, 0x10, 0, 0, 0, 0, 1, 4, 1, 0])
    #expect(device.finish(long) == long[..<256] + [0x61, 0])
  }

  @Test("A polling client can follow the request, fetch its response or cancel it") func polling() {
    var device = selected()
    #expect(answer(device.receive([0x80, 0x11, 0, 0, 0])) == [0x69, 0x85])
    #expect(device.receive([0x80, 0x10, 0x80, 0, 1, 4, 0]).next == .begin(.cbor([4])))
    #expect(device.mayPoll)
    #expect(device.goesOn(.processing) == [1, 0x91, 0])
    #expect(device.goesOn(.personNeeded) == [2, 0x91, 0])
    #expect(device.receive([0x80, 0x11, 0, 0, 0]).next == .wait)
    let ending = device.receive([0x80, 0x11, 0x11, 0, 0])
    #expect(ending.cancelsRequest && !ending.abandonsRequest && ending.next == .wait)
    #expect(device.finish([0x2d]) == [0x2d, 0x90, 0])
    #expect(answer(device.receive([0x80, 0x11, 0x22, 0, 0])) == [0x6a, 0x86])
  }

  @Test("A client that does not support polling is not asked to poll") func notPolling() {
    var device = selected()
    _ = device.receive([0x80, 0x10, 0, 0, 1, 4, 0])
    #expect(answer(device.receive([0x80, 0x11, 0, 0, 0])) == [0x69, 0x85])
  }

  @Test("A new request, a selection, the end of CTAP or a power loss abandons the request") func givingUp() {
    for apdu in [[0x80, 0x10, 0x80, 0, 1, 6, 0], select, [0x80, 0x12, 1, 0]] as [[UInt8]] {
      var device = selected()
      _ = device.receive([0x80, 0x10, 0x80, 0, 1, 4, 0])
      #expect(device.receive(apdu).abandonsRequest)
    }
    var device = selected()
    _ = device.receive([0x80, 0x10, 0x80, 0, 1, 4, 0])
    let gaveUp = device.powerCycle()
    #expect(gaveUp)
    #expect(answer(device.receive([0x80, 0x10, 0, 0, 1, 4, 0])) == [0x6d, 0x00])
  }

  @Test("After CTAP is ended, the applet must be selected again") func deselection() {
    var device = selected()
    #expect(answer(device.receive([0x80, 0x12, 2, 0])) == [0x6a, 0x86])
    #expect(answer(device.receive([0x80, 0x12, 1, 0])) == [0x90, 0])
    #expect(answer(device.receive([0x80, 0x10, 0, 0, 1, 4, 0])) == [0x6d, 0x00])
  }

  @Test("U2F commands pass through in extended form, and the response keeps its own status") func u2f() {
    var device = selected()
    #expect(device.receive([0, 3, 0, 0, 0]).next == .begin(.u2f([0, 3, 0, 0, 0, 0, 0])))
    #expect(device.finish(Array("U2F_V2".utf8) + [0x90, 0]) == Array("U2F_V2".utf8) + [0x90, 0])
    #expect(answer(device.receive([0x10, 2, 3, 0, 2, 1, 2])) == [0x90, 0])
    #expect(device.receive([0, 2, 3, 0, 1, 3, 0]).next == .begin(.u2f([0, 2, 3, 0, 0, 0, 3, 1, 2, 3, 0, 0])))
    #expect(device.finish([0x69, 0x85]) == [0x69, 0x85])
    _ = device.receive([0, 1, 3, 0, 1, 3, 0])
    #expect(
      device.finish([UInt8](repeating: 7, count: 300) + [0x90, 0]) == [UInt8](repeating: 7, count: 256) + [0x61, 44])
    var newer = selected(speaksU2F: false)
    #expect(answer(newer.receive([0, 3, 0, 0, 0])) == [0x6d, 0x00])
  }

  @Test("Unknown instructions, classes and parameters each have their own status") func unknown() {
    var device = selected()
    #expect(answer(device.receive([0x80, 0x20, 0, 0])) == [0x6d, 0x00])
    #expect(answer(device.receive([0x40, 0x10, 0, 0])) == [0x6e, 0x00])
    #expect(answer(device.receive([0x80, 0x10, 1, 0, 1, 4])) == [0x6a, 0x86])
    #expect(answer(device.receive([0x80, 0x10, 0, 1, 1, 4])) == [0x6a, 0x86])
  }
}
