extension RecoveryClient {
  /// Asks all providers of the draft at once which documents they keep for the person. Providers without lists are asked for their latest.
  /// What is open stays open.
  public func discover(_ draft: RecoveryDraft) async -> RecoveryDraft {
    var next = draft
    next.copies = []
    next.standings = [:]
    await ManyAtOnce.run(draft.providers) {
      await ask($0, draft.variants)
    } _: { provider, report in
      next.configurations[provider] = report.configuration ?? next.configurations[provider]
      next.copies += report.copies
      next.standings[provider] = report.standing
    }
    return next
  }

  private struct Report: Sendable {
    var configuration: ProviderConfiguration?, copies: [DocumentCopy] = [], trouble: ProviderTrouble?
    var standing: ProviderStanding {
      if !copies.isEmpty { .found } else if let trouble { .trouble(trouble) } else { .nothing }
    }
  }

  private func ask(_ provider: ProviderAddress, _ variants: [[String: String]]) async -> Report {
    var report = Report()
    do throws(EscrowError) {
      let configuration = try await client.configuration(of: provider)
      report.configuration = configuration
      let results = await ask(provider, variants, configuration)
      report.copies = results.flatMap { (try? $0.get()) ?? [] }
      for case .failure(let error) in results { report.trouble = ProviderTrouble(error) }
    } catch { report.trouble = ProviderTrouble(error) }
    return report
  }

  /// Asks with several ways of writing at once, in their order. Who does not answer is not asked with those that are left.
  private func ask(
    _ provider: ProviderAddress, _ variants: [[String: String]], _ configuration: ProviderConfiguration
  ) async -> [Result<[DocumentCopy], EscrowError>] {
    var results: [Int: Result<[DocumentCopy], EscrowError>] = [:]
    await ManyAtOnce.run(variants.indices) { index -> Result<[DocumentCopy], EscrowError> in
      do throws(EscrowError) {
        let user = try UserIdentifier(variants[index], providerSalt: configuration.providerSalt.bytes)
        return .success(try await copies(provider, user, variant: index, isOld: configuration.isOld))
      } catch { return .failure(error) }
    } whether: { index, result in
      results[index] = result
      if case .failure(let error) = result { return error.code != .unreachable }
      return true
    }
    return variants.indices.compactMap { results[$0] }
  }

  /// Of the newest versions in a list, so many are read.
  static let maximumVersions = 500

  private func copies(
    _ provider: ProviderAddress, _ user: UserIdentifier, variant: Int, isOld: Bool
  ) async throws(EscrowError) -> [DocumentCopy] {
    let account = user.accountKey.publicKey
    if !isOld, case .found(let list) = try await client.list(of: account, at: provider) {
      var copies: [DocumentCopy] = []
      for entry in list.prefix(Self.maximumVersions) {
        guard let sealed = entry.metaData else { continue }
        let metaData = try DocumentMetaData(opening: sealed, for: user)
        copies.append(
          DocumentCopy(
            provider: provider, version: entry.version, documentHash: Base32Bytes(metaData.documentHash), secretName: metaData.secretName,
            uploadTime: entry.uploadTime, variant: variant))
      }
      if !copies.isEmpty { return copies }
    }
    switch try await client.document(of: account, at: provider) {
    case .nothing, .noSuchVersion: return []
    case .refused: throw EscrowError(.unexpected, "a provider does not say whether it has a document")
    case .found(let fetched):
      let packed = try PackedDocument(opening: fetched.sealed, for: user)
      return [
        DocumentCopy(
          provider: provider, version: fetched.version, documentHash: Base32Bytes(packed.hash), secretName: try packed.document().secretName,
          uploadTime: nil, variant: variant)
      ]
    }
  }
}
