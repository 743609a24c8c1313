import Authenticator
import Foundation
import Testing

@testable import PasskeyHands

@Suite struct UHIDTests {
  @Test("Events for the kernel have the layout of its header") func written() {
    let create = UHIDEvent.create(UHIDIdentity(name: "Latchstring", vendor: 0x0102_0304, product: 5)).bytes
    #expect(create.count == 280 + 34)
    #expect(Array(create[..<4]) == [11, 0, 0, 0])
    #expect(Array(create[4..<16]) == Array("Latchstring".utf8) + [0])
    #expect(create[16..<260].allSatisfy { $0 == 0 })
    #expect(Array(create[260..<264]) == [34, 0, 3, 0])
    #expect(Array(create[264..<280]) == [4, 3, 2, 1, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(Array(create[280..<290]) == [0x06, 0xd0, 0xf1, 0x09, 0x01, 0xa1, 0x01, 0x09, 0x20, 0x15])
    #expect(create.last == 0xc0)
    #expect(UHIDEvent.input([7, 8]).bytes == [12, 0, 0, 0, 2, 0, 7, 8])
    #expect(UHIDEvent.destroy.bytes == [1, 0, 0, 0])
    #expect(UHIDEvent.refuseReport(id: 3, isSet: false).bytes == [10, 0, 0, 0, 3, 0, 0, 0, 5, 0, 0, 0])
    #expect(UHIDEvent.refuseReport(id: 3, isSet: true).bytes == [14, 0, 0, 0, 3, 0, 0, 0, 5, 0])
  }

  @Test("A long name is truncated between characters and keeps its terminating zero")
  func longName() {
    let create = UHIDEvent.create(UHIDIdentity(name: String(repeating: "ä", count: 100))).bytes
    #expect(Array(create[4..<132]) == Array(String(repeating: "ä", count: 63).utf8) + [0, 0])
  }

  private func kernel(_ type: UInt32, _ payload: [UInt8] = []) -> [UInt8] {
    let bytes = [UInt8(type), 0, 0, 0] + payload
    return bytes + [UInt8](repeating: 0, count: UHIDEvent.size - bytes.count)
  }
  private func output(_ report: [UInt8], saying count: Int? = nil) -> [UInt8] {
    let count = count ?? report.count
    return kernel(
      6, report + [UInt8](repeating: 0, count: 4_096 - report.count) + [UInt8(count & 0xff), UInt8(count >> 8), 1])
  }

  @Test("The kernel's events are read, with or without the zero before an unnumbered report") func read() {
    let report = [UInt8](1...64)
    #expect(UHIDEvent(kernel(4)) == .open)
    #expect(UHIDEvent(kernel(5)) == .close)
    #expect(UHIDEvent(kernel(2)) == .other(2))
    #expect(UHIDEvent(output(report)) == .output(report))
    #expect(UHIDEvent(output([0] + report)) == .output(report))
    #expect(UHIDEvent(kernel(9, [1, 2, 0, 0])) == .reportAsked(id: 0x0201, isSet: false))
    #expect(UHIDEvent(kernel(13, [1, 2, 0, 0])) == .reportAsked(id: 0x0201, isSet: true))
  }

  @Test("Events that are too short or claim an impossible length are rejected") func broken() {
    #expect(UHIDEvent(output([1], saying: 4_097)) == nil)
    for count in 0..<4 { #expect(UHIDEvent(Array(kernel(4).prefix(count))) == nil) }
    #expect(UHIDEvent(Array(output([1]).prefix(4_101))) == nil)
    #expect(UHIDEvent(Array(kernel(9).prefix(7))) == nil)
  }

  @Test("A device on simulated kernel events is opened, queried, answered, closed and unplugged")
  func conversation() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let kernelEnd = ends[0]
    defer { close(kernelEnd) }
    let host = HIDHost(AuthenticatorQueue(PlayedAuthenticator()), watch: PersonWatch())
    let device = try UHIDDevice(kernel: ends[1], name: "Latchstring", host: host)
    #expect(await event(kernelEnd).prefix(4) == [11, 0, 0, 0])
    tell(kernelEnd, kernel(4))
    tell(
      kernelEnd,
      output(
        [0]
          + HIDPacket(channel: 0xffff_ffff, content: .first(command: 0x06, count: 8, [1, 2, 3, 4, 5, 6, 7, 8])).report))
    let answer = await event(kernelEnd)
    #expect(answer.prefix(6) == [12, 0, 0, 0, 64, 0])
    #expect(answer.dropFirst(6).prefix(15) == [0xff, 0xff, 0xff, 0xff, 0x86, 0, 17, 1, 2, 3, 4, 5, 6, 7, 8])
    tell(kernelEnd, kernel(9, [7, 0, 0, 0]))
    #expect(await event(kernelEnd) == UHIDEvent.refuseReport(id: 7, isSet: false).bytes)
    device.stop()
    #expect(await event(kernelEnd) == [1, 0, 0, 0])
  }

  private func tell(_ descriptor: Int32, _ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
  private func event(_ descriptor: Int32) async -> [UInt8] {
    await withCheckedContinuation { waiter in
      Thread.detachNewThread {
        var bytes = [UInt8](repeating: 0, count: UHIDEvent.size),
          waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 60_000) == 1 else { return waiter.resume(returning: []) }
        let count = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
        waiter.resume(returning: Array(bytes.prefix(max(count, 0))))
      }
    }
  }
}
