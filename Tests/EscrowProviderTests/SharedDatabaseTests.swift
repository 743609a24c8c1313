import Encoding
import Escrow
import Foundation
import TestPostgreSQL
import TestProvider
import TestSite
import Testing

@testable import EscrowProvider

/// Two servers of one provider, at one PostgreSQL database.
@Suite struct SharedDatabaseTests {
  private func withTwo(
    change: (inout ProviderSettings) -> Void = { _ in },
    _ body: (_ one: TestProvider, _ other: TestProvider) async throws -> Void
  ) async throws {
    let database = try TestDatabase.ofProvider(), clock = TestClock()
    clock.stop()
    try await withProvider(store: database.providerStore(), clock: clock, change: change) { one in
      try await withProvider(store: database.providerStore(), clock: clock, change: change) { other in
        try await body(one, other)
      }
    }
  }

  @Test("what is uploaded at one server is challenged at another and solved at either") func sharing() async throws {
    try await withTwo { one, other in
      #expect(one.server.provider.salt == other.server.provider.salt)
      let max = try Depositor(one), there = try Depositor(Peer(other), salt: one.server.provider.salt)
      #expect(try await max.upload([1, 2, 3]).status == 204)
      #expect(try await there.peer.get(there.path).body == [1, 2, 3])
      #expect(try await there.upload([1, 2, 3]).status == 304)
      #expect(try await there.upload([4]).fields["anastasis-version"] == "2")

      let deposit = Deposit(one, .email, "ana@example.org")
      let elsewhere = deposit.moved(to: Peer(other))
      #expect(try await deposit.upload().status == 204)
      #expect(try await elsewhere.challenge().status == 200)
      #expect(try await deposit.challenge().status == 200)
      #expect(other.outbox.letters.count == 1 && one.outbox.letters.isEmpty, "the code was sent a moment ago")
      #expect(try await deposit.solve(code: other.lastCode).body == deposit.share.bytes)
      #expect(try await elsewhere.solve(code: other.lastCode).body == deposit.share.bytes)
    }
  }

  @Test("guesses at one server count at the other, also those that are made at the same time")
  func guesses() async throws {
    try await withTwo(change: { $0.limits.lookUpsPerAddress = 1 }) { one, other in
      let deposit = try Deposit(one, answer: "blue"), right = try deposit.response("blue")
      let elsewhere = deposit.moved(to: Peer(other))
      #expect(try await deposit.upload().status == 204)
      for place in [deposit, elsewhere, deposit] {
        #expect(try await place.solve(DrawnBytes.bytes(64)).refusal == Refused(403, 8111))
      }
      #expect(try await elsewhere.solve(right).refusal == Refused(429, 8121))
      one.clock.advance(31)
      let answers = await withTaskGroup(of: Refused?.self) { group in
        for number in 0..<40 {
          let place = number.isMultiple(of: 2) ? deposit : elsewhere
          group.addTask { try? await place.solve(DrawnBytes.bytes(64)).refusal }
        }
        return await group.reduce(into: [Refused?: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(answers == [Refused(403, 8111): 3, Refused(429, 8121): 37])
      one.clock.advance(31)
      #expect(try await elsewhere.solve(right).body == deposit.share.bytes)

      for number in 0..<LookUps.mostRequests {
        let peer = number.isMultiple(of: 2) ? Peer(one) : Peer(other)
        #expect(try await peer.get("policy/\(Base32Bytes(DrawnBytes.bytes(32)).text)").refusal == Refused(404, 8350))
      }
      for peer in [Peer(one), Peer(other)] {
        #expect(try await peer.get("policy/\(Base32Bytes(DrawnBytes.bytes(32)).text)").status == 429)
      }
    }
  }

  @Test("a photo that waits at one server is decided about beside it, and its share is given by the other")
  func photos() async throws {
    try await withTwo { one, other in
      let deposit = Deposit(one, .video, TestPhoto.png)
      let elsewhere = deposit.moved(to: Peer(other))
      #expect(try await deposit.upload().status == 204)
      let details = try #require(try await deposit.challenge().json["review_details"] as? [String: Any])
      let number = try #require(details["number"] as? String)
      let response = AnswerHash.of(code: try #require(details["answer_code"] as? UInt64))
      #expect(try await elsewhere.solve(response).refusal == Refused(403, 8231))
      async let waiting = elsewhere.solve(response, query: "?timeout_ms=20000")
      #expect(try await one.decide(number, reason: nil))
      #expect(try await waiting.body == deposit.share.bytes)
    }
  }

  @Test("two servers that sweep at once delete all that is due, and nothing else") func sweeping() async throws {
    try await withTwo { one, other in
      let now = one.clock.now, most = Sweeping.slice * 2 + 7
      try await one.store.write { records in
        for number in 0...most {
          try records.insert(
            KeptTruth(
              id: withUnsafeBytes(of: number.bigEndian) { Array($0) }, keyShare: [1], method: "sms", sealedTruth: [2],
              mediaType: nil, expiresAt: number < most ? now - 1 : now + 1000))
        }
      }
      async let first: Void = one.server.sweep()
      try await other.server.sweep()
      try await first
      let left = try await one.store.read { records in
        try (0...most).filter { try records.truth(withUnsafeBytes(of: $0.bigEndian) { Array($0) }) != nil }
      }
      #expect(left == [most])
    }
  }

  @Test("one process sweeps at a time, and does not wait for what another changes") func turns() async throws {
    let database = try TestDatabase.ofProvider()
    let one = try database.providerStore(connections: 2), other = try database.providerStore(connections: 2)
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let order = PaymentOrder(
      id: [1], purpose: .documents, subject: [5], years: 1, amount: "EUR:1", usesLeft: 1, offeredAt: now)
    try await one.write { records in
      for number in UInt8(1)...2 {
        var offered = order
        offered.id = [number]
        try records.insert(offered)
      }
    }
    let (held, holds) = AsyncStream<Void>.makeStream(), end = DispatchSemaphore(value: 0)
    async let payment: Void = one.write { records in
      var paid = order
      paid.state = .paid
      try records.update(paid)
      _ = try records.order([1])
      holds.yield()
      _ = end.wait(timeout: .now() + 60)
    }
    for await _ in held { break }
    #expect(try await other.sweep { try $0.deleteOrders(unpaidOfferedBefore: now + 1, limit: 9) } == 1)
    end.signal()
    try await payment
    #expect(try await other.sweep { try $0.deleteOrders(unpaidOfferedBefore: now + 1, limit: 9) } == 0)
    #expect(try await one.read { try $0.order([1])?.state } == .paid)

    let (begun, begins) = AsyncStream<Void>.makeStream()
    async let turn: Bool? = one.sweep { _ in
      begins.yield()
      _ = end.wait(timeout: .now() + 60)
      return true
    }
    for await _ in begun { break }
    #expect(try await other.sweep { _ in true } == nil)
    end.signal()
    #expect(try await turn == true)
    #expect(try await other.sweep { _ in true } == true)
  }
}
