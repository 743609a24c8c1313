import Encoding
import Testing

@testable import Escrow

/// Asking providers for what they claimed to have stored.
@Suite struct ReadingBackTests {
  @Test(
    "Stored items are confirmed without a try, a code, or any key or answer shown to a provider",
    arguments: [false, true])
  func whole(isOld: Bool) async throws {
    try await withProviders(
      3, change: { if isOld { $1.configuration = (try? $1.configuration.aged) ?? $1.configuration } }
    ) {
      providers, client async throws in
      let draft = try await Person.backUp(providers, client), before = providers.map(\.requests.count)
      let (read, outcome) = await BackupClient(client).readBack(draft)
      #expect(read == draft && outcome.isComplete)
      for (provider, before) in zip(providers, before) {
        let asked = provider.requests.dropFirst(before)
        #expect(
          asked.map(\.call).sorted { "\($0)" < "\($1)" }
            == (isOld ? [.fetchDocument, .old] : [.fetchDocument, .solve]))
        #expect(provider.state.withLock { $0.truths.values.allSatisfy { $0.tries == 3 && $0.code == nil } })
        let keys = draft.truths.map(\.key.secret).map { $0.withBytes { CrockfordBase32.encode(Array($0)) } }
        let sent = asked.map { String(decoding: $0.body, as: UTF8.self) + $0.headers.values.joined() }.joined()
        #expect(keys.allSatisfy { !sent.contains($0) })
      }
    }
  }

  @Test(
    "A provider that answers 204 but stores nothing is detected, and gets the items again",
    arguments: [true, false])
  func forgetful(forgetsDocument: Bool) async throws {
    try await withProviders(3) { providers, client async throws in
      let backup = BackupClient(client), draft = try await Person.backUp(providers, client), liar = providers[1]
      liar.state.withLock { if forgetsDocument { $0.accounts = [:] } else { $0.truths = [:] } }
      var (read, outcome) = await backup.readBack(draft)
      #expect(
        outcome.missing.map(\.provider) == [liar.address] && outcome.missing.map(\.reason) == [.trouble(.missing)])
      #expect(
        outcome.isSufficient == forgetsDocument, "without its share a way does not work; its document is elsewhere too")
      (read, _) = await backup.upload(read)
      (_, outcome) = await backup.readBack(read)
      #expect(outcome.isComplete)
    }
  }

  @Test("A different document counts as missing; a provider that does not answer is uncheckable")
  func changed() async throws {
    try await withProviders(3) { providers, client async throws in
      let draft = try await Person.backUp(providers, client)
      let account = try UserIdentifier(Person.attributes, providerSalt: providers[0].configuration.providerSalt.bytes)
        .accountKey
      providers[0].state.withLock {
        let other = DrawnBytes.bytes(40)
        $0.accounts[CrockfordBase32.encode(account.publicKey)] = [
          PlayedState.Version(sealed: other, signature: account.sign(upload: EscrowHash.of(other)), metaData: nil)
        ]
      }
      providers[1].trick(.fetchDocument, .cut, times: 2)
      providers[2].trick(.solve, .answer(.fault(429, 8121)))
      let outcome = await BackupClient(client).readBack(draft).outcome
      let reasons = Dictionary(outcome.missing.map { ($0.provider, $0.reason) }) { first, _ in first }
      #expect(
        reasons == [
          providers[0].address: .trouble(.lied), providers[1].address: .trouble(.unchecked),
          providers[2].address: .trouble(.refused(EscrowRefusal(status: 429))),
        ])
    }
  }

  @Test("A share that could not be checked is not missing, and a later check finds it")
  func unchecked() async throws {
    try await withProviders(3) { providers, client async throws in
      let backup = BackupClient(client), draft = try await Person.backUp(providers, client), silent = providers[2]
      silent.trick(.solve, .cut)
      let (read, outcome) = await backup.readBack(draft)
      #expect(
        outcome.missing.map(\.provider) == [silent.address] && outcome.missing.map(\.reason) == [.trouble(.unchecked)])
      #expect(!outcome.isSufficient, "nobody says of a way that it works whose share was not asked for")
      let (sent, _) = await backup.upload(try reread(read))
      #expect(await backup.readBack(sent).outcome.isComplete)
      #expect(silent.state.withLock { $0.truths.count == 1 && $0.accounts.values.allSatisfy { $0.count == 1 } })
    }
  }
}
