extension ReducerState {
  /// The recovery, with the document that is open and the shares that are there.
  ///
  /// - Throws: `invalid` where the state is no recovery of anybody, `inconsistent` where its parts do not fit together.
  public func recoveryDraft() throws(EscrowError) -> RecoveryDraft {
    guard case .recovery = stage, !identityAttributes.isEmpty else { throw EscrowError(.invalid, "no state of a recovery") }
    var draft = try RecoveryDraft(variants: [identityAttributes], providers: providers)
    draft.configurations = configurations
    guard let (document, shares) = try openDocument() else { return draft }
    let place = fields["recovery_document"]
    guard let provider = place?["provider_url"]?.text.flatMap({ ProviderAddress($0) }), let version = place?["version"]?.number else {
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
      guard let document = verbatim.decoded(RecoveryDocument.self) else { throw EscrowError(.inconsistent, "a document that cannot be read") }
      var shares: [Base32Bytes: Base32Bytes] = [:]
      for (name, value) in fields["recovered_key_shares"]?.members ?? [:] {
        guard let id = Base32Bytes(text: name, count: DrawnBytes.truthIDCount), let share = value.base32(DrawnBytes.keyShareCount) else {
          throw EscrowError(.inconsistent, "a share that is none")
        }
        shares[id] = share
      }
      return (document, shares)
    }
    guard let own = fields["recovery_document"], own["dps"] != nil else { return nil }
    return try Self.read(own)
  }

  /// The C reducer's own form of an open document, with the shares inside.
  private static func read(_ value: ReducerValue) throws(EscrowError) -> (RecoveryDocument, shares: [Base32Bytes: Base32Bytes]) {
    var shares: [Base32Bytes: Base32Bytes] = [:]
    let methods = (value["cs"]?.items ?? []).compactMap { challenge -> RecoveryDocument.Method? in
      guard let id = challenge["uuid"]?.base32(DrawnBytes.truthIDCount), let key = challenge["truth_key"]?.base32(DrawnBytes.truthKeyCount),
        let salt = challenge["salt"]?.base32(DrawnBytes.questionSaltCount),
        let providerSalt = challenge["provider_salt"]?.base32(DrawnBytes.providerSaltCount), let url = challenge["url"]?.text,
        let type = challenge["type"]?.text, let instructions = challenge["instructions"]?.text
      else { return nil }
      shares[id] = challenge["key_share"]?.base32(DrawnBytes.keyShareCount)
      return RecoveryDocument.Method(
        url: url, type: MethodType(rawValue: type), truthID: id, truthKey: key, questionSalt: salt, providerSalt: providerSalt,
        instructions: instructions)
    }
    let policies = (value["dps"]?.items ?? []).compactMap { policy -> RecoveryDocument.Policy? in
      guard let salt = policy["salt"]?.base32(DrawnBytes.policySaltCount), let master = policy["emk"]?.base32() else { return nil }
      return RecoveryDocument.Policy(
        salt: salt, masterKey: master, truthIDs: (policy["challenges"]?.items ?? []).compactMap { $0["uuid"]?.base32(DrawnBytes.truthIDCount) })
    }
    let known = Set(methods.map(\.truthID))
    guard let secret = value["core_secret"]?.base32(), !policies.isEmpty, known.count == methods.count,
      policies.allSatisfy({ !$0.truthIDs.isEmpty && $0.truthIDs.allSatisfy(known.contains) })
    else { throw EscrowError(.inconsistent, "a document whose parts do not fit together") }
    return (
      RecoveryDocument(secretName: value["secret_name"]?.text, encryptedCoreSecret: secret, methods: methods, policies: policies), shares
    )
  }
}
