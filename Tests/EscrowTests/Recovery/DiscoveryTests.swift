import Encoding
import Foundation
import Testing

@testable import Escrow

/// Looking for documents despite an attacker who knows the person's facts, or runs a provider, and wants to hide them.
@Suite struct DiscoveryTests {
  private static func account(_ provider: PlayedProvider) throws -> AccountKey {
    try UserIdentifier(Person.attributes, providerSalt: provider.configuration.providerSalt.bytes).accountKey
  }
  /// Adds versions that the account signed, with invalid metadata.
  private static func spoil(_ provider: PlayedProvider, _ count: Int) throws {
    let account = try account(provider), junk = DrawnBytes.bytes(200),
      signature = account.sign(upload: EscrowHash.of(junk))
    provider.state.withLock {
      let version = PlayedState.Version(sealed: junk, signature: signature, metaData: DrawnBytes.bytes(150))
      $0.accounts[CrockfordBase32.encode(account.publicKey), default: []] += Array(repeating: version, count: count)
    }
  }

  @Test("C-55: forged list entries hide no backup; the provider is reported only if none opens")
  func junk() async throws {
    try await withProviders(2) { providers, client async throws in
      try await Person.backUp([providers[0]], client)
      for provider in providers { try Self.spoil(provider, 3) }
      let draft = await RecoveryClient(client).discover(try Person.recovery(providers))
      #expect(draft.copies.map(\.version) == [1] && draft.found.map(\.secretName) == ["garden"])
      #expect(draft.standings == [providers[0].address: .found, providers[1].address: .trouble(.lied)])
      #expect(try await RecoveryClient(client).open(draft, at: providers[0].address, version: 1).result == .opened)
    }
  }

  @Test("C-55: a backup below many newer versions is found, within a bounded number of lists")
  func buried() async throws {
    try await withProviders(2, change: { $1.listed = 200 }) { providers, client async throws in
      let (near, deep) = (providers[0], providers[1])
      try await Person.backUp([near], client)
      try await Person.backUp([deep], client)
      try Self.spoil(near, 1_399)
      try Self.spoil(deep, 5_000)
      let draft = await RecoveryClient(client).discover(try Person.recovery(providers))
      #expect(draft.copies.map(\.provider) == [near.address] && draft.copies.map(\.version) == [1])
      #expect(near.count(.list) == 7 && deep.count(.list) == RecoveryClient.maximumLists)
    }
  }

  @Test("A provider that repeats its list is asked twice, and each version counts once")
  func sameAgain() async throws {
    try await withProviders { providers, client async throws in
      try await Person.backUp(providers, client)
      let one = providers[0]
      let renumbered = Trick.changed { answer in
        var answer = answer
        answer.body = Array(String(decoding: answer.body, as: UTF8.self).replacing("\"1\":", with: "\"7\":").utf8)
        return answer
      }
      one.trick(.list, renumbered)
      one.trick(.list, .changed { _ in .json(200, #"{"7":{"meta":null}}"#) }, times: 100)
      let draft = await RecoveryClient(client).discover(try Person.recovery(providers))
      #expect(draft.copies.map(\.version) == [7] && one.count(.list) == 2)
    }
  }

  @Test("If a list is too long to be read, the latest version is still found")
  func tooLong() async throws {
    try await withProviders { providers, client async throws in
      try await Person.backUp(providers, client)
      providers[0].trick(.list, .answer(PlayedAnswer(status: 200, body: [UInt8](repeating: 0x20, count: 5 << 20))))
      let draft = await RecoveryClient(client).discover(try Person.recovery(providers))
      #expect(draft.found.map(\.secretName) == ["garden"])
    }
  }

  @Test("C-67: unknown attributes cost a provider only one request for each spelling")
  func fewRequests() async throws {
    try await withProviders(2) { providers, client async throws in
      let variants = (0..<9).map { ["full_name": "erika \($0)"] }
      providers[0].trick(
        .list,
        .changed { answer in
          PlayedAnswer(status: answer.status, headers: ["RateLimit": #""look-ups";r=4"#], body: answer.body)
        }, times: 100)
      let draft = await RecoveryClient(client).discover(
        try RecoveryDraft(variants: variants, providers: providers.map(\.address)))
      #expect(draft.copies.isEmpty && draft.standings.values.allSatisfy { $0 == .nothing } && draft.lookUpsLeft == 4)
      for provider in providers { #expect(provider.count(.list) == 9 && provider.count(.fetchDocument) == 0) }
      // A document without metadata is found all the same, by a separate request.
      let account = try Self.account(providers[0]), sealed = DrawnBytes.bytes(100)
      providers[0].behave()
      providers[0].state.withLock {
        $0.accounts[CrockfordBase32.encode(account.publicKey)] = [
          PlayedState.Version(sealed: sealed, signature: account.sign(upload: EscrowHash.of(sealed)), metaData: nil)
        ]
      }
      let bare = await RecoveryClient(client).discover(try Person.recovery(providers))
      #expect(bare.standings[providers[0].address] == .trouble(.lied) && providers[0].count(.fetchDocument) == 1)
    }
  }

  @Test(
    "G-14: a provider with too many requests is not asked again, and this is reported",
    arguments: [PlayedCall.list, .fetchDocument])
  func limited(call: PlayedCall) async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0], variants = (0..<16).map { ["full_name": "erika \($0)"] }
      if call == .fetchDocument { one.trick(.list, .answer(.fault(404, 21)), times: 100) }  // it keeps no lists
      one.trick(call, .answer(.fault(429, 8121)), times: 100)
      let draft = await RecoveryClient(client).discover(try RecoveryDraft(variants: variants, providers: [one.address]))
      #expect(draft.standings == [one.address: .trouble(.refused(EscrowRefusal(status: 429, code: 8121)))])
      // Requests go out eight at a time.
      #expect(one.count(call) == 8 && one.count(call == .list ? .fetchDocument : .list) == (call == .list ? 0 : 8))
    }
  }
}
