extension ReducerState {
  /// Returns the recovery, with the open document and the collected shares.
  ///
  /// - Throws: `invalid` if the state is not a recovery, `inconsistent` if its parts do not fit together.
  public func recoveryDraft() throws(EscrowError) -> RecoveryDraft {
    guard case .recovery = stage, !identityAttributes.isEmpty else {
      throw EscrowError(.invalid, "no state of a recovery")
    }
    var draft = try RecoveryDraft(variants: [identityAttributes], providers: providers)
    draft.configurations = configurations
    guard let (document, shares) = try openDocument() else { return draft }
    let place = fields["recovery_document"]
    guard let provider = place?["provider_url"]?.text.flatMap({ ProviderAddress($0) }),
      let version = place?["version"]?.number
    else {
      throw EscrowError(.inconsistent, "a document from nowhere")
    }
    var opened = OpenedDocument(provider: provider, version: version, documentHash: nil, variant: 0, document)
    opened.setCosts(draft.configurations)
    for id in document.methods.map(\.truthID) {
      let feedback = fields["challenge_feedback"]?[id.text]
      opened.change(id) { challenge in
        if let feedback { challenge.take(feedback) }
        if let share = shares[id] { (challenge.share, challenge.feedback) = (FiledSecret(share.bytes), .solved) }
      }
    }
    draft.opened = opened
    return draft
  }

  private func openDocument() throws(EscrowError) -> (RecoveryDocument, shares: [Base32Bytes: Base32Bytes])? {
    if let verbatim = fields["verbatim_recovery_document"] {
      guard let document = verbatim.decoded(RecoveryDocument.self) else {
        throw EscrowError(.inconsistent, "a document that cannot be read")
      }
      var shares: [Base32Bytes: Base32Bytes] = [:]
      for (name, value) in fields["recovered_key_shares"]?.members ?? [:] {
        guard let id = Base32Bytes(text: name, count: DrawnBytes.truthIDCount),
          let share = value.base32(DrawnBytes.keyShareCount)
        else {
          throw EscrowError(.inconsistent, "a share that is none")
        }
        shares[id] = share
      }
      return (document, shares)
    }
    guard let own = fields["recovery_document"], own["dps"] != nil else { return nil }
    return try Self.read(own)
  }

  /// Reads the C reducer's own form of an open document, which contains the shares.
  private static func read(_ value: ReducerValue) throws(EscrowError) -> (
    RecoveryDocument, shares: [Base32Bytes: Base32Bytes]
  ) {
    var shares: [Base32Bytes: Base32Bytes] = [:]
    let methods = (value["cs"]?.items ?? []).compactMap { challenge -> RecoveryDocument.Method? in
      guard let id = challenge["uuid"]?.base32(DrawnBytes.truthIDCount),
        let key = challenge["truth_key"]?.base32(DrawnBytes.truthKeyCount),
        let salt = challenge["salt"]?.base32(DrawnBytes.questionSaltCount),
        let providerSalt = challenge["provider_salt"]?.base32(DrawnBytes.providerSaltCount),
        let url = challenge["url"]?.text,
        let type = challenge["type"]?.text, let instructions = challenge["instructions"]?.text
      else { return nil }
      shares[id] = challenge["key_share"]?.base32(DrawnBytes.keyShareCount)
      return RecoveryDocument.Method(
        url: url, type: MethodType(rawValue: type), truthID: id, truthKey: key, questionSalt: salt,
        providerSalt: providerSalt,
        instructions: instructions)
    }
    let policies = (value["dps"]?.items ?? []).compactMap { policy -> RecoveryDocument.Policy? in
      guard let salt = policy["salt"]?.base32(DrawnBytes.policySaltCount), let master = policy["emk"]?.base32() else {
        return nil
      }
      return RecoveryDocument.Policy(
        salt: salt, masterKey: master,
        truthIDs: (policy["challenges"]?.items ?? []).compactMap { $0["uuid"]?.base32(DrawnBytes.truthIDCount) })
    }
    let known = Set(methods.map(\.truthID))
    guard let secret = value["core_secret"]?.base32(), !policies.isEmpty, known.count == methods.count,
      policies.allSatisfy({ !$0.truthIDs.isEmpty && $0.truthIDs.allSatisfy(known.contains) })
    else { throw EscrowError(.inconsistent, "a document whose parts do not fit together") }
    return (
      RecoveryDocument(
        secretName: value["secret_name"]?.text, encryptedCoreSecret: secret, methods: methods, policies: policies),
      shares
    )
  }
}

