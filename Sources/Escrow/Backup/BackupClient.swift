/// Uploads a draft to its providers.
public struct BackupClient: Sendable {
  public var client: ProviderClient
  public init(_ client: ProviderClient) { self.client = client }

  /// Sends everything that has not arrived: first the truths, to all providers at once, then the document, once all
  /// truths are stored. May be repeated after a crash, an outage or a payment, until the backup is complete.
  ///
  /// - Parameter keep: A closure that is called after every step, one call at a time, so that the caller can save the
  ///   draft. A step that was not saved is repeated.
  public func upload(
    _ draft: BackupDraft, keep: (BackupDraft) async -> Void = { _ in }
  ) async -> (draft: BackupDraft, outcome: BackupOutcome) {
    var draft = draft
    let open = draft.truths.indices.filter { draft.truths[$0].standing != .stored }
    let years = draft.years
    // Only a few requests run at a time at each provider, so that a slow provider does not delay the others.
    await ManyAtOnce.run(open, width: ManyAtOnce.width * max(1, draft.providers.count)) {
      [truths = draft.truths] index in
      await send(truths[index], years: years)
    } _: { index, step in
      draft.take(step, for: .truth(index))
      await keep(draft)
    }
    guard draft.truths.allSatisfy({ $0.standing == .stored }) else { return (draft, draft.outcome) }
    let waiting = draft.providers.filter { $0.value.standing != .stored }
    await ManyAtOnce.run(waiting.keys) { address in
      guard let provider = waiting[address] else { return UploadStep.failed(.ourselves) }
      return await send(provider, to: address, years: years)
    } _: { address, step in
      draft.take(step, for: .document(address))
      await keep(draft)
    }
    return (draft, draft.outcome)
  }

  func send(_ truth: BackupDraft.Truth, years: Int) async -> UploadStep {
    await Self.standing { () throws(EscrowError) in
      try await client.upload(truth.upload(years: truth.years ?? years), to: truth.provider).step
    }
  }
  func send(_ provider: BackupDraft.Provider, to address: ProviderAddress, years: Int) async -> UploadStep {
    await Self.standing { () throws(EscrowError) in
      try await client.upload(provider.upload(years: years), to: address).step
    }
  }
  private static func standing(_ work: () async throws(EscrowError) -> UploadStep) async -> UploadStep {
    do { return try await work() } catch { return .failed(ProviderTrouble(error)) }
  }
}

/// The result of one request.
enum UploadStep: Sendable {
  case stored(version: Int?, expiration: Int64?), paymentDue(PaymentRequest), failed(ProviderTrouble)

  /// A payment request is kept, because it identifies the order that was paid.
  fileprivate func write(to standing: inout BackupDraft.Standing, payment: inout PaymentRequest?) {
    switch self {
    case .stored: standing = .stored
    case .paymentDue(let request): (standing, payment) = (.paymentDue, request)
    case .failed(let trouble): standing = .failed(trouble)
    }
  }
}

extension BackupDraft {
  /// The destination of a result: a truth by its index, or a provider's document.
  enum Place: Sendable { case truth(Int), document(ProviderAddress) }

  mutating func take(_ step: UploadStep, for place: Place) {
    switch place {
    case .truth(let index):
      var truth = truths[index]
      step.write(to: &truth.standing, payment: &truth.payment)
      truths[index] = truth
    case .document(let address):
      guard var provider = providers[address] else { return }
      step.write(to: &provider.standing, payment: &provider.payment)
      if case .stored(let version, let expiration) = step {
        (provider.version, provider.expiration) = (version, expiration)
      }
      providers[address] = provider
    }
  }
}

extension TruthUploadResult {
  fileprivate var step: UploadStep {
    switch self {
    case .stored: .stored(version: nil, expiration: nil)
    case .taken: .failed(.taken)
    case .paymentDue(let request): .paymentDue(request)
    case .tooLarge: .failed(.tooLarge)
    case .methodNotOffered: .failed(.methodNotOffered)
    case .refused(let refusal): .failed(.refused(refusal))
    }
  }
}
extension UploadResult {
  fileprivate var step: UploadStep {
    switch self {
    case .stored(let version, let expiration): .stored(version: version, expiration: expiration)
    case .unchanged(let version): .stored(version: version, expiration: nil)
    case .paymentDue(let request): .paymentDue(request)
    case .tooLarge: .failed(.tooLarge)
    case .refused(let refusal): .failed(.refused(refusal))
    }
  }
}
extension BackupDraft.Truth {
  fileprivate func upload(years: Int) -> TruthUpload {
    TruthUpload(id: id, share: sealedShare, type: type, truth: sealedTruth, years: years)
  }
}
extension BackupDraft.Provider {
  fileprivate func upload(years: Int) -> DocumentUpload {
    DocumentUpload(
      sealed: sealedDocument.bytes, metaData: sealedMetaData?.bytes,
      account: UserIdentifier(secret: user.secret).accountKey, years: years,
      payment: payment?.identifier)
  }
}
