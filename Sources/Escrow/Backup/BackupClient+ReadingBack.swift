extension BackupClient {
  /// Asks every provider for the data that it confirmed as stored. The document must be returned as it was sent, and
  /// every truth must be known.
  ///
  /// Shares are not read here, because a share is released only to somebody who passes its check. Instead, the provider
  /// is asked with a key that opens nothing. A provider that has the truth responds that it cannot be opened, and
  /// learns neither the key nor an answer.
  ///
  /// - Returns: The draft, in which missing items are marked as failed and will be sent again. `missing` lists the
  ///   items that are not stored, `unchecked` the items for which no provider responded.
  public func readBack(_ draft: BackupDraft) async -> (draft: BackupDraft, outcome: BackupOutcome) {
    var draft = draft
    let documents = draft.providers.filter { $0.value.standing == .stored }, hash = draft.documentHash.bytes
    await ManyAtOnce.run(documents.keys) { address -> ProviderTrouble? in
      guard let provider = documents[address] else { return nil }
      return await Self.trouble { () throws(EscrowError) in
        try await client.fault(of: provider, at: address, hash: hash)
      }
    } _: { address, trouble in
      if let trouble { draft.providers[address]?.standing = .failed(trouble) }
    }
    let stored = draft.truths.indices.filter { draft.truths[$0].standing == .stored }
    await ManyAtOnce.run(stored, width: ManyAtOnce.width * max(1, draft.providers.count)) {
      [draft] index -> ProviderTrouble? in
      let truth = draft.truths[index], isOld = draft.providers[truth.provider]?.configuration.isOld ?? false
      return await Self.trouble { () throws(EscrowError) in try await client.fault(of: truth, isOld: isOld) }
    } _: { index, trouble in
      if let trouble { draft.truths[index].standing = .failed(trouble) }
    }
    return (draft, draft.outcome)
  }

  private static func trouble(_ work: () async throws(EscrowError) -> ProviderTrouble?) async -> ProviderTrouble? {
    do { return try await work() } catch { return error.code == .unreachable ? .unchecked : ProviderTrouble(error) }
  }
}

extension ProviderClient {
  /// A document that was resealed after a transfer to this computer counts as the same document.
  fileprivate func fault(
    of provider: BackupDraft.Provider, at address: ProviderAddress, hash: [UInt8]
  ) async throws(EscrowError) -> ProviderTrouble? {
    let user = UserIdentifier(secret: provider.user.secret)
    return switch try await document(of: user.accountKey.publicKey, at: address, version: provider.version) {
    case .found(let document): (try? PackedDocument(opening: document.sealed, for: user))?.hash == hash ? nil : .lied
    case .nothing, .noSuchVersion: .missing
    case .refused(let refusal): .refused(refusal)
    }
  }

  fileprivate func fault(of truth: BackupDraft.Truth, isOld: Bool) async throws(EscrowError) -> ProviderTrouble? {
    let opensNothing = Base32Bytes(DrawnBytes.bytes(DrawnBytes.truthKeyCount))
    let reference = TruthReference(provider: truth.provider, id: truth.id, key: opensNothing, isOld: isOld)
    return switch try await solve(reference, response: DrawnBytes.bytes(EscrowHash.byteCount)) {
    case .keyRefused, .notUsable, .paymentDue, .wrong, .declined, .noCode, .notYet: nil
    case .unknownTruth, .shareGone: .missing
    case .solved: .lied
    case .limited: .refused(EscrowRefusal(status: 429))
    case .refused(let refusal): .refused(refusal)
    }
  }
}