extension ReducerState {
  /// Creates a state for a recovery in the reducers' format.
  ///
  /// - Parameter kept: Additional contents, as for a backup.
  /// - Throws: `invalid` if the C reducer's form needs a provider's configuration that is missing; `outOfMemory`.
  public init(
    _ draft: RecoveryDraft, flavor: Flavor = .typeScript, keeping kept: [String: ReducerValue] = [:]
  ) throws(EscrowError) {
    let secret = draft.recovered
    self.init(
      .recovery(draft.opened == nil ? "SECRET_SELECTING" : secret == nil ? "CHALLENGE_SELECTING" : "RECOVERY_FINISHED"),
      flavor, kept)
    let variant = draft.opened?.variant ?? 0
    let attributes = draft.variants.indices.contains(variant) ? draft.variants[variant] : [:]
    fields["identity_attributes"] = .object(attributes.mapValues(ReducerValue.string))
    var providers = fields["authentication_providers"]?.members ?? [:]
    for address in draft.providers where providers[address.text] == nil {
      providers[address.text] = .object(of: ["status": "not-contacted"])
    }
    fields["authentication_providers"] = .object(providers)
    setProviders(draft.configurations)
    fields["core_secret"] = secret?.reducerValue
    guard let opened = draft.opened else { return }
    fields["recovery_information"] = opened.reducerInformation(flavor)
    fields["challenge_feedback"] = .object(
      Dictionary(
        opened.challenges.compactMap { challenge in challenge.reducerFeedback.map { (challenge.id.text, $0) } }
      ) { first, _ in first })
    switch flavor {
    case .typeScript:
      fields["selected_version"] = .object(of: [
        "attribute_mask": 0,
        "providers": [.object(of: ["url": .string(opened.provider.text), "version": .integer(Int64(opened.version))])],
      ])
      fields["recovery_document"] = opened.reducerPlace
      fields["verbatim_recovery_document"] = try ReducerValue(encoding: opened.document)
      fields["recovered_key_shares"] = .object(
        Dictionary(
          opened.challenges.compactMap { challenge in
            challenge.share.map { (challenge.id.text, ReducerValue.string($0.base32.text)) }
          }
        ) {
          first, _ in
          first
        })
    case .c:
      guard let salt = draft.configurations[opened.provider]?.providerSalt else {
        throw EscrowError(.invalid, "a provider that was never asked")
      }
      fields["recovery_document"] = opened.reducerDocument(
        user: try UserIdentifier(attributes, providerSalt: salt.bytes), attributes: attributes)
    }
  }
}

extension OpenedDocument {
  fileprivate var reducerPlace: ReducerValue {
    .object(of: [
      "secret_name": document.secretName.map(ReducerValue.string), "provider_url": .string(provider.text),
      "version": .integer(Int64(version)),
    ])
  }

  fileprivate func reducerInformation(_ flavor: ReducerState.Flavor) -> ReducerValue {
    let isC = flavor == .c
    return .object(of: [
      "challenges": .array(
        challenges.map { challenge in
          .object(of: [
            "uuid": .string(challenge.id.text), "type": .string(challenge.type.rawValue),
            "instructions": .string(challenge.instructions),
            "uuid-display": isC ? .string(challenge.shortName) : nil,
            "cost": isC ? challenge.cost.map { .string($0.text) } : nil,
          ])
        }),
      "policies": .array(
        document.policies.map { policy in .array(policy.truthIDs.map { .object(of: ["uuid": .string($0.text)]) }) }),
      "secret_name": isC ? document.secretName.map(ReducerValue.string) : nil,
      "provider_url": isC ? .string(provider.text) : nil,
      "version": isC ? .integer(Int64(version)) : nil,
    ])
  }

  /// Returns the open document in the C reducer's own form.
  fileprivate func reducerDocument(user: UserIdentifier, attributes: [String: String]) -> ReducerValue {
    .object(of: [
      "id": .string(FiledSecret(user.secret).base32.text),
      "dps": .array(
        document.policies.map { policy in
          .object(of: [
            "emk": .string(policy.masterKey.text), "salt": .string(policy.salt.text),
            "challenges": .array(policy.truthIDs.map { .object(of: ["uuid": .string($0.text)]) }),
          ])
        }),
      "cs": .array(
        document.methods.map { method in
          let challenge = self[method.truthID]
          return .object(of: [
            "uuid": .string(method.truthID.text), "truth_key": .string(method.truthKey.text),
            "salt": .string(method.questionSalt.text),
            "provider_salt": .string(method.providerSalt.text),
            "key_share": challenge?.share.map { .string($0.base32.text) },
            "url": .string(method.url), "type": .string(method.type.rawValue),
            "instructions": .string(method.instructions),
            "solved": .boolean(challenge?.isSolved == true),
            "async": .boolean(method.type == .iban || method.type == .video),
          ])
        }),
      "version": .integer(Int64(version)), "id_data": .object(attributes.mapValues(ReducerValue.string)),
      "provider_url": .string(provider.text),
      "secret_name": document.secretName.map(ReducerValue.string),
      "core_secret": .string(document.encryptedCoreSecret.text),
    ])
  }
}
