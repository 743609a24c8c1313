import Authenticator
import Foundation
import Testing

@testable import PasskeyHands

@Suite struct HIDTerminalTests {
  private let folder = TestFolder(), authenticator = PlayedAuthenticator(), watch = PersonWatch()
  private var path: String { folder.path("fido") }
  private func terminal() throws -> HIDTerminal {
    try HIDTerminal(path: path, host: HIDHost(AuthenticatorQueue(authenticator), watch: watch))
  }

  /// Answers may take several packets.
  @Test("Programs that open the path one after another get the authenticator's answers")
  func conversation() async throws {
    let terminal = try terminal()
    defer { terminal.stop() }
    let long = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    for _ in 0..<3 {
      let client = try HIDClient(terminal: path), channel = await client.channel()
      #expect(channel != 0)
      client.send(.cbor, [4] + long, on: channel)
      #expect(await client.message().message == HIDMessage(channel: channel, command: .cbor, payload: [0, 4] + long))
      client.send(.ping, long, on: channel)
      #expect(await client.message().message?.payload == long)
    }
  }

  @Test("A disconnecting program's request and answers are dropped; the next gets only its own")
  func goneClient() async throws {
    let terminal = try terminal()
    defer { terminal.stop() }
    var gone: HIDClient? = try HIDClient(terminal: path)
    let channel = await gone?.channel() ?? 0
    gone?.send(.ping, [UInt8](repeating: 7, count: 1_000), on: channel)
    gone?.send(.cbor, [PlayedAuthenticator.waits], on: channel)
    await authenticator.untilAsked(1)
    gone = nil
    try await untilNoticed()
    let next = try HIDClient(terminal: path), own = await next.channel()
    next.send(.cbor, [4], on: own)
    #expect(await next.message().message == HIDMessage(channel: own, command: .cbor, payload: [0, 4]))
  }

  /// Waits until the last client's departure has been noticed: a client that opens the path before then counts as the
  /// same one.
  private func untilNoticed() async throws {
    while await authenticator.cancels == 0 { try await Task.sleep(for: .milliseconds(2)) }
  }

  @Test(
    "Anything that is no report is skipped, and harms nobody who comes later",
    arguments: [
      Array("hello\n\u{3}\u{4}".utf8), [0, 1, 2], [UInt8](repeating: 0, count: 64),
      [UInt8](repeating: 0xff, count: 5_000),
    ] as [[UInt8]])
  func nonsense(bytes: [UInt8]) async throws {
    let terminal = try terminal()
    defer { terminal.stop() }
    var rude: HIDClient? = try HIDClient(terminal: path)
    let channel = await rude?.channel() ?? 0
    rude?.send(.cbor, [PlayedAuthenticator.waits], on: channel)
    await authenticator.untilAsked(1)
    try rude?.makeOrdinary()
    rude?.write(bytes)
    rude = nil
    try await untilNoticed()
    let client = try HIDClient(terminal: path)
    #expect(await client.channel() != 0)
  }

  @Test("Reports are found in a stream however it is divided") func stream() {
    let reports = (UInt8(1)...5).map { [UInt8](repeating: $0, count: 64) },
      stream: [UInt8] = reports.flatMap { [UInt8(0)] + $0 }
    for step in [1, 7, 64, 65, 66, 130, 325] {
      var found: [[UInt8]] = [], numbered = NumberedReports()
      for start in stride(from: 0, to: stream.count, by: step) {
        found += numbered.take(Array(stream[start..<min(start + step, stream.count)]))
      }
      #expect(found == reports && !numbered.isIncomplete)
    }
    var numbered = NumberedReports()
    #expect(numbered.take([0, 1]) == [] && numbered.isIncomplete)
    numbered.forget()
    #expect(numbered.take([0] + reports[0] + [9] + reports[1]) == [reports[0]])
    #expect(numbered.take([0] + reports[1]) == [reports[1]])
  }

  @Test("Only the terminal's owner can open it") func mode() throws {
    let terminal = try terminal()
    defer { terminal.stop() }
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR && status.st_mode & 0o7777 == 0o600 && status.st_uid == getuid())
  }

  @Test("A stale link is replaced; a live link, a link elsewhere and a file are left alone")
  func places() async throws {
    let terminal = try terminal()
    #expect(throws: PasskeyLineError(.inUse)) { try self.terminal() }
    let client = try HIDClient(terminal: path)
    #expect(await client.channel() != 0)
    terminal.stop()
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil)

    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/pts/999999")
    try self.terminal().stop()

    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    #expect(throws: PasskeyLineError(.occupied)) { try self.terminal() }
    try FileManager.default.removeItem(atPath: path)
    try Data("a file".utf8).write(to: URL(filePath: path))
    #expect(throws: PasskeyLineError(.occupied)) { try self.terminal() }
    #expect(throws: PasskeyLineError(.unusablePath)) {
      try HIDTerminal(path: folder.path("not/there"), host: HIDHost(AuthenticatorQueue(authenticator), watch: watch))
    }
  }

  @Test("Stopping the terminal disconnects every program that has it open") func stopping() async throws {
    let terminal = try terminal(), client = try HIDClient(terminal: path)
    _ = await client.channel()
    terminal.stop()
    #expect(await client.receive() == [])
  }

  @Test("A program that does not read its answers does not block other programs") func deaf() async throws {
    let terminal = try terminal()
    defer { terminal.stop() }
    var deaf: HIDClient? = try HIDClient(terminal: path)
    let channel = await deaf?.channel() ?? 0
    for _ in 0..<200 { deaf?.send(.ping, [UInt8](repeating: 1, count: 1_000), on: channel) }
    deaf?.send(.cbor, [PlayedAuthenticator.waits], on: channel)
    await authenticator.untilAsked(1)
    deaf = nil
    try await untilNoticed()
    let next = try HIDClient(terminal: path), own = await next.channel()
    next.send(.cbor, [4], on: own)
    #expect(await next.message().message?.payload == [0, 4])
  }
}
