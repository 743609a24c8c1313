import Encoding

extension ReducerState {
  /// Returns the backup being assembled, with its secret.
  ///
  /// - Parameter years: The storage period. It is passed because a state contains a date and this code reads no clock.
  /// - Throws: `invalid` if the state lacks something, for example because the backup has finished.
  public func backupOrder(years: Int = BackupOrder.years.upperBound) throws(EscrowError) -> BackupOrder {
    guard case .backup = stage, let secret = coreSecret else {
      throw EscrowError(.invalid, "a state without a secret to back up")
    }
    let order = BackupOrder(
      attributes: identityAttributes, methods: methods, policies: policies, providers: documentProviders,
      secret: secret, secretName: secretName,
      years: years)
    try order.check()
    return order
  }

  /// Returns the backup that has already been assembled, and its progress. Parts that the state does not contain are
  /// sealed again.
  ///
  /// - Throws: `invalid` if the state does not contain the backup, which the C reducer's states never do;
  ///   `inconsistent`; `tooLarge`, `outOfMemory`.
  public func backupDraft(years: Int = BackupOrder.years.upperBound) async throws(EscrowError) -> BackupDraft {
    guard case .backup(let state) = stage, let data = fields["recovery_data"],
      let document = data["recovery_document"]?.decoded(RecoveryDocument.self)
    else { throw EscrowError(.invalid, "a state without what is to be uploaded") }
    let methods = methods, configurations = documentProviders
    let users = try await UserIdentifier.all(identityAttributes, salts: configurations.mapValues(\.providerSalt))
    let payments = (fields["payments"]?.items ?? []).compactMap { $0.text.flatMap(PaymentRequest.init) }
    var truths: [BackupDraft.Truth] = []
    for (key, value) in data["truth_metadata"]?.members ?? [:] {
      guard let truth = DrawnTruth(value), let colon = key.firstIndex(of: ":"), let method = Int(key[..<colon]),
        methods.indices.contains(method),
        let provider = ProviderAddress(key[key.index(after: colon)...]), let user = users[provider],
        let nonce = value["nonce"]?.base32(Sealing.nonceCount)
      else { throw EscrowError(.inconsistent, "a truth that names what is not there") }
      var sealed = try truth.sealed(
        for: methods[method], PolicyPart(method: method, provider: provider), user, nonce: nonce.bytes)
      sealed.payment = payments.first { $0.identifier == sealed.id }
      sealed.standing =
        state == "BACKUP_FINISHED" || state == "POLICIES_PAYING" ? .stored : sealed.payment == nil ? .open : .paymentDue
      // A state records how long the documents are kept. Items that are not stored yet are kept as long as in a backup
      // that was started here.
      if sealed.standing != .stored { sealed.years = configurations[provider]?.truthYears(years) }
      truths.append(sealed)
    }
    // Sorts the items in the order of the document.
    let places = Dictionary(document.methods.enumerated().map { ($1.truthID, $0) }) { first, _ in first }
    truths.sort { (places[$0.id] ?? .max) < (places[$1.id] ?? .max) }
    guard Set(truths.map(\.id)) == Set(places.keys) else {
      throw EscrowError(.inconsistent, "a document that names other truths")
    }
    var draft = try BackupDraft(
      attributes: identityAttributes, methods: methods, policies: policies, years: years, document: document,
      truths: truths, users: users,
      configurations: configurations)
    for (provider, success) in successes { draft.providers[provider]?.set(success) }
    for request in fields["policy_payment_requests"]?.items ?? [] {
      guard let provider = request["provider"]?.text.flatMap({ ProviderAddress($0) }), let uri = request["payto"]?.text
      else { continue }
      draft.providers[provider]?.payment = PaymentRequest(uri)
      if draft.providers[provider]?.standing == .open { draft.providers[provider]?.standing = .paymentDue }
    }
    return draft
  }

  /// The providers that get the document: those listed for it, or all providers if none are listed.
  private var documentProviders: [ProviderAddress: ProviderConfiguration] {
    let named = Set(
      (fields["policy_providers"]?.items ?? []).compactMap { $0["provider_url"]?.text.flatMap { ProviderAddress($0) } })
    return named.isEmpty ? configurations : configurations.filter { named.contains($0.key) }
  }
}

