import Encoding
import Escrow
import Foundation
import Model
import Store
import TestSite
import Testing
import TestProvider

@testable import EscrowProvider

@Suite struct LimitTests {
  /// A guesser's next identifier, which belongs to no account.
  private func guess() -> String { "policy/\(Base32Bytes(DrawnBytes.bytes(32)).text)" }

  @Test(
    "A full provider refuses new data, gives out what it has, and regains room as data expires"
  )
  func full() async throws {
    let fee = try #require(Amount("TESTKUDOS:1"))
    // In a file: PostgreSQL does not give room back.
    try await withProvider(store: SQLiteProviderStore(), change: { $0.mostStored = 700_000 }) { provider in
      let known = try Deposit(provider, answer: "blue"), max = try Depositor(provider)
      #expect(try await known.upload().status == 204)
      #expect(try await max.upload([1]).status == 204)
      let large = Base32Bytes(DrawnBytes.bytes(30_000)).text
      var refused: Refused?
      for _ in 0..<40 where refused == nil {
        let answer = try await Deposit(provider, .question, [1]).upload(["encrypted_truth": large])
        if answer.status != 204 { refused = answer.refusal }
      }
      #expect(refused == Refused(507, 6105))
      #expect(try await max.upload(DrawnBytes.bytes(40_000)).refusal == Refused(507, 6105))
      #expect(try await known.solve(try known.response("blue")).status == 200)
      #expect(try await max.peer.get(max.path).body == [1])
      #expect(try await known.upload().status == 204, "It is there already.")
      let used = try await provider.store.read { try $0.usedBytes() }
      #expect(used <= 700_000)
      provider.clock.advance(366 * 24 * 3600)
      try await provider.server.sweep()
      #expect(try await Deposit(provider, .question, [1]).upload(["encrypted_truth": large]).status == 204)
    }
    try await withProvider(change: { ($0.mostStored, $0.annualFee, $0.truthUploadFee) = (1, fee, fee) }) {
      (provider) async throws in
      let document = try await Depositor(provider).upload([1]),
        share = try await Deposit(provider, answer: "blue").upload()
      #expect(document.refusal == Refused(507, 6105), "Nobody pays for what is not taken.")
      #expect(share.refusal == Refused(507, 6105))
    }
  }

