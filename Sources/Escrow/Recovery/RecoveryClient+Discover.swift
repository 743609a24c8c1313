extension RecoveryClient {
  /// Asks all providers of the draft at once which documents they keep for the person. Providers without lists are asked for their latest.
  /// What is open stays open.
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

  /// What one way of writing brought.
  private struct Finding: Sendable {
    var copies: [DocumentCopy] = [], trouble: ProviderTrouble?, lookUpsLeft: Int?
    /// Whether nothing but the document itself tells whether there is one.
    var isUnlisted = false
  }

  /// Asks with several ways of writing at once, in their order. Who does not answer, or has heard enough, is not asked with those that are
  /// left.
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

  private func copies(_ provider: ProviderAddress, _ user: UserIdentifier, variant: Int, isOld: Bool)
    async throws(EscrowError) -> Finding
  {
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

  /// So many versions are kept of a provider's lists, and so many lists are asked for, each older than the one before.
  static let maximumVersions = 500, maximumLists = 8

  /// Reads the lists. Whoever knows the attributes can put anything beside the documents, so that what does not open is passed over. A list
  /// that cannot be had, or that has nothing of this person's, leaves the latest document to be asked for.
  private func listed(_ provider: ProviderAddress, _ user: UserIdentifier, variant: Int) async throws(EscrowError)
    -> Finding
  {
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
        // A provider that knows no bound gives the same list again.
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
  /// - Returns: `nil` where what stands beside the document is nothing of this person's.
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
  /// Whether asking in another way would bring nothing, or make it worse: nobody answers, or there were too many requests.
  fileprivate var endsAsking: Bool {
    switch self {
    case .unreachable: true
    case .refused(let refusal): refusal.status == 429
    default: false
    }
  }
}
