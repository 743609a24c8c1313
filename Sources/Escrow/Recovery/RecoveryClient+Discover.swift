extension RecoveryClient {
  /// Asks all providers of the draft at once which documents they keep for the person. Providers that do not support
  /// lists are asked for their latest document. The open document remains open.
  public func discover(_ draft: RecoveryDraft) async -> RecoveryDraft {
    var next = draft
    next.copies = []
    next.standings = [:]
    next.lookUpsLeft = nil
    await ManyAtOnce.run(draft.providers) {
      await ask($0, draft.variants)
    } _: { provider, report in
      next.configurations[provider] = report.configuration ?? next.configurations[provider]
      next.copies += report.copies
      next.standings[provider] = report.standing
      next.lookUpsLeft = [next.lookUpsLeft, report.lookUpsLeft].compactMap(\.self).min()
    }
    return next
  }

  private struct Report: Sendable {
    var configuration: ProviderConfiguration?, copies: [DocumentCopy] = [], trouble: ProviderTrouble?, lookUpsLeft: Int?
    var standing: ProviderStanding {
      if !copies.isEmpty { .found } else if let trouble { .trouble(trouble) } else { .nothing }
    }
  }

  private func ask(_ provider: ProviderAddress, _ variants: [[String: String]]) async -> Report {
    var report = Report()
    do throws(EscrowError) {
      let configuration = try await configuration(of: provider)
      report.configuration = configuration
      let findings = await ask(provider, variants, configuration)
      report.copies = findings.flatMap(\.copies)
      let troubles = findings.compactMap(\.trouble)
      report.trouble = troubles.first(where: \.endsAsking) ?? troubles.last
      report.lookUpsLeft = findings.compactMap(\.lookUpsLeft).min()
    } catch { report.trouble = ProviderTrouble(error) }
    return report
  }

  /// The result for one variant of the attributes.
  private struct Finding: Sendable {
    var copies: [DocumentCopy] = [], trouble: ProviderTrouble?, lookUpsLeft: Int?
    /// `true` if the provider cannot list documents, so only a request for the document itself can reveal whether there
    /// is one.
    var isUnlisted = false
  }

  /// Asks a provider with several attribute variants at once, in order. If the provider does not answer, or has
  /// received too many requests, the remaining variants are skipped.
  private func ask(
    _ provider: ProviderAddress, _ variants: [[String: String]], _ configuration: ProviderConfiguration
  ) async -> [Finding] {
    var findings: [Int: Finding] = [:]
    await ManyAtOnce.run(variants.indices) { index -> Finding in
      do throws(EscrowError) {
        let user = try UserIdentifier(variants[index], providerSalt: configuration.providerSalt.bytes)
        return try await copies(provider, user, variant: index, isOld: configuration.isOld)
      } catch { return Finding(trouble: ProviderTrouble(error)) }
    } whether: { index, finding in
      findings[index] = finding
      return finding.trouble?.endsAsking != true
    }
    return variants.indices.compactMap { findings[$0] }
  }

  private func copies(
    _ provider: ProviderAddress, _ user: UserIdentifier, variant: Int, isOld: Bool
  ) async throws(EscrowError) -> Finding {
    var listed = Finding(isUnlisted: true)
    if !isOld { listed = try await self.listed(provider, user, variant: variant) }
    guard listed.isUnlisted else { return listed }
    switch try await client.document(of: user.accountKey.publicKey, at: provider) {
    case .nothing, .noSuchVersion: return Finding(lookUpsLeft: listed.lookUpsLeft)
    case .refused(let refusal):
      return Finding(trouble: .refused(refusal), lookUpsLeft: refusal.status == 429 ? 0 : listed.lookUpsLeft)
    case .found(let fetched):
      let packed = try PackedDocument(opening: fetched.sealed, for: user)
      return Finding(copies: [
        DocumentCopy(
          provider: provider, version: fetched.version, documentHash: Base32Bytes(packed.hash),
          secretName: try packed.document().secretName,
          uploadTime: nil, variant: variant)
      ])
    }
  }

  /// The maximum number of versions kept from a provider's lists, and the maximum number of lists requested. Each list
  /// covers versions older than those in the previous list.
  static let maximumVersions = 500, maximumLists = 8

  /// Reads the lists. Anybody who knows the attributes can store arbitrary metadata, so entries that do not open are
  /// skipped. If a list is unavailable, or contains no entry by this person, the latest document is requested instead.
  private func listed(
    _ provider: ProviderAddress, _ user: UserIdentifier, variant: Int
  ) async throws(EscrowError) -> Finding {
    var finding = Finding(), newest: Int?
    for _ in 0..<Self.maximumLists {
      let answer: ListAnswer
      do throws(EscrowError) {
        answer = try await client.list(of: user.accountKey.publicKey, at: provider, upTo: newest)
      } catch {
        guard error.code == .unexpected || !finding.copies.isEmpty else { throw error }
        finding.isUnlisted = finding.copies.isEmpty
        return finding
      }
      finding.lookUpsLeft = answer.lookUpsLeft
      switch answer.result {
      case .nothing: return finding
      case .noLists:
        finding.isUnlisted = finding.copies.isEmpty
        return finding
      case .refused(let refusal):
        finding.trouble = .refused(refusal)
        finding.isUnlisted = finding.copies.isEmpty && refusal.status != 429
        return finding
      case .found(let list):
        // A provider that ignores the version bound returns the same list again.
        let unseen = list.filter { entry in newest.map { entry.version <= $0 } ?? true }
        finding.copies += unseen.compactMap { DocumentCopy($0, at: provider, of: user, variant: variant) }
        finding.isUnlisted = finding.copies.isEmpty
        guard let oldest = unseen.last?.version, oldest > 1, finding.copies.count < Self.maximumVersions else {
          finding.copies = Array(finding.copies.prefix(Self.maximumVersions))
          return finding
        }
        newest = oldest - 1
      }
    }
    return finding
  }
}

extension DocumentCopy {
  /// - Returns: `nil` if the metadata does not belong to this person.
  fileprivate init?(_ entry: ListedDocument, at provider: ProviderAddress, of user: UserIdentifier, variant: Int) {
    guard let sealed = entry.metaData, let metaData = try? DocumentMetaData(opening: sealed, for: user) else {
      return nil
    }
    self.init(
      provider: provider, version: entry.version, documentHash: Base32Bytes(metaData.documentHash),
      secretName: metaData.secretName,
      uploadTime: entry.uploadTime, variant: variant)
  }
}

extension ProviderTrouble {
  /// `true` if another request with a different variant would be useless or harmful, because the provider does not
  /// answer or has received too many requests.
  fileprivate var endsAsking: Bool {
    switch self {
    case .unreachable: true
    case .refused(let refusal): refusal.status == 429
    default: false
    }
  }
}
