extension ReducerState {
  /// A recovery as the reducers keep it.
  ///
  /// - Parameter kept: What else is to stand in it, as for a backup.
  /// - Throws: `invalid` where the C reducer's form needs a provider's configuration that is not there, `outOfMemory`.
  public init(_ draft: RecoveryDraft, flavor: Flavor = .typeScript, keeping kept: [String: ReducerValue] = [:]) throws(EscrowError) {
    let secret = draft.recovered
    self.init(.recovery(draft.opened == nil ? "SECRET_SELECTING" : secret == nil ? "CHALLENGE_SELECTING" : "RECOVERY_FINISHED"), flavor, kept)
    let variant = draft.opened?.variant ?? 0
    let attributes = draft.variants.indices.contains(variant) ? draft.variants[variant] : [:]
    fields["identity_attributes"] = .object(attributes.mapValues(ReducerValue.string))
    var providers = fields["authentication_providers"]?.members ?? [:]
    for address in draft.providers where providers[address.text] == nil { providers[address.text] = .object(of: ["status": "not-contacted"]) }
    fields["authentication_providers"] = .object(providers)
    setProviders(draft.configurations)
    fields["core_secret"] = secret?.reducerValue
    guard let opened = draft.opened else { return }
    fields["recovery_information"] = opened.reducerInformation(flavor)
    fields["challenge_feedback"] = .object(
      Dictionary(opened.challenges.compactMap { challenge in challenge.reducerFeedback.map { (challenge.id.text, $0) } }) { first, _ in first })
    switch flavor {
    case .typeScript:
      fields["selected_version"] = .object(of: [
        "attribute_mask": 0,
        "providers": [.object(of: ["url": .string(opened.provider.text), "version": .integer(Int64(opened.version))])],
      ])
      fields["recovery_document"] = opened.reducerPlace
      fields["verbatim_recovery_document"] = try ReducerValue(encoding: opened.document)
      fields["recovered_key_shares"] = .object(
        Dictionary(opened.challenges.compactMap { challenge in challenge.share.map { (challenge.id.text, ReducerValue.string($0.base32.text)) } }) {
          first, _ in
          first
        })
    case .c:
      guard let salt = draft.configurations[opened.provider]?.providerSalt else { throw EscrowError(.invalid, "a provider that was never asked") }
      fields["recovery_document"] = opened.reducerDocument(
        user: try UserIdentifier(attributes, providerSalt: salt.bytes), attributes: attributes)
    }
  }
}

extension OpenedDocument {
  fileprivate var reducerPlace: ReducerValue {
    .object(of: [
      "secret_name": document.secretName.map(ReducerValue.string), "provider_url": .string(provider.text), "version": .integer(Int64(version)),
    ])
  }

  fileprivate func reducerInformation(_ flavor: ReducerState.Flavor) -> ReducerValue {
    let isC = flavor == .c
    return .object(of: [
      "challenges": .array(
        challenges.map { challenge in
          .object(of: [
            "uuid": .string(challenge.id.text), "type": .string(challenge.type.rawValue), "instructions": .string(challenge.instructions),
            "uuid-display": isC ? .string(challenge.shortName) : nil, "cost": isC ? challenge.cost.map { .string($0.text) } : nil,
          ])
        }),
      "policies": .array(document.policies.map { policy in .array(policy.truthIDs.map { .object(of: ["uuid": .string($0.text)]) }) }),
      "secret_name": isC ? document.secretName.map(ReducerValue.string) : nil, "provider_url": isC ? .string(provider.text) : nil,
      "version": isC ? .integer(Int64(version)) : nil,
    ])
  }

  /// The C reducer's own form of an open document.
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
            "uuid": .string(method.truthID.text), "truth_key": .string(method.truthKey.text), "salt": .string(method.questionSalt.text),
            "provider_salt": .string(method.providerSalt.text), "key_share": challenge?.share.map { .string($0.base32.text) },
            "url": .string(method.url), "type": .string(method.type.rawValue), "instructions": .string(method.instructions),
            "solved": .boolean(challenge?.isSolved == true), "async": .boolean(method.type == .iban || method.type == .video),
          ])
        }),
      "version": .integer(Int64(version)), "id_data": .object(attributes.mapValues(ReducerValue.string)), "provider_url": .string(provider.text),
      "secret_name": document.secretName.map(ReducerValue.string), "core_secret": .string(document.encryptedCoreSecret.text),
    ])
  }
}
