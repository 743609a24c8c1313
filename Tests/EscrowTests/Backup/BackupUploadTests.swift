import Encoding
import Synchronization
import Testing

@testable import Escrow

@Suite struct BackupUploadTests {
  @Test("An upload reaches all providers and is complete; repeating it sends nothing")
  func complete() async throws {
    try await withProviders(3) { providers, client async throws in
      let draft = try await Person.backUp(providers, client)
      #expect(draft.providers.values.allSatisfy { $0.version == 1 && $0.expiration == 1_800_000_000 + 2 * 31_536_000 })
      let sent = providers.map(\.requests.count)
      let again = await BackupClient(client).upload(try reread(draft))
      #expect(again.outcome.isComplete && again.draft == draft && providers.map(\.requests.count) == sent)
      #expect(
        providers.allSatisfy {
          $0.state.withLock { $0.truths.count == 1 && $0.accounts.values.allSatisfy { $0.count == 1 } }
        })
    }
  }

  @Test(
    "An upload killed after any step continues from the saved draft and stores nothing twice",
    arguments: [false, true])
  func killed(arrives: Bool) async throws {
    try await withProviders(3) { providers, client async throws in
      for step in 0...6 {
        for provider in providers { provider.state.withLock { ($0.accounts, $0.truths, $0.tricks) = ([:], [:], [:]) } }
        let planned = try await BackupDraft(planning: Person.order(providers))
        var written = planned, steps = 0
        func kill() {
          for provider in providers {
            for call in [PlayedCall.uploadTruth, .uploadDocument] {
              provider.trick(call, arrives ? .cutAfter : .cut, times: 20)
            }
          }
        }
        if step == 0 { kill() }
        _ = await BackupClient(client).upload(planned) { draft in
          steps += 1
          if steps <= step { written = draft }
          if steps == step { kill() }
        }
        for provider in providers { provider.behave() }
        let resumed = await BackupClient(client).upload(try reread(written))
        #expect(resumed.outcome.isComplete && resumed.outcome.isSufficient)
        for provider in providers {
          provider.state.withLock { state in
            #expect(
              state.truths.count == 1 && state.accounts.count == 1 && state.accounts.values.allSatisfy { $0.count == 1 }
            )
          }
        }
        #expect(try await Self.recover(providers, client) == Person.secret)
      }
    }
  }

  private static func recover(_ providers: [PlayedProvider], _ client: ProviderClient) async throws -> [UInt8]? {
    let recovery = RecoveryClient(client)
    var draft = try await Person.opened(providers, by: recovery)
    let challenges = try #require(draft.opened).challenges
    (draft, _) = try await recovery.answer(draft, challenges[0].id, with: .text(Secret(Array(Person.answer.utf8))))
    (draft, _) = try await recovery.answer(draft, challenges[2].id, with: .code(Person.clockCode(providers[2])))
    return draft.recovered?.value.exposed
  }

  @Test("With a provider down, missing truths and broken policies are reported; no document is sent")
  func down() async throws {
    try await withProviders(3) { providers, client async throws in
      let backup = BackupClient(client), down = providers[1]
      down.trick(.uploadTruth, .cut, times: 2)
      var (draft, outcome) = await backup.upload(try await BackupDraft(planning: Person.order(providers)))
      #expect(
        outcome.missing.filter { $0.provider == down.address }.map(\.reason) == [.trouble(.unreachable), .waiting])
      #expect(outcome.missing.filter { $0.provider != down.address }.map(\.part) == [.document, .document])
      #expect(outcome.missing.contains { $0.part == .truth(method: 1) } && !outcome.isSufficient)
      #expect(providers.map { $0.count(.uploadDocument) } == [0, 0, 0])
      // Now its document does not arrive: no policy depends on it exclusively.
      down.trick(.uploadDocument, .cut, times: 2)
      (draft, outcome) = await backup.upload(try reread(draft))
      #expect(
        outcome.missing == [.init(provider: down.address, part: .document, reason: .trouble(.unreachable))]
          && outcome.isSufficient)
      (draft, outcome) = await backup.upload(try reread(draft))
      #expect(outcome.isComplete && providers.map { $0.count(.uploadTruth) } == [1, 3, 1])
    }
  }

  @Test("Policies whose providers all lack the document are named")
  func withoutDocument() async throws {
    try await withProviders(3) { providers, client async throws in
      for provider in providers[..<2] { provider.trick(.uploadDocument, .answer(.fault(413, 6105))) }
      let (_, outcome) = await BackupClient(client).upload(try await BackupDraft(planning: Person.order(providers)))
      #expect(outcome.unworkablePolicies == [0])
      #expect(Set(outcome.missing.map(\.reason)) == [.trouble(.tooLarge)])
    }
  }

  @Test("Refusals are reported unchanged, and retried on request")
  func refused() async throws {
    let rows: [(PlayedAnswer, ProviderTrouble)] = [
      (.fault(400, 8151), .methodNotOffered), (.fault(409, 8150), .taken), (.fault(413, 6105), .tooLarge),
      (.json(200, "{}"), .unexpected),
      (.fault(500, 60), .refused(EscrowRefusal(status: 500, code: 60))),
    ]
    try await withProviders { providers, client async throws in
      for (answer, trouble) in rows {
        providers[0].trick(.uploadTruth, .answer(answer))
        let (draft, outcome) = await BackupClient(client).upload(
          try await BackupDraft(planning: Person.order(providers)))
        #expect(outcome.missing.map(\.reason).contains(.trouble(trouble)))
        #expect(await BackupClient(client).upload(try reread(draft)).outcome.isComplete)
      }
    }
  }

  @Test("A payment request names its order and ends once paid, unless the provider asks again")
  func payment() async throws {
    try await withProviders(2) { providers, client async throws in
      let backup = BackupClient(client), one = providers[0]
      one.state.withLock { $0.asksMoney = [.uploadTruth, .uploadDocument] }
      var (draft, outcome) = await backup.upload(try await BackupDraft(planning: Person.order(providers)))
      #expect(
        outcome.payments.count == 2 && outcome.payments.allSatisfy { $0.merchant == "127.0.0.1:9/instances/played" })
      #expect(
        Set(outcome.payments.compactMap(\.identifier))
          == Set(draft.truths.filter { $0.provider == one.address }.map(\.id)))
      func pay() { for payment in outcome.payments { one.state.withLock { _ = $0.paid.insert(payment.orderID) } } }
      pay()
      (draft, outcome) = await backup.upload(try reread(draft))
      #expect(outcome.missing.map(\.part) == [.document] && outcome.payments.count == 1)
      // It is paid, and the provider requests payment again before it accepts it.
      let first = outcome.payments
      one.state.withLock { $0.order = Base32Bytes([UInt8](repeating: 3, count: 32)) }
      (draft, outcome) = await backup.upload(try reread(draft))
      #expect(outcome.payments.count == 1 && outcome.payments != first)
      pay()
      // The payment identifier survives an outage.
      one.trick(.uploadDocument, .cut, times: 2)
      (draft, outcome) = await backup.upload(try reread(draft))
      #expect(outcome.missing.map(\.reason) == [.trouble(.unreachable)])
      (draft, outcome) = await backup.upload(try reread(draft))
      #expect(outcome.isComplete)
    }
  }
}
