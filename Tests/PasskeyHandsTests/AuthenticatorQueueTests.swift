import Authenticator
import Testing

@testable import PasskeyHands

@Suite struct AuthenticatorQueueTests {
  private let authenticator = PlayedAuthenticator()

  @Test("Cancelling a waiting request reports it as cancelled and affects no other request")
  func cancelledWhileWaiting() async {
    let queue = AuthenticatorQueue(authenticator)
    let first = Task { await queue.perform(.cbor([PlayedAuthenticator.waits]), on: 1) }
    await authenticator.untilAsked(1)
    let second = Task { await queue.perform(.cbor([4]), on: 1) },
      third = Task { await queue.perform(.u2f([0, 3, 0, 0]), on: 1) }
    second.cancel()
    third.cancel()
    #expect(await second.value == [0x2d])
    #expect(await third.value == [0x69, 0x85])
    await authenticator.letGo([0])
    #expect(await first.value == [0])
    #expect(await authenticator.cancels == 0)
    #expect(await authenticator.requests.count == 1)
  }

  @Test("Cancelling a request being served ends only that one; the next is served undisturbed")
  func cancelledWhileServed() async {
    let queue = AuthenticatorQueue(authenticator)
    let first = Task { await queue.perform(.cbor([PlayedAuthenticator.waits]), on: 1) }
    await authenticator.untilAsked(1)
    let second = Task { await queue.perform(.cbor([PlayedAuthenticator.waits, 2]), on: 1) }
    first.cancel()
    #expect(await first.value == [0x2d])
    await authenticator.untilAsked(2)
    await authenticator.letGo([9])
    #expect(await second.value == [9])
    #expect(await authenticator.cancels == 1)
  }
}
