import Authenticator
import Foundation
import Testing

@testable import PasskeyHands

@Suite struct PasskeyCardTests {
  private let authenticator = PlayedAuthenticator(), watch = PersonWatch(), card: PasskeyCard
  private static let select: [UInt8] = [0x00, 0xa4, 0x04, 0x00, 8, 0xa0, 0, 0, 6, 0x47, 0x2f, 0, 1, 0]

  init() { card = PasskeyCard(AuthenticatorQueue(authenticator), watch: watch) }

  /// Sends a command on a separate thread, as a reader does.
  private func answer(_ apdu: [UInt8]) async -> [UInt8] {
    await withCheckedContinuation { waiter in Thread.detachNewThread { waiter.resume(returning: card.answer(apdu)) } }
  }

  /// Sends a command and polls for the result, as a client that supports polling does.
  private func outcome(_ apdu: [UInt8]) async -> [UInt8] {
    var heard = await answer(apdu)
    while heard.suffix(2) == [0x91, 0] { heard = await answer([0x80, 0x11, 0, 0, 0]) }
    return heard
  }

  @Test("The card answers both CTAP2 and U2F on the authenticator's behalf") func answers() async {
    #expect(await answer(Self.select) == Array("U2F_V2".utf8) + [0x90, 0])
    #expect(await outcome([0x80, 0x10, 0x80, 0, 1, 4, 0]) == [0, 4, 0x90, 0])
    #expect(await answer([0, 3, 0, 0, 0]) == Array("U2F_V2".utf8) + [0x90, 0])
  }

  @Test("A polling client learns whether the person is awaited, and then receives the response")
  func polling() async {
    _ = await answer(Self.select)
    #expect(await answer([0x80, 0x10, 0x80, 0, 1, PlayedAuthenticator.waits, 0]) == [1, 0x91, 0])
    await watch.asking { #expect(await answer([0x80, 0x11, 0, 0, 0]) == [2, 0x91, 0]) }
    await authenticator.letGo([0, 5])
    #expect(await outcome([0x80, 0x11, 0, 0, 0]) == [0, 5, 0x90, 0])
  }

  @Test("A client cancels its request and is told that it was cancelled") func cancel() async {
    _ = await answer(Self.select)
    _ = await answer([0x80, 0x10, 0x80, 0, 1, PlayedAuthenticator.waits, 0])
    await authenticator.untilAsked(1)
    #expect(await outcome([0x80, 0x11, 0x11, 0, 0]) == [0x2d, 0x90, 0])
  }

  @Test("Losing power drops the card's request and the state that an authenticator loses with it") func power() async {
    _ = await answer(Self.select)
    _ = await answer([0x80, 0x10, 0x80, 0, 1, PlayedAuthenticator.waits, 0])
    await authenticator.untilAsked(1)
    await withCheckedContinuation { waiter in
      Thread.detachNewThread {
        card.powerChanged()
        waiter.resume()
      }
    }
    // The card waits a second for a client being served on another line, which may be too short on a busy machine.
    for _ in 0..<6_000 where await authenticator.powerCycles == 0 { try? await Task.sleep(for: .milliseconds(10)) }
    #expect(await authenticator.powerCycles == 1)
    #expect(await answer([0x80, 0x10, 0x80, 0, 1, 4, 0]) == [0x6d, 0x00])
    _ = await answer(Self.select)
    #expect(await answer([0x80, 0x10, 0, 0, 1, 4, 0]) == [0, 4, 0x90, 0])
    #expect(await authenticator.cancels == 1)
  }
}