  @Test(
    "G-14: one look-up covers many spellings, and each answer says how many look-ups are left"
  )
  func lookUps() async throws {
    try await withProvider(change: { ($0.limits.lookUpsPerAddress, $0.limits.trustedProxies) = (3, 1) }) { provider in
      provider.clock.stop()
      let peer = Peer(provider)
      func left(_ answer: PeerAnswer) -> String? { answer.fields["ratelimit"] }
      for index in 0..<LookUps.mostRequests {
        let answer = try await peer.get(guess() + "/meta")
        #expect(answer.refusal == Refused(404, 8350) && left(answer) == #""look-ups";r=2"#, "\(index)")
      }
      let next = try await peer.get(guess() + "/meta")
      #expect(next.status == 404 && left(next) == #""look-ups";r=1"#, "what is more is the next look-up")
      provider.clock.advance(LookUps.duration + 1)
      let later = try await peer.get(guess())
      #expect(later.status == 404 && left(later) == #""look-ups";r=0"#, "and so is what comes later")
      provider.clock.advance(LookUps.duration + 1)
      let last = try await peer.get(guess())
      #expect(
        last.refusal == Refused(429, 8121) && left(last) == #""look-ups";r=0"#
          && Int(last.fields["retry-after"] ?? "") ?? 0 > 900)
      #expect(left(try await peer.get("config")) == nil)
      var max = try Depositor(provider)
      max.peer.headers["X-Forwarded-For"] = "192.0.2.8"
      let uploaded = try await max.upload([1]), fetched = try await max.peer.get(max.path),
        listed = try await max.peer.get(max.path + "/meta")
      #expect((uploaded.status, fetched.status, listed.status) == (204, 200, 200), "another network has its own")
      #expect([uploaded, fetched, listed].allSatisfy { left($0) == #""look-ups";r=2"# }, "what is there says it too")
    }
  }

  @Test(
    "G-14: guessed identifiers count by network address before any look-up, also over restarts"
  )
  func documentsByAddress() async throws {
    let store = try SQLiteProviderStore()
    let clock = TestClock()
    clock.stop()
    let known = try await withProvider(store: store, clock: clock, change: limitDocuments) { provider in
      var max = try Depositor(provider)
      max.peer.headers["X-Forwarded-For"] = "192.0.2.7"
      #expect(try await max.upload([1]).status == 204)
      var guesser = Peer(provider)
      guesser.headers["X-Forwarded-For"] = "2001:db8:1:2::1"
      for index in 0..<10 * LookUps.mostRequests {
        #expect(try await guesser.get(guess() + (index % 2 == 0 ? "" : "/meta")).refusal == Refused(404, 8350))
      }
      // A whole network counts as one address.
      guesser.headers["X-Forwarded-For"] = "2001:db8:1:2:ffff::9"
      let stopped = try await guesser.get(guess())
      #expect(stopped.refusal == Refused(429, 8121) && stopped.fields["retry-after"] == "360")
      // Existing documents are refused in the same way, so that the limit does not reveal what exists.
      #expect(try await guesser.get(max.path).refusal == Refused(429, 8121))
      #expect(try await max.peer.get(max.path).status == 200)
      return max.path
    }
    try await withProvider(store: store, clock: clock, change: limitDocuments) { provider in
      var guesser = Peer(provider)
      guesser.headers["X-Forwarded-For"] = "2001:db8:1:2::1"
      let restarted = try await guesser.get(known)
      #expect(restarted.refusal == Refused(429, 8121))
      clock.advance(361)
      for _ in 0..<LookUps.mostRequests { #expect(try await guesser.get(known).status == 200) }
      #expect(try await guesser.get(known).refusal == Refused(429, 8121))
    }
  }

  private func limitDocuments(_ settings: inout ProviderSettings) {
    settings.limits.lookUpsPerAddress = 10
    settings.limits.trustedProxies = 1
  }

  @Test("G-14: an account's limit applies across all networks, whether or not the account exists")
  func documentsByAccount() async throws {
    try await withProvider(change: { settings in
      settings.limits.documentsPerAccount = 5
      settings.limits.trustedProxies = 1
    }) { provider in
      provider.clock.stop()
      let max = try Depositor(provider), nobody = guess()
      _ = try await max.upload([1])
      for (path, status) in [(max.path, 200), (nobody, 404)] {
        var refused = 0
        for index in 0..<8 {
          var peer = Peer(provider)
          peer.headers["X-Forwarded-For"] = "192.0.2.\(index)"
          let answer = try await peer.get(path)
          if answer.status == 429 { refused += 1 } else { #expect(answer.status == status) }
        }
        #expect(refused == (path == max.path ? 4 : 3), "the upload counts as well")
      }
    }
  }

  /// Without HTTP, so that there can be many requests; another test does the same over HTTP with fewer.
  @Test(
    "Of ten thousand guesses at question, clock or code, a day compares only as limits allow")
  func guesses() async throws {
    for (type, plain) in [
      (MethodType.question, DrawnBytes.bytes(64)), (.totp, DrawnBytes.bytes(32)), (.sms, Array("+41791234567".utf8)),
    ] {
      try await withProvider(change: { $0.limits.wrongAnswersPerTruth = 40 }) { provider in
        provider.clock.stop()
        let deposit = Deposit(provider, type, plain),
          solver = Solver(service: TruthService(provider: provider.server.provider))
        _ = try await deposit.upload()
        if type.needsChallenge { _ = try await deposit.challenge() }
        var codes: [Int: Int] = [:]
        for round in 0..<34 {
          let refusals = await withTaskGroup(of: Int?.self) { group in
            for guess in 0..<100 {
              group.addTask {
                let response = DrawnBytes.bytes(64)
                if round == 0, guess < 6 { return try? await deposit.solve(response).code }
                do {
                  _ = try await solver.solve(deposit.id.bytes, key: deposit.key.bytes, response: response, payment: nil)
                  return nil
                } catch { return (error as? ProviderRefusal)?.code.rawValue }
              }
            }
            return await group.reduce(into: [Int?]()) { $0.append($1) }
          }
          for code in refusals { codes[code ?? 0, default: 0] += 1 }
          provider.clock.advance(30)
        }
        // A sent code has three tries. A method without one has three per half minute and 40 per day, and half of one
        // has been regained in these 17 minutes.
        let most = type.needsChallenge ? 3 : 40
        #expect(Set(codes.keys) == [8111, 8121] && codes[8111] == most, "\(type.rawValue) \(codes)")
      }
    }
  }

  @Test("Free uploads that are kept for years are limited by network address")
  func kept() async throws {
    try await withProvider(change: { settings in
      settings.limits.keptPerAddress = 3
      settings.limits.trustedProxies = 1
    }) { (provider) async throws in
      provider.clock.stop()
      var stranger = Peer(provider)
      stranger.headers["X-Forwarded-For"] = "192.0.2.1"
      func deposit() async throws -> PeerAnswer {
        try await Deposit(stranger, .question, DrawnBytes.bytes(64)).upload()
      }
      for _ in 0..<2 { #expect(try await deposit().status == 204) }
      #expect(try await Depositor(stranger, salt: provider.server.provider.salt, name: "A").upload([1]).status == 204)
      #expect(try await deposit().refusal == Refused(429, 8121))
      #expect(
        try await Depositor(stranger, salt: provider.server.provider.salt, name: "B").upload([1]).refusal
          == Refused(429, 8121))
      stranger.headers["X-Forwarded-For"] = "192.0.2.2"
      #expect(try await deposit().status == 204)
      stranger.headers["X-Forwarded-For"] = "192.0.2.1"
      provider.clock.advance(8 * 3600 + 1)
      #expect(try await deposit().status == 204)
      #expect(try await deposit().refusal == Refused(429, 8121))
    }
  }

  @Test("Strangers' unpaid orders are removed from the till after two days; paid orders are kept")
  func unpaid() async throws {
    try await withProvider { provider in
      let now = provider.clock.now
      for (id, state) in [("unpaid", TillOrder.State.unpaid), ("paid", .paid)] {
        let order = TillOrder(id: id, amount: "EUR:1", summary: "", state: state, createdAt: now)
        try await provider.store.write { try $0.insert(order) }
      }
      provider.clock.advance(47 * 3600)
      try await provider.server.sweep()
      let early = try await provider.store.read { try $0.tillOrder("unpaid") }
      #expect(early != nil)
      provider.clock.advance(2 * 3600)
      try await provider.server.sweep()
      let (unpaid, paid) = try await provider.store.read { (try $0.tillOrder("unpaid"), try $0.tillOrder("paid")) }
      #expect(unpaid == nil && paid != nil)
    }
  }

  @Test("Requests about truths are counted per network address, stored documents per account")
  func others() async throws {
    try await withProvider(change: { settings in
      settings.limits.truthsPerAddress = 3
      settings.limits.uploadsPerAccount = 2
    }) { provider in
      provider.clock.stop()
      let deposit = try Deposit(provider, answer: "blue"), right = try deposit.response("blue")
      #expect(try await deposit.upload().status == 204)
      for _ in 0..<2 { #expect(try await deposit.solve(right).status == 200) }
      #expect(try await deposit.solve(right).refusal == Refused(429, 8121))
      let max = try Depositor(provider)
      #expect(try await max.upload([1]).status == 204)
      #expect(try await max.upload([2]).status == 204)
      #expect(try await max.upload([2]).status == 304)
      #expect(try await max.upload([3]).refusal == Refused(429, 8121))
      provider.clock.advance(12 * 3600 + 1)
      #expect(try await max.upload([3]).status == 204)
    }
  }
}
