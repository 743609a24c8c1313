import Encoding
import Foundation
import Testing

@testable import Escrow

@Suite struct LyingProviderTests {
  private static var blue: RecoveryAnswer { .text(Secret(Array(Person.answer.utf8))) }

  @Test("A provider that returns a wrong share is named, and another policy yields the secret")
  func wrongShare() async throws {
    try await withProviders(3) { providers, client async throws in
      try await Person.backUp(providers, client)
      let recovery = RecoveryClient(client)
      var draft = try await Person.opened(providers, by: recovery)
      let ids = try #require(draft.opened).challenges.map(\.id)
      var result: AnswerResult
      (draft, _) = try await recovery.startChallenge(draft, ids[1])
      providers[1].trick(.solve, .answer(PlayedAnswer(status: 200, body: DrawnBytes.bytes(72))))
      (draft, result) = try await recovery.answer(draft, ids[1], with: .code(AnswerCode(1)))
      guard case .providerLied(providers[1].address) = result else { return surprise(result) }
      #expect(draft.liars == [providers[1].address] && draft.opened?[ids[1]]?.isSolved == false)
      // A provider that accepts any answer to a question cannot return the share either.
      let kept = try #require(providers[0].state.withLock { $0.truths[ids[0].text]?.share })
      providers[0].trick(.solve, .answer(PlayedAnswer(status: 200, body: kept)))
      (draft, result) = try await recovery.answer(draft, ids[0], with: .text(Secret(Array("green".utf8))))
      guard case .providerLied(providers[0].address) = result else { return surprise(result) }
      (draft, _) = try await recovery.answer(draft, ids[0], with: Self.blue)
      (draft, result) = try await recovery.answer(draft, ids[2], with: .code(Person.clockCode(providers[2])))
      guard case .recovered(let secret) = result else { return surprise(result) }
      #expect(secret.value.exposed == Person.secret)
    }
  }

  @Test("A provider that swaps a person's shares is named, too")
  func exchanged() async throws {
    try await withProviders(2) { providers, client async throws in
      var order = Person.order(providers)
      let parts = [(0, 0), (1, 1), (2, 1)].map { PolicyPart(method: $0, provider: providers[$1].address) }
      order.policies = [[parts[0], parts[1]], [parts[1], parts[2]]]
      let (backup, outcome) = await BackupClient(client).upload(try await BackupDraft(planning: order))
      #expect(outcome.isComplete)
      providers[1].state.withLock { state in
        let names = backup.truths.filter { $0.provider == providers[1].address }.map(\.id.text)
        let shares = names.map { state.truths[$0]?.share ?? [] }
        for (name, share) in zip(names, shares.reversed()) { state.truths[name]?.share = share }
      }
      let recovery = RecoveryClient(client)
      var draft = try await Person.opened(providers, by: recovery)
      let ids = try #require(draft.opened).challenges.map(\.id)
      var result: AnswerResult
      (draft, _) = try await recovery.startChallenge(draft, ids[1])
      (draft, result) = try await recovery.answer(
        draft, ids[1], with: .code(AnswerCode(try #require(providers[1].code(ids[1])))))
      guard case .solved = result else { return surprise(result) }
      (draft, result) = try await recovery.answer(draft, ids[0], with: Self.blue)
      guard case .providerLied(providers[1].address) = result else { return surprise(result) }
      #expect(draft.opened?.brokenPolicies == [0] && draft.liars == [providers[1].address])
    }
  }

  @Test(
    "A provider that withholds the newest document is reported, with or without lists",
    arguments: [false, true])
  func downgraded(hasLists: Bool) async throws {
    try await withProviders(3) { providers, client async throws in
      try await Person.backUp(providers, client, name: "old", secret: [1])
      try await Person.backUp(providers, client, name: "new", secret: [2])
      providers[2].state.withLock { state in for name in state.accounts.keys { state.accounts[name]?.removeLast() } }
      if !hasLists { for provider in providers { provider.trick(.list, .answer(.fault(404, 21))) } }
      let draft = await RecoveryClient(client).discover(try Person.recovery(providers))
      #expect(draft.behind == [providers[2].address])
      #expect(draft.found.first?.secretName == "new")
      let honest = await RecoveryClient(client).discover(try Person.recovery(Array(providers[..<2])))
      #expect(honest.behind.isEmpty)
    }
  }

  @Test("A document that is not the listed one, is another person's or is unsealed is not opened")
  func swapped() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0], recovery = RecoveryClient(client)
      try await Person.backUp(providers, client, name: "old", secret: [1])
      try await Person.backUp(providers, client, name: "new", secret: [2])
      let found = await recovery.discover(try Person.recovery(providers))
      // The older document under the newer one's number: the account signed both.
      one.state.withLock { state in
        for name in state.accounts.keys {
          guard let old = state.accounts[name]?.first else { continue }
          state.accounts[name]?[1].sealed = old.sealed
          state.accounts[name]?[1].signature = old.signature
        }
      }
      for version in [2, nil] {
        await #expect(throws: EscrowError(.inconsistent, "")) {
          try await recovery.open(found, at: one.address, version: version)
        }
      }
      let account = try UserIdentifier(Person.attributes, providerSalt: one.configuration.providerSalt.bytes).accountKey
      one.state.withLock { state in
        let bytes = DrawnBytes.bytes(200)
        state.accounts[CrockfordBase32.encode(account.publicKey)] = [
          PlayedState.Version(sealed: bytes, signature: account.sign(upload: EscrowHash.of(bytes)), metaData: nil)
        ]
      }
      await #expect(throws: EscrowError(.sealed, "")) {
        try await recovery.open(Person.recovery(providers), at: one.address)
      }
      let again = await recovery.discover(try Person.recovery(providers))
      #expect(again.standings == [one.address: .trouble(.lied)])
    }
  }

  @Test("A document with forbidden addresses opens, and no request is sent to them")
  func addresses() async throws {
    try await withProviders { providers, client async throws in
      let one = providers[0], recovery = RecoveryClient(client)
      let user = try UserIdentifier(Person.attributes, providerSalt: one.configuration.providerSalt.bytes)
      var document = try await BackupDraft(planning: Person.order(providers)).document
      document.methods[0].url = "http://evil.example/"
      let upload = DocumentUpload(
        sealed: try PackedDocument(document).sealed(for: user), metaData: nil, account: user.accountKey, years: 1)
      _ = try await client.upload(upload, to: one.address)
      let (draft, _) = try await recovery.open(Person.recovery(providers), at: one.address)
      let challenge = try #require(draft.opened?.challenges.first)
      #expect(challenge.provider == nil && challenge.cost == nil)
      await #expect(throws: EscrowError(.invalid, "")) {
        try await recovery.answer(draft, challenge.id, with: Self.blue)
      }
    }
  }
}
