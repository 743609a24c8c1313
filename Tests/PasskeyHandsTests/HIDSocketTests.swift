import Authenticator
import Foundation
import Testing

@testable import PasskeyHands

@Suite struct HIDSocketTests {
  private let folder = TestFolder(), authenticator = PlayedAuthenticator(), watch = PersonWatch()
  private var path: String { folder.path("fido.sock") }
  private func socket() throws -> HIDSocket {
    try HIDSocket(path: path, host: HIDHost(AuthenticatorQueue(authenticator), watch: watch))
  }

  /// Answers may take several packets.
  @Test("A client of the socket opens a channel and receives answers of any length")
  func conversation() async throws {
    let socket = try socket()
    defer { socket.stop() }
    let client = try HIDClient(path), channel = await client.channel()
    #expect(channel != 0)
    let long = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    client.send(.cbor, [4] + long, on: channel)
    #expect(await client.message().message == HIDMessage(channel: channel, command: .cbor, payload: [0, 4] + long))
    client.send(.message, [0, 3, 0, 0, 0, 0, 0], on: channel)
    #expect(await client.message().message?.payload == Array("U2F_V2".utf8) + [0x90, 0])
    client.send(.ping, long, on: channel)
    #expect(await client.message().message?.payload == long)
  }

  @Test("While the person is asked, the client gets repeated keepalives; CANCEL ends the request")
  func keepaliveAndCancel() async throws {
    let socket = try socket()
    defer { socket.stop() }
    let client = try HIDClient(path), channel = await client.channel()
    client.send(.cbor, [PlayedAuthenticator.waits], on: channel)
    await authenticator.untilAsked(1)
    var heard: [UInt8] = []
    await watch.asking {
      while heard.filter({ $0 == 2 }).count < 3 {
        let report = await client.receive()
        guard report.count == 64, report[4] == 0xbb else { break }
        heard.append(report[7])
      }
    }
    #expect(heard.filter { $0 == 2 }.count == 3)
    client.send(.cancel, [], on: channel)
    #expect(await client.message().message?.payload == [0x2d])
    #expect(await authenticator.cancels == 1)
  }

  @Test("A second client is told the device is busy, and its CANCEL ends only its own request")
  func twoClients() async throws {
    let socket = try socket()
    defer { socket.stop() }
    let first = try HIDClient(path), second = try HIDClient(path)
    let one = await first.channel(), two = await second.channel()
    first.send(.cbor, [PlayedAuthenticator.waits], on: one)
    await authenticator.untilAsked(1)
    second.send(.cbor, [4], on: two)
    #expect(await second.message().message == HIDMessage(channel: two, command: .error, payload: [0x06]))
    second.send(.cancel, [], on: two)
    second.send(.ping, [1], on: one)
    #expect(await second.message().message == HIDMessage(channel: one, command: .error, payload: [0x0b]))
    await authenticator.letGo([0, 7])
    #expect(await first.message().message?.payload == [0, 7])
    #expect(await authenticator.cancels == 0)
  }

  @Test("A disconnecting client's request is cancelled, and the next one is served")
  func goneClient() async throws {
    let socket = try socket()
    defer { socket.stop() }
    var gone: HIDClient? = try HIDClient(path)
    let channel = await gone?.channel() ?? 0
    gone?.send(.cbor, [PlayedAuthenticator.waits], on: channel)
    await authenticator.untilAsked(1)
    gone = nil
    let next = try HIDClient(path), own = await next.channel()
    var answer: HIDMessage?
    repeat {
      next.send(.cbor, [4], on: own)
      answer = await next.message().message
    } while answer?.command == .error && answer?.payload == [0x06]
    #expect(answer?.payload == [0, 4])
    #expect(await authenticator.cancels == 1)
  }

  @Test("Only the socket's owner can open it") func mode() throws {
    let socket = try socket()
    defer { socket.stop() }
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
  }

  @Test("A stale socket is replaced; a socket in use and a regular file are not") func places() throws {
    let socket = try socket()
    #expect(throws: PasskeyLineError(.inUse)) { try self.socket() }
    socket.stop()
    #expect(!FileManager.default.fileExists(atPath: path))

    let left = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = try #require(sockaddr_un(path: path))
    #expect(address.use { bind(left, $0, $1) } == 0)
    close(left)
    try self.socket().stop()

    try Data("a file".utf8).write(to: URL(filePath: path))
    #expect(throws: PasskeyLineError(.occupied)) { try self.socket() }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a file")
  }

  @Test("A path that is impossible for a socket is rejected") func unusablePath() {
    for path in [String(repeating: "x", count: 108), "", folder.path("not/there")] {
      #expect(throws: PasskeyLineError(.unusablePath)) {
        try HIDSocket(path: path, host: HIDHost(AuthenticatorQueue(authenticator), watch: watch))
      }
    }
  }

  @Test("Stopping the socket disconnects its clients") func stopping() async throws {
    let socket = try socket(), client = try HIDClient(path)
    _ = await client.channel()
    socket.stop()
    #expect(await client.receive() == [])
  }
}
