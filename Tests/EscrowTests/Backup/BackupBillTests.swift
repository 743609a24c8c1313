import Testing

@testable import Escrow

/// The payments required for a backup, and how many have arrived.
@Suite struct BackupBillTests {
  private static let fee = Amount("KUDOS:2")!
  /// The providers that charge for shares and documents.
  private static func charging(_ state: inout PlayedState) {
    state.asksMoney = [.uploadTruth, .uploadDocument]
    (state.configuration.annualFee, state.configuration.truthUploadFee) = (fee, fee)
  }
  private func pay(_ item: BackupBill.Item, _ providers: [PlayedProvider]) {
    providers.first { $0.address == item.provider }?.state.withLock { _ = $0.paid.insert(item.request.orderID) }
  }

  /// The numbers of payments due, made and expected.
  private func counts(_ draft: BackupDraft) -> [Int] { [draft.bill.due.count, draft.bill.paid, draft.bill.coming] }

  @Test("Payments due, made and expected add up from the first payment to the last") func addsUp()
    async throws
  {
    try await withProviders(3, change: { if $0 < 2 { Self.charging(&$1) } }) { providers, client async throws in
      let backup = BackupClient(client)
      var draft = await backup.upload(try await BackupDraft(planning: Person.order(providers))).draft
      let asking = Set(draft.bill.due.map(\.provider)), twoYears = Self.fee.times(2)
      #expect(asking == Set(providers.prefix(2).map(\.address)) && draft.bill.due.count == 2)
      #expect(draft.bill.due.map(\.amount) == [twoYears, twoYears])
      #expect(draft.bill.paid == 0 && draft.bill.coming == 2)
      pay(draft.bill.due[0], providers)
      draft = await backup.lookForPayments(try reread(draft)).draft
      #expect(draft.bill.due.count == 1 && draft.bill.paid == 1 && draft.bill.coming == 2)
      for _ in 0..<2 {
        for item in draft.bill.due { pay(item, providers) }
        draft = await backup.upload(try reread(draft)).draft
      }
      #expect(counts(draft) == [0, 4, 0] && draft.outcome.isComplete)
      #expect(draft.bill.arrived.map(\.amount) == Array(repeating: twoYears, count: 4), "each with what it came to")
    }
  }

  @Test("Checking for payments asks each provider once; unpaid and unanswered items stay due")
  func looks() async throws {
    try await withProviders(2, change: { Self.charging(&$1) }) { providers, client async throws in
      let backup = BackupClient(client),
        draft = await backup.upload(try await BackupDraft(planning: Person.order(providers))).draft
      let before = providers.map { $0.requests.count }
      #expect(draft.bill.due.count == 3, "one of them is asked for two shares")
      var (looked, troubles) = await backup.lookForPayments(draft)
      #expect(looked == draft && troubles.isEmpty)
      #expect(zip(providers, before).map { $0.requests.count - $1 } == [1, 1])
      providers[0].trick(.uploadTruth, .cut, times: 2)
      (looked, troubles) = await backup.lookForPayments(draft)
      #expect(looked == draft && troubles == [providers[0].address: .unreachable])
      for item in draft.bill.due { pay(item, providers) }
      (looked, troubles) = await backup.lookForPayments(draft)
      #expect(counts(looked) == [0, 3, 2] && troubles.isEmpty)
      #expect(providers.allSatisfy { $0.count(.uploadDocument) == 0 })
    }
  }

  @Test("A payment for an earlier document is not counted among those expected") func covered() async throws {
    try await withProviders(1, change: { Self.charging(&$1) }) { providers, client async throws in
      let backup = BackupClient(client), order = Person.order(providers)
      var draft = await backup.upload(try await BackupDraft(planning: order)).draft
      for _ in 0..<2 {
        for item in draft.bill.due { pay(item, providers) }
        draft = await backup.upload(draft).draft
      }
      #expect(counts(draft) == [0, 4, 0])
      var other = order
      other.policies.removeLast()
      let next = try await BackupDraft(planning: other, after: draft)
      #expect(try counts(reread(next)) == [0, 4, 0])
    }
  }
}
