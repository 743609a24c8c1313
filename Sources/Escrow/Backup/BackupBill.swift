/// The payments that providers request for a backup.
public struct BackupBill: Hashable, Sendable {
  public struct Item: Hashable, Sendable {
    public var provider: ProviderAddress
    public var request: PaymentRequest
    /// The amount, computed from the provider's prices; `nil` if the sum is too large for an amount.
    public var amount: Amount?
  }

  /// The payments due now. Each order is listed once.
  public var due: [Item]
  /// The payments already made. Each order is listed once.
  public var arrived: [Item]
  /// An estimate, based on the providers' prices, of what will be requested later. A provider that has been paid before
  /// may request less.
  public var coming: Int

  /// The number of orders that were paid.
  public var paid: Int { arrived.count }
}

extension BackupDraft {
  public var bill: BackupBill {
    var due: [BackupBill.Item] = [], arrived: [BackupBill.Item] = [], coming = 0
    func add(
      _ request: PaymentRequest, _ provider: ProviderAddress, _ amount: Amount?, to items: inout [BackupBill.Item]
    ) {
      if !items.contains(where: { $0.request == request }) {
        items.append(.init(provider: provider, request: request, amount: amount))
      }
    }
    func count(
      _ standing: Standing, _ payment: PaymentRequest?, isPaid: Bool, _ provider: ProviderAddress, fee: Amount?,
      years: Int
    ) {
      let amount = fee?.times(years)
      switch (standing, payment) {
      case (.paymentDue, let request?): add(request, provider, amount, to: &due)
      case (.stored, let request): if let request { add(request, provider, amount, to: &arrived) }
      case (_, let request?) where isPaid: add(request, provider, amount, to: &arrived)
      case (_, let request): if request != nil || fee?.isZero == false { coming += 1 }
      }
    }
    for truth in truths {
      let fee = providers[truth.provider]?.configuration.truthUploadFee
      count(truth.standing, truth.payment, isPaid: false, truth.provider, fee: fee, years: truth.years ?? years)
    }
    for (address, provider) in providers.sorted(by: { $0.key.text < $1.key.text }) {
      count(
        provider.standing, provider.payment, isPaid: provider.isPaid == true, address,
        fee: provider.configuration.annualFee, years: years)
    }
    // Payments are grouped by provider. Within each group, shares come before the document, in the order in which they
    // are requested.
    let ordered = due.enumerated().sorted {
      ($0.element.provider.text, $0.offset) < ($1.element.provider.text, $1.offset)
    }.map(\.element)
    return BackupBill(due: ordered, arrived: arrived, coming: coming)
  }
}

extension BackupClient {
  /// Checks whether the payments due have been made. Resends the unpaid items to each provider one by one, until an
  /// item still needs payment. Sends nothing that has not been sent before.
  ///
  /// - Parameter keep: See ``upload(_:keep:)``.
  /// - Returns: The draft and the reason for each failure. Payments at providers that could not be reached remain due
  ///   in the draft.
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

  /// Resends the first unpaid item at this provider.
  private func again(_ draft: BackupDraft, at address: ProviderAddress) async -> (BackupDraft.Place, UploadStep)? {
    if let index = draft.truths.firstIndex(where: { $0.provider == address && $0.standing == .paymentDue }) {
      return (.truth(index), await send(draft.truths[index], years: draft.years))
    }
    guard let provider = draft.providers[address], provider.standing == .paymentDue else { return nil }
    return (.document(address), await send(provider, to: address, years: draft.years))
  }
}
