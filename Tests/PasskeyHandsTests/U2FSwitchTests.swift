import Authenticator
import Encoding
import Foundation
import Testing

@testable import PasskeyHands

/// U2F has no PIN, so it is available only while the PIN is not always required. A client may change that at any time,
/// and what a transport reports about U2F must then agree with the authenticator's information.
@Suite struct U2FSwitchTests {
  private static let pin = "246810", version: [UInt8] = [0, 3, 0, 0, 0, 0, 0]

  private func authenticator() async throws -> TPMAuthenticator {
    let authenticator = try TPMAuthenticator()
    try await authenticator.client.setPIN(Secret(Array(Self.pin.utf8)))
    return authenticator
  }

  private func toggle(_ authenticator: TPMAuthenticator) async throws {
    let token = try await authenticator.client.token(pin: Secret(Array(Self.pin.utf8)), .authenticatorConfiguration)
    try await authenticator.client.toggleAlwaysVerify(token)
  }

  private func isInInformation(_ authenticator: TPMAuthenticator) async throws -> Bool {
    try await authenticator.client.information().versions.contains("U2F_V2")
  }

  /// Whether the key accepts them is decided for each message.
  @Test("A security key's INIT reports whether it accepts U2F, even after that changes")
  func securityKey() async throws {
    let authenticator = try await authenticator()
    let socket = try HIDSocket(path: authenticator.folder.path("fido.sock"), host: authenticator.host)
    defer { socket.stop() }
    let client = try HIDClient(socket.path), channel = await client.channel()
    for speaks in [false, true, false] {
      #expect(try await isInInformation(authenticator) == speaks)
      client.send(.message, Self.version, on: channel)
      let answer = await client.message().message
      let expected: (HIDCommand, [UInt8]) = speaks ? (.message, Array("U2F_V2".utf8) + [0x90, 0]) : (.error, [0x01])
      #expect(answer == HIDMessage(channel: channel, command: expected.0, payload: expected.1))
      client.send(.initialize, [1, 2, 3, 4, 5, 6, 7, 8], on: channel)
      let opened = await client.message().message
      #expect(opened?.payload.last == (speaks ? 0x05 : 0x0d), "\(String(describing: opened))")
      try await toggle(authenticator)
    }
  }

  /// Whether the card accepts them is decided for each command.
  @Test("A selected card reports whether it accepts U2F, even after that changes") func card() async throws {
    let authenticator = try await authenticator(), card = PasskeyCard(authenticator.queue, watch: authenticator.watch)
    @Sendable func answer(_ apdu: [UInt8]) async -> [UInt8] {
      await withCheckedContinuation { waiter in Thread.detachNewThread { waiter.resume(returning: card.answer(apdu)) } }
    }
    let select: [UInt8] = [0x00, 0xa4, 0x04, 0x00, 8, 0xa0, 0, 0, 6, 0x47, 0x2f, 0, 1, 0]
    for speaks in [false, true, false] {
      #expect(try await isInInformation(authenticator) == speaks)
      #expect(await answer(select) == Array((speaks ? "U2F_V2" : "FIDO_2_0").utf8) + [0x90, 0])
      #expect(await answer([0, 3, 0, 0, 0]) == (speaks ? Array("U2F_V2".utf8) + [0x90, 0] : [0x6d, 0x00]))
      try await toggle(authenticator)
    }
  }
}
