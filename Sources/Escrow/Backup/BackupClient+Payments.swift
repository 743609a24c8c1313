extension BackupClient {
  /// Looks whether what is due was paid: sends one thing after the other of it to each provider again, until one is still to be paid. Nothing is
  /// sent that was not sent before.
  ///
  /// - Parameter keep: As for an upload.
  /// - Returns: The draft, in which what is due at a provider that could not be asked is due still; and what kept those from being asked.
  public func lookForPayments(
    _ draft: BackupDraft, keep: (BackupDraft) async -> Void = { _ in }
  ) async -> (draft: BackupDraft, troubles: [ProviderAddress: ProviderTrouble]) {
    var draft = draft, troubles: [ProviderAddress: ProviderTrouble] = [:]
    var waiting = Set(draft.bill.due.map(\.provider))
    while !waiting.isEmpty {
      var paid: Set<ProviderAddress> = []
      await ManyAtOnce.run(waiting) { [draft] address in
        await self.again(draft, at: address)
      } _: { address, news in
        guard let (part, step) = news else { return }
        switch step {
        case .failed(let trouble):
          troubles[address] = trouble
          return
        case .stored: paid.insert(address)
        case .paymentDue: break
        }
        draft.take(step, for: part)
        await keep(draft)
      }
      waiting = paid
    }
    return (draft, troubles)
  }

  /// Sends the first of what is due there once more.
  private func again(_ draft: BackupDraft, at address: ProviderAddress) async -> (BackupDraft.Place, Step)? {
    if let index = draft.truths.firstIndex(where: { $0.provider == address && $0.standing == .paymentDue }) {
      return (.truth(index), await send(draft.truths[index], years: draft.years))
    }
    guard let provider = draft.providers[address], provider.standing == .paymentDue else { return nil }
    return (.document(address), await send(provider, to: address, years: draft.years))
  }
}
