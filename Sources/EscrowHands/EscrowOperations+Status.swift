import Escrow
import HandsProtocol

extension EscrowOperations {
  /// Reports the status (C-40). Fetching the documents needs only the account's name, so the person is not asked to
  /// identify themselves.
  func status(_ origin: String) async throws -> EscrowNews {
    guard let finished = try notebook.read(FinishedSetUp.self, of: origin) else { return EscrowNews(.nothingLeft) }
    let client = client, practice = practice, time = Int64(now().timeIntervalSince1970)
    let file = try notebook.read(FinishedSetUp.self, of: EscrowErrand.file.name(at: origin))
    let newer = Dictionary((file?.places ?? []).map { ($0.provider, $0) }) { first, _ in first }
    let standings = await withTaskGroup(of: (Int, EscrowStanding).self) { group in
      for (index, place) in finished.places.enumerated() {
        group.addTask {
          var standing = await place.standing(client, newer: newer[place.provider], at: time)
          if practice.contains(place.provider) { standing.isPractice = true }
          return (index, standing)
        }
      }
      return await group.reduce(into: [Int: EscrowStanding]()) { $0[$1.0] = $1.1 }
    }
    return EscrowNews(
      .status(finished.places.indices.compactMap { standings[$0] }, policies: EscrowBounds.first(of: finished.policies))
    )
  }
}

extension FinishedSetUp.Place {
  /// The time until which the provider keeps both the document and the shares. Each is useless without the other.
  private var end: Int64? { [expiration, truthExpiration].compactMap(\.self).min() }

  /// Returns `true` if the document is the one uploaded to this provider. Its bytes decide, or its version number if
  /// the uploaded bytes are not known.
  private func isThere(_ version: Int, _ sealed: [UInt8]) -> Bool {
    sealedHash.map { EscrowHash.of(sealed) == $0.bytes } ?? (version == self.version)
  }

  /// Asks the provider for its standing.
  ///
  /// - Parameter newer: A file's document that this computer later uploaded to the same provider for the same person.
  ///   If there is one, the account's document is an older version.
  fileprivate func standing(_ client: ProviderClient, newer: Self?, at time: Int64) async -> EscrowStanding {
    var standing = EscrowStanding(
      url: provider.text, name: name, trouble: nil, version: nil, paidUntil: nil, isCurrent: false,
      isPractice: isPractice, isFree: isFree)
    do throws(EscrowError) {
      let configuration = try await client.configuration(of: provider)
      standing.name = configuration.shownName
      if configuration.isPractice { standing.isPractice = true }
      var answer = try await client.document(of: account.bytes, at: provider)
      if case .found(let latest) = answer, let version, latest.version > version,
        newer?.isThere(latest.version, latest.sealed) == true
      {
        answer = try await client.document(of: account.bytes, at: provider, version: version)
      }
      switch answer {
      case .found(let document):
        let isCurrent = isThere(document.version, document.sealed)
        // If our document never arrived, the document found may be an earlier one.
        guard version != nil || isCurrent else { break }
        (standing.version, standing.isCurrent) = (document.version, isCurrent)
        if standing.isCurrent { standing.paidUntil = end.map { Int($0) } }
      case .nothing, .noSuchVersion: if version != nil { standing.trouble = .missing }  // it was there
      case .refused(let refusal): standing.trouble = EscrowTrouble(refusal)
      }
      if standing.version == nil { standing.paidUntil = truthExpiration.map { Int($0) } }
      if let truthExpiration, truthExpiration <= time { standing.trouble = .expired }
    } catch { standing.trouble = EscrowTrouble(error) }
    return standing
  }
}

/// A completed set-up, as far as the status page needs it (C-40): the providers, the version and expiration at each,
/// and the policies that suffice for recovery.
struct FinishedSetUp: EscrowNotes {
  static let name = "finished"
  struct Place: Codable, Hashable, Sendable {
    var provider: ProviderAddress
    var name: String
    /// The public half of the account key at this provider, 32 bytes.
    var account: Base32Bytes
    /// The document's version number; `nil` if the document never arrived, in which case the provider keeps only its
    /// shares.
    var version: Int?
    /// The document's expiration in seconds of the Unix clock, if the provider stated it.
    var expiration: Int64?
    /// The earliest time at which the provider's shares may expire; `nil` in older files.
    var truthExpiration: Int64?
    /// The SHA-512 hash of the sealed document as stored at this provider; `nil` if a different computer uploaded the
    /// document.
    var sealedHash: Base32Bytes?
    /// `true` if the provider was for practice, or free, at the time of the set-up; `nil` in older files.
    var isPractice: Bool?, isFree: Bool?
  }
  /// The hash that identifies the document, 64 bytes.
  var documentHash: Base32Bytes
  var places: [Place]
  var policies: [[EscrowPartFacts]]

  init(_ draft: BackupDraft, _ known: KnownProviders, practice: Set<ProviderAddress>, brought: Set<ProviderAddress>) {
    documentHash = draft.documentHash
    places = draft.providers.map { address, provider in
      Place(
        provider: address, name: known.name(of: address), account: Base32Bytes(provider.account),
        version: provider.version,
        expiration: provider.expiration, truthExpiration: draft.truthExpiration(at: address),
        sealedHash: brought.contains(address) ? nil : Base32Bytes(provider.sealedHash),
        isPractice: known.isPractice(address, practice),
        isFree: provider.configuration.annualFee.isZero && provider.configuration.truthUploadFee.isZero)
    }
    .sorted { $0.provider.text < $1.provider.text }
    policies = draft.policies.map { policy in
      policy.compactMap { part in
        EscrowKind(rawValue: draft.methods[part.method].type.rawValue).map { EscrowPartFacts($0, part.provider.text) }
      }
    }
  }
}
