extension BackupDraft {
  /// Generates and seals everything that the order needs, without sending anything.
  ///
  /// - Parameters:
  ///   - begun: The draft of an earlier plan. Its unchanged truths are reused, because they are already stored and paid
  ///     for, or the payment requested for them is known.
  ///   - time: The current time, in seconds of the Unix clock, from which the end of the shares' storage is computed.
  /// - Throws: `invalid` if the order is inconsistent, `tooLarge` if a provider would not accept it, or `outOfMemory`.
  public init(
    planning order: BackupOrder, after begun: BackupDraft? = nil, at time: Int64? = nil
  ) async throws(EscrowError) {
    try order.check()
    let users = try await UserIdentifier.all(order.attributes, salts: order.providers.mapValues(\.providerSalt))
    let (kept, aside) = begun?.staying(order, users) ?? ([:], nil)
    var drawn: [PolicyPart: DrawnTruth] = [:], parts: [PolicyPart] = []
    for part in order.policies.joined() where drawn[part] == nil {
      drawn[part] = kept[part].map(DrawnTruth.init) ?? DrawnTruth()
      parts.append(part)
    }
    let master = DrawnBytes.secret(DrawnBytes.masterCount)
    let policies = order.policies.map { policy in
      let truths = policy.compactMap { drawn[$0] }, salt = DrawnBytes.bytes(DrawnBytes.policySaltCount)
      return RecoveryDocument.Policy(
        salt: Base32Bytes(salt),
        masterKey: Base32Bytes(PolicyKey(truths.map(\.share), salt: salt).seal(master: master)),
        truthIDs: truths.map(\.id))
    }
    var methods: [RecoveryDocument.Method] = [], truths: [Truth] = []
    for part in parts {
      guard let truth = drawn[part], let user = users[part.provider], let configuration = order.providers[part.provider]
      else { continue }
      let method = order.methods[part.method]
      methods.append(truth.entry(for: method, at: part.provider, salt: configuration.providerSalt))
      if let kept = kept[part] {
        truths.append(kept)
        continue
      }
      var sealed = try truth.sealed(for: method, part, user)
      (sealed.years, sealed.drawnAt) = (configuration.truthYears(order.years), time)
      truths.append(sealed)
    }
    let document = RecoveryDocument(
      secretName: order.secretName, encryptedCoreSecret: Base32Bytes(try order.secret.sealed(under: master)),
      methods: methods, policies: policies)
    try self.init(
      attributes: order.attributes, methods: order.methods, policies: order.policies, years: order.years,
      document: document, truths: truths,
      users: users, configurations: order.providers)
    self.aside = aside
    // A payment for the earlier document covers this one as well.
    if let begun, begun.years == order.years {
      for (address, before) in begun.providers where providers[address] != nil {
        providers[address]?.payment = before.payment
        providers[address]?.isPaid = before.payment != nil && (before.standing == .stored || before.isPaid == true)
      }
    }
  }

  /// Seals the document for every provider.
  init(
    attributes: [String: String], methods: [BackupMethod], policies: [[PolicyPart]], years: Int,
    document: RecoveryDocument, truths: [Truth],
    users: [ProviderAddress: UserIdentifier], configurations: [ProviderAddress: ProviderConfiguration]
  ) throws(EscrowError) {
    let packed = try PackedDocument(document),
      metaData = DocumentMetaData(documentHash: packed.hash, secretName: document.secretName)
    var providers: [ProviderAddress: Provider] = [:]
    for (address, configuration) in configurations {
      guard let user = users[address] else { continue }
      let sealed = packed.sealed(for: user)
      guard configuration.takes(sealed.count) else {
        throw EscrowError(.tooLarge, "a document that a provider does not take")
      }
      providers[address] = Provider(
        configuration: configuration, user: FiledSecret(user.secret), sealedDocument: Base32Bytes(sealed),
        sealedMetaData: configuration.isOld ? nil : Base32Bytes(metaData.sealed(for: user)))
    }
    for truth in truths {
      // The limit leaves room for the surrounding structure.
      guard configurations[truth.provider]?.takes(truth.sealedTruth.bytes.count + 1024) == true else {
        throw EscrowError(.tooLarge, "a truth that a provider does not take")
      }
    }
    self.attributes = attributes; self.methods = methods; self.policies = policies; self.years = years;
    self.document = document
    documentHash = Base32Bytes(packed.hash)
    self.truths = truths; self.providers = providers
  }

  /// Returns the core secret, recovered from the draft's own shares.
  ///
  /// - Throws: `sealed`, or `invalid` if the draft is inconsistent.
  public func coreSecret() throws(EscrowError) -> CoreSecret {
    guard let policy = document.policies.first else { throw EscrowError(.invalid, "no policy") }
    let shares = Dictionary(truths.map { ($0.id, KeyShare(secret: $0.share.secret)) }) { first, _ in first }
    return try document.coreSecret(of: policy, with: shares)
  }
}

extension ProviderConfiguration {
  /// Returns the number of years for which a share is kept at this provider: the maximum if storage is free, otherwise
  /// the years that the person pays for.
  func truthYears(_ years: Int) -> Int { truthUploadFee.isZero ? BackupOrder.years.upperBound : years }
  /// Returns `true` if this number of bytes is below the provider's limit.
  func takes(_ count: Int) -> Bool { count >> 20 < storageLimitInMegabytes }
}