extension DrawnTruth {
  init?(_ value: ReducerValue) {
    guard let id = value["uuid"]?.base32(DrawnBytes.truthIDCount),
      let key = value["truth_key"]?.base32(DrawnBytes.truthKeyCount),
      let salt = value["master_salt"]?.base32(DrawnBytes.questionSaltCount),
      let share = value["key_share"]?.base32(DrawnBytes.keyShareCount)
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

extension ReducerState {
  /// Creates a state for a backup in the reducers' format.
  ///
  /// - Parameter kept: Additional contents: the continents, the country, its attributes, or a whole state that was read
  ///   before.
  /// - Throws: `invalid`, `sealed` if the draft is inconsistent.
  public init(
    _ draft: BackupDraft, flavor: Flavor = .typeScript, keeping kept: [String: ReducerValue] = [:]
  ) throws(EscrowError) {
    let outcome = draft.outcome
    let isPaying = (
      truths: draft.truths.contains { $0.standing == .paymentDue },
      policies: draft.providers.values.contains { $0.standing == .paymentDue }
    )
    let state =
      outcome.isComplete
      ? "BACKUP_FINISHED" : isPaying.truths ? "TRUTHS_PAYING" : isPaying.policies ? "POLICIES_PAYING" : "SECRET_EDITING"
    self.init(.backup(state), flavor, kept)
    fields["identity_attributes"] = .object(draft.attributes.mapValues(ReducerValue.string))
    setProviders(draft.providers.mapValues(\.configuration))
    fields["authentication_methods"] = .array(draft.methods.map(\.reducerValue))
    fields["policies"] = Self.value(of: draft.policies)
    let addresses = draft.providers.keys.sorted { $0.text < $1.text }
    fields["policy_providers"] = .array(addresses.map { .object(of: ["provider_url": .string($0.text)]) })
    fields["secret_name"] = draft.secretName.map(ReducerValue.string)
    fields["core_secret"] = try outcome.isComplete ? nil : draft.coreSecret().reducerValue
    fields["upload_fees"] = .array(draft.fees.map { .object(of: ["fee": .string($0.text)]) })
    if let expiration = draft.providers.values.compactMap(\.expiration).min() {
      fields["expiration"] = try ReducerValue(encoding: Timestamp.seconds(expiration))
    }
    fields["recovery_data"] = .object(of: [
      "recovery_document": try ReducerValue(encoding: draft.document), "truth_metadata": .object(draft.truthMetaData),
    ])
    fields["payments"] = .array(outcome.payments.map { .string($0.uri) })
    fields["policy_payment_requests"] = .array(
      addresses.compactMap { address in
        guard draft.providers[address]?.standing == .paymentDue, let payment = draft.providers[address]?.payment else {
          return nil
        }
        return .object(of: ["payto": .string(payment.uri), "provider": .string(address.text)])
      })
    fields["truth_upload_payment_secrets"] = .object(
      Dictionary(
        draft.truths.compactMap { truth in
          truth.payment?.identifier.map { (truth.id.text, ReducerValue.string($0.text)) }
        }
      ) { first, _ in
        first
      })
    fields["success_details"] = .object(try draft.successDetails())
  }

  static func value(of policies: [[PolicyPart]]) -> ReducerValue {
    .array(
      policies.map { policy in
        .object(of: [
          "methods": .array(
            policy.map {
              .object(of: ["authentication_method": .integer(Int64($0.method)), "provider": .string($0.provider.text)])
            })
        ])
      })
  }

  mutating func setProviders(_ configurations: [ProviderAddress: ProviderConfiguration]) {
    var providers = fields["authentication_providers"]?.members ?? [:]
    for (address, configuration) in configurations { providers[address.text] = configuration.reducerValue(flavor) }
    fields["authentication_providers"] = .object(providers)
    if flavor == .c {
      fields["currencies"] = .array(Set(configurations.values.map(\.currency)).sorted().map(ReducerValue.string))
    }
  }
}

extension ProviderConfiguration {
  fileprivate func reducerValue(_ flavor: ReducerState.Flavor) -> ReducerValue {
    .object(of: [
      "status": flavor == .typeScript ? "ok" : nil, "http_status": 200, "annual_fee": .string(annualFee.text),
      "business_name": .string(businessName), "currency": .string(currency),
      "liability_limit": .string(liabilityLimit.text),
      "methods": .array(
        methods.map { .object(of: ["type": .string($0.type.rawValue), "usage_fee": .string($0.cost.text)]) }),
      // The field name indicates which form of the protocol the provider speaks.
      (isOld ? "salt" : "provider_salt"): .string(providerSalt.text),
      "storage_limit_in_megabytes": .integer(Int64(storageLimitInMegabytes)),
      "truth_upload_fee": .string(truthUploadFee.text),
    ])
  }
}
extension BackupMethod {
  var reducerValue: ReducerValue {
    .object(of: [
      "type": .string(type.rawValue), "instructions": .string(instructions),
      "challenge": .string(challenge.base32.text),
    ])
  }
}
extension CoreSecret {
  var reducerValue: ReducerValue {
    .object(of: [
      "mime": .string(mime), "value": .string(FiledSecret(value).base32.text),
      "filename": filename.map(ReducerValue.string),
    ])
  }
}

extension BackupDraft {
  /// The total fees for each currency: every provider for its years, and every truth for its own years.
  fileprivate var fees: [Amount] {
    let yearly =
      providers.values.map(\.configuration.annualFee)
      + truths.compactMap { providers[$0.provider]?.configuration.truthUploadFee }
    var sums: [String: Amount] = [:]
    for fee in yearly {
      guard let fee = fee.times(years) else { continue }
      sums[fee.currency] = sums[fee.currency].map { $0.adding(fee) ?? $0 } ?? fee
    }
    return sums.keys.sorted().compactMap { sums[$0] }
  }
  fileprivate var truthMetaData: [String: ReducerValue] {
    Dictionary(
      truths.map { truth -> (String, ReducerValue) in
        let part = PolicyPart(method: truth.method, provider: truth.provider)
        let policy = policies.firstIndex { $0.contains(part) } ?? 0
        return (
          "\(truth.method):\(truth.provider.text)",
          .object(of: [
            "uuid": .string(truth.id.text), "truth_key": .string(truth.key.base32.text),
            "master_salt": .string(truth.salt.text),
            "key_share": .string(truth.share.base32.text),
            "nonce": .string(Base32Bytes(Array(truth.sealedTruth.bytes.prefix(Sealing.nonceCount))).text),
            "policy_index": .integer(Int64(policy)),
            "pol_method_index": .integer(
              Int64(policies.indices.contains(policy) ? policies[policy].firstIndex(of: part) ?? 0 : 0)),
          ])
        )
      }
    ) { first, _ in first }
  }
  fileprivate func successDetails() throws(EscrowError) -> [String: ReducerValue] {
    var details: [String: ReducerValue] = [:]
    for (address, provider) in providers where provider.standing == .stored {
      details[address.text] = .object(of: [
        "policy_version": provider.version.map { .integer(Int64($0)) },
        "policy_expiration": try provider.expiration.map { seconds throws(EscrowError) in
          try ReducerValue(encoding: Timestamp.seconds(seconds))
        },
      ])
    }
    return details
  }
}
