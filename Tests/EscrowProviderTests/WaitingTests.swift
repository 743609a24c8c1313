import Escrow
import Foundation
import HTTPConnections
import Model
import Store
import Synchronization
import TestProvider
import TestSite
import Testing

@testable import EscrowProvider

/// The provider's bank account, and the number of simultaneous requests to it.
private final class Bank: Sendable {
  private let state = Mutex((transfers: [BankTransfer](), asking: 0, most: 0))
  var mostAtOnce: Int { state.withLock { $0.most } }

  func receive(from iban: String, _ subject: String) {
    let transfer = BankTransfer(reference: subject, iban: iban, amount: "TESTKUDOS:1", subject: subject, seenAt: Date())
    state.withLock { $0.transfers.append(transfer) }
  }
  func news() async -> [BankTransfer] {
    state.withLock { state in
      state.asking += 1
      state.most = max(state.most, state.asking)
    }
    for _ in 0..<4 { await Task.yield() }
    return state.withLock { state in
      state.asking -= 1
      return state.transfers
    }
  }
}

@Suite(.timeLimit(.minutes(2))) struct WaitingTests {
  private static let iban = "DE89370400440532013000"

  private func deposit(_ provider: TestProvider, _ headers: [String: String] = [:]) async throws -> (
    Deposit, code: UInt64
  ) {
    var peer = Peer(provider)
    peer.headers = headers
    let deposit = Deposit(peer, .iban, Array(Self.iban.utf8))
    _ = try await deposit.upload()
    let details = try #require(try await deposit.challenge().json["wire_details"] as? [String: Any])
    return (deposit, try #require(details["answer_code"] as? UInt64))
  }
  private func seated(_ count: Int, in room: WaitingRoom) async throws {
    while await room.taken < count { try await Task.sleep(for: .milliseconds(2)) }
  }

  @Test(
    "Whoever waits for a transfer hears once it comes; others hear that it is missing"
  )
  func transfer() async throws {
    let bank = Bank()
    try await withProvider(transfers: { await bank.news() }, change: { $0.speaksOldProtocol = true }) { provider in
      let (deposit, code) = try await deposit(provider), right = AnswerHash.of(code: code)
      for query in ["", "?timeout_ms=0", "?timeout_ms=1"] {
        #expect(try await deposit.solve(right, query: query).refusal == Refused(403, 8231))
      }
      let old = { (query: String) in
        try await deposit.peer.get(
          deposit.path + "?response=\(Base32Bytes(right).text)\(query)",
          ["Anastasis-Truth-Decryption-Key": deposit.key.text])
      }
      #expect(try await old("").refusal == Refused(403, 8231))
      #expect(try await old("&timeout_ms=1").refusal == Refused(408, 8122))
      #expect(
        try await deposit.solve(AnswerHash.of(code: code ^ 1), query: "?timeout_ms=30000").refusal == Refused(403, 8111)
      )
      for query in ["?timeout_ms=x", "?timeout_ms=-1"] {
        #expect(try await deposit.solve(right, query: query).refusal == Refused(400, 26))
      }

      let room = provider.server.provider.waiting
      async let answer = deposit.solve(right, query: "?timeout_ms=30000"), older = old("&timeout_ms=30000")
      try await seated(2, in: room)
      #expect(try await Peer(provider).get("config").status == 200)
      bank.receive(from: Self.iban, "Anastasis \(code)")
      #expect(try await answer.body == deposit.share.bytes)
      #expect(try await older.body == deposit.share.bytes)
      #expect(await room.taken == 0)
    }
  }

  @Test("A connection waiting for a transfer is kept open longer than an idle one")
  func longerThanIdle() async throws {
    let bank = Bank()
    var limits = ConnectionLimits()
    (limits.head, limits.body, limits.answer, limits.idle) = (
      .milliseconds(500), .milliseconds(500), .milliseconds(500), .milliseconds(200)
    )
    try await withProvider(transfers: { await bank.news() }, connections: limits) { provider in
      // Each request uses its own connection: an old one may be closed just as it is reused.
      let (deposit, code) = try await deposit(provider, ["Connection": "close"])
      async let answer = deposit.solve(AnswerHash.of(code: code), query: "?timeout_ms=60000")
      try await seated(1, in: provider.server.provider.waiting)
      for _ in 0..<5 {
        let silent = try RawConnection(port: provider.port)
        try silent.send("GET /config HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(await silent.answer().hasPrefix("HTTP/1.1 200"), "closed after its answer")
      }
      bank.receive(from: Self.iban, "Anastasis \(code)")
      #expect(try await answer.body == deposit.share.bytes)
    }
  }

  @Test("However many clients wait, the bank is asked one at a time, and all are answered in time")
  func many() async throws {
    let bank = Bank()
    try await withProvider(transfers: { await bank.news() }) { provider in
      let (deposit, code) = try await deposit(provider), right = AnswerHash.of(code: code)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<12 { group.addTask { try await deposit.solve(right, query: "?timeout_ms=30000").status } }
        for _ in 0..<4 { group.addTask { try await deposit.solve(right).status } }
        try await seated(12, in: provider.server.provider.waiting)
        bank.receive(from: Self.iban, "Anastasis \(code)")
        return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses[200, default: 0] >= 12 && statuses[200, default: 0] + statuses[403, default: 0] == 16)
      #expect(bank.mostAtOnce == 1)
    }
  }

  @Test("A transfer from before the request is found, even while an older request is in progress")
  func freshNews() async throws {
    let (asked, ask) = AsyncStream<Void>.makeStream(), bank = Bank(), (ends, end) = AsyncStream<Void>.makeStream()
    let store = try SQLiteProviderStore()
    let watch = TransferWatch(
      {
        let news = await bank.news()
        ask.yield()
        for await _ in ends { break }
        return news
      }, store: store)
    async let old: Void = watch.refresh()
    for await _ in asked { break }
    bank.receive(from: Self.iban, "Anastasis 1")
    async let first: Void = watch.refresh(), second: Void = watch.refresh()
    end.finish()
    _ = try await (old, first, second)
    #expect(try await store.read { try $0.transfers(from: Self.iban) }.count == 1)
  }

  @Test("If every waiting seat is taken, the next request is answered at once")
  func seats() async throws {
    let room = WaitingRoom(seats: 1)
    let paid = Mutex(false)
    async let first = room.first(within: 30_000) { _ in paid.withLock { $0 ? true : nil } }
    try await seated(1, in: room)
    #expect(try await room.first(within: 30_000) { _ in Bool?.none } == nil)
    paid.withLock { $0 = true }
    #expect(try await first == true)
    #expect(await room.taken == 0)
  }

  @Test("A client waiting for a payment in the till is answered once it is paid")
  func payment() async throws {
    let fee = try #require(Amount("TESTKUDOS:1"))
    try await withProvider(change: { $0.annualFee = fee }) { provider in
      let max = try Depositor(provider)
      let order = try #require(try await max.upload([1]).fields["taler"]?.split(separator: "/").last).description
      let named = ["Anastasis-Payment-Identifier": String?.some(order)]
      #expect(try await max.upload([1], query: "?timeout_ms=1", named).status == 402)
      async let kept = max.upload([1], query: "?timeout_ms=30000", named)
      try await seated(1, in: provider.till.waiting)
      #expect(try await Peer(provider).post("till/orders/\(order)", []).status == 200)
      #expect(try await kept.status == 204)
    }
  }
}
