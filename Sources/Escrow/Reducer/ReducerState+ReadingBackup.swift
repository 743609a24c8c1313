import Encoding

extension ReducerState {
  /// The backup that is being put together, with its secret.
  ///
  /// - Parameter years: For so long, since a state says a date and nobody here reads a clock.
  /// - Throws: `invalid` where the state lacks something, as one does that has finished.
  public func backupOrder(years: Int = BackupOrder.years.upperBound) throws(EscrowError) -> BackupOrder {
    guard case .backup = stage, let secret = coreSecret else { throw EscrowError(.invalid, "a state without a secret to back up") }
    let order = BackupOrder(
      attributes: identityAttributes, methods: methods, policies: policies, providers: documentProviders, secret: secret, secretName: secretName,
      years: years)
    try order.check()
    return order
  }

  /// The backup that was put together already, and how far it got. What the state does not hold is sealed again.
  ///
  /// - Throws: `invalid` where the state does not hold it, as the C reducer's does not; `inconsistent`; `tooLarge`, `outOfMemory`.
  public func backupDraft(years: Int = BackupOrder.years.upperBound) async throws(EscrowError) -> BackupDraft {
    guard case .backup(let state) = stage, let data = fields["recovery_data"],
      let document = data["recovery_document"]?.decoded(RecoveryDocument.self)
    else { throw EscrowError(.invalid, "a state without what is to be uploaded") }
    let methods = methods, configurations = documentProviders
    let users = try await UserIdentifier.all(identityAttributes, salts: configurations.mapValues(\.providerSalt))
    let payments = (fields["payments"]?.items ?? []).compactMap { $0.text.flatMap(PaymentRequest.init) }
    var truths: [BackupDraft.Truth] = []
    for (key, value) in data["truth_metadata"]?.members ?? [:] {
      guard let truth = DrawnTruth(value), let colon = key.firstIndex(of: ":"), let method = Int(key[..<colon]), methods.indices.contains(method),
        let provider = ProviderAddress(key[key.index(after: colon)...]), let user = users[provider],
        let nonce = value["nonce"]?.base32(Sealing.nonceCount)
      else { throw EscrowError(.inconsistent, "a truth that names what is not there") }
      var sealed = try truth.sealed(for: methods[method], PolicyPart(method: method, provider: provider), user, nonce: nonce.bytes)
      sealed.payment = payments.first { $0.identifier == sealed.id }
      sealed.standing =
        state == "BACKUP_FINISHED" || state == "POLICIES_PAYING" ? .stored : sealed.payment == nil ? .open : .paymentDue
      // A state says for how long the documents are kept. What is not there yet is kept for as long as in a backup that was begun here.
      if sealed.standing != .stored { sealed.years = configurations[provider]?.truthYears(years) }
      truths.append(sealed)
    }
    // In the order of the document.
    let places = Dictionary(document.methods.enumerated().map { ($1.truthID, $0) }) { first, _ in first }
    truths.sort { (places[$0.id] ?? .max) < (places[$1.id] ?? .max) }
    guard Set(truths.map(\.id)) == Set(places.keys) else { throw EscrowError(.inconsistent, "a document that names other truths") }
    var draft = try BackupDraft(
      attributes: identityAttributes, methods: methods, policies: policies, years: years, document: document, truths: truths, users: users,
      configurations: configurations)
    for (provider, success) in successes { draft.providers[provider]?.set(success) }
    for request in fields["policy_payment_requests"]?.items ?? [] {
      guard let provider = request["provider"]?.text.flatMap({ ProviderAddress($0) }), let uri = request["payto"]?.text else { continue }
      draft.providers[provider]?.payment = PaymentRequest(uri)
      if draft.providers[provider]?.standing == .open { draft.providers[provider]?.standing = .paymentDue }
    }
    return draft
  }

  /// Those that get the document: the ones that are named for it, or all.
  private var documentProviders: [ProviderAddress: ProviderConfiguration] {
    let named = Set((fields["policy_providers"]?.items ?? []).compactMap { $0["provider_url"]?.text.flatMap { ProviderAddress($0) } })
    return named.isEmpty ? configurations : configurations.filter { named.contains($0.key) }
  }
}

extension DrawnTruth {
  init?(_ value: ReducerValue) {
    guard let id = value["uuid"]?.base32(DrawnBytes.truthIDCount), let key = value["truth_key"]?.base32(DrawnBytes.truthKeyCount),
      let salt = value["master_salt"]?.base32(DrawnBytes.questionSaltCount), let share = value["key_share"]?.base32(DrawnBytes.keyShareCount)
    else { return nil }
    self.init(id: id, key: Secret(key.bytes), salt: salt, share: KeyShare(secret: Secret(share.bytes)))
  }
}
extension BackupDraft.Provider {
  fileprivate mutating func set(_ success: ReducerState.Success) {
    standing = .stored
    version = success.version
    if case .seconds(let seconds) = success.expiration { expiration = seconds }
  }
}
