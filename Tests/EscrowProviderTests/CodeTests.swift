import Escrow
import EscrowProvider
import Foundation
import Store
import Testing
import TestProvider

@Suite struct CodeTests {
  private static let truths: [(MethodType, String, String, [String])] = [
    (.email, "max@example.com", "max", ["max@example.com"]),
    (.sms, "+41791234567", "4567", ["+41791234567"]),
    (
      .post, #"{"city":"Zürich","country":"ch","full_name":"Max M","postcode":"8000","street":"Seestr. 1"}"#, "8000",
      ["Max M", "Seestr. 1", "Zürich", "8000", "ch"]
    ),
  ]

  @Test(
    "A code goes to the truth's owner, whoever asks learns a hint, and the code gives the share")
  func sent() async throws {
    try await withProvider { provider in
      for (type, plain, hint, arguments) in Self.truths {
        let deposit = Deposit(provider, type, plain)
        _ = try await deposit.upload()
        #expect(try await deposit.solve(code: "1").refusal == Refused(404, 8112), "before a code was asked for")
        let answer = try await deposit.challenge()
        #expect(
          answer.status == 200
            && answer.json as? [String: String] == ["challenge_type": "TAN_SENT", "tan_address_hint": hint])
        let letter = try #require(provider.outbox.letters.last)
        #expect(letter.recipient.arguments == arguments && letter.method == type)
        #expect(letter.text.wholeMatch(of: /A-[0-9]+\n(.|\n)*/) != nil && letter.truthName == deposit.id.text.prefix(6))
        let code = try #require(UInt64(letter.code.dropFirst(2)))
        #expect(code < 1 << 52)
        #expect(try await deposit.solve(code: letter.code).body == deposit.share.bytes, "\(type.rawValue)")
      }
    }
  }

  @Test("After three wrong codes even the correct one is rejected until a new code is generated")
  func tries() async throws {
    try await withProvider { provider in
      provider.clock.stop()
      let deposit = Deposit(provider, .sms, "+41791234567")
      _ = try await deposit.upload()
      _ = try await deposit.challenge()
      let first = provider.lastCode
      for _ in 0..<3 { #expect(try await deposit.solve(code: "1").refusal == Refused(403, 8111)) }
      #expect(try await deposit.solve(code: first).refusal == Refused(429, 8121))
      #expect(try await deposit.challenge().refusal == Refused(429, 8121))
      provider.clock.advance(3601)
      #expect(try await deposit.challenge().status == 200)
      #expect(provider.outbox.letters.count == 2 && provider.lastCode != first)
      #expect(try await deposit.solve(code: first).refusal == Refused(403, 8111))
      #expect(try await deposit.solve(code: provider.lastCode).status == 200)
    }
  }

  @Test(
    "A code is resent after a while and replaced after an hour; the old one works for a day")
  func rotation() async throws {
    try await withProvider { provider in
      provider.clock.stop()
      let deposit = Deposit(provider, .email, "max@example.com")
      _ = try await deposit.upload()
      for (wait, letters) in [(0.0, 1), (30, 1), (31, 2), (30, 2), (3600, 3)] {
        provider.clock.advance(wait)
        #expect(try await deposit.challenge().status == 200)
        #expect(provider.outbox.letters.count == letters, "\(wait)")
      }
      let codes = provider.outbox.letters.map(\.code)
      #expect(codes[0] == codes[1] && codes[1] != codes[2])
      #expect(try await deposit.solve(code: codes[0]).status == 200)
      provider.clock.advance(86400 - 3600)
      #expect(try await deposit.solve(code: codes[0]).refusal == Refused(403, 8111))
      #expect(try await deposit.solve(code: codes[2]).status == 200)
      provider.clock.advance(3600)
      #expect(try await deposit.solve(code: codes[2]).refusal == Refused(404, 8112))
    }
  }

  @Test("A method dropped by the provider is reported as such, and its truths are kept")
  func givenUp() async throws {
    let store = try SQLiteProviderStore()
    let deposit = try await withProvider(store: store) { provider in
      let deposit = Deposit(provider, .email, "max@example.com")
      _ = try await deposit.upload()
      return deposit
    }
    try await withProvider(store: store, change: { $0.methods.removeAll { $0.type == .email } }) { provider in
      var deposit = deposit
      deposit.peer = Peer(provider)
      let answer = try await deposit.challenge()
      #expect(answer.refusal == Refused(500, 8109))
      #expect(try await deposit.solve(code: "1").refusal == Refused(500, 8109))
    }
  }
}
