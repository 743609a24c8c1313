/// The document on which a recovery is based, and the recovery's progress.
public struct OpenedDocument: Hashable, Sendable, Codable {
  /// The provider that returned the document.
  public let provider: ProviderAddress
  /// The document's version number at that provider.
  public let version: Int
  /// The document's `PackedDocument.hash`, 64 bytes; `nil` if a different program opened the document and did not
  /// record the hash.
  public let documentHash: Base32Bytes?
  /// The index of the draft's attribute variant that opened the document.
  public let variant: Int
  public let document: RecoveryDocument
  /// The challenges, in the order in which the document lists them.
  public internal(set) var challenges: [RecoveryChallenge]
  /// The indices of the policies whose shares do not produce the right key.
  public internal(set) var brokenPolicies: [Int] = []

  public subscript(id: Base32Bytes) -> RecoveryChallenge? { challenges.first { $0.id == id } }

  /// For each policy, the unsolved challenges, in the order in which the document lists them.
  public var missing: [[Base32Bytes]] {
    let solved = Set(challenges.filter(\.isSolved).map(\.id))
    return document.policies.map { policy in policy.truthIDs.filter { !solved.contains($0) } }
  }

  /// The index of the first policy whose shares open the core secret.
  public var joinedPolicy: Int? {
    let missing = missing, shares = shares
    return missing.indices.first {
      missing[$0].isEmpty && (try? document.coreSecret(of: document.policies[$0], with: shares)) != nil
    }
  }

  var shares: [Base32Bytes: KeyShare] {
    Dictionary(
      challenges.compactMap { challenge in challenge.share.map { (challenge.id, KeyShare(secret: $0.secret)) } }
    ) { first, _ in first }
  }

  mutating func change(_ id: Base32Bytes, _ change: (inout RecoveryChallenge) -> Void) {
    guard let index = challenges.firstIndex(where: { $0.id == id }) else { return }
    change(&challenges[index])
  }

  /// Opens the core secret, once the shares of one policy suffice. Every policy is tried, and policies that fail are
  /// recorded.
  mutating func open() -> CoreSecret? {
    let shares = shares
    for (index, missing) in missing.enumerated() where missing.isEmpty {
      do throws(EscrowError) { return try document.coreSecret(of: document.policies[index], with: shares) } catch {
        if !brokenPolicies.contains(index) { brokenPolicies.append(index) }
      }
    }
    return nil
  }

  /// The providers that may be the reason why a policy's shares do not fit. Each share is verified when it is opened. A
  /// provider that keeps two shares of a person can swap them, unless one belongs to a question, because that share
  /// opens only with its answer.
  var suspects: [ProviderAddress] {
    let exchangeable = Dictionary(grouping: challenges.filter { $0.type != .question }) { $0.provider }.filter {
      $0.value.count > 1
    }
    let broken = Set(
      brokenPolicies.filter(document.policies.indices.contains).flatMap { document.policies[$0].truthIDs })
    return Set(challenges.filter { broken.contains($0.id) && $0.type != .question }.compactMap(\.provider))
      .filter { exchangeable[$0] != nil }.sorted { $0.text < $1.text }
  }
}

/// One version of a document that a provider claims to keep for the person.
public struct DocumentCopy: Hashable, Sendable, Codable {
  public let provider: ProviderAddress
  /// The provider's version number, starting at 1.
  public let version: Int
  /// The document's identity across providers: `PackedDocument.hash`, 64 bytes.
  public let documentHash: Base32Bytes
  public let secretName: String?
  /// The upload time by the provider's clock, if the provider stated it.
  public let uploadTime: Timestamp?
  /// The index of the draft's attribute variant under which the copy was found.
  public let variant: Int
}

/// The copies of one document.
public struct FoundDocument: Hashable, Sendable {
  /// The document's hash, 64 bytes.
  public let hash: Base32Bytes
  public var secretName: String?
  /// The copies, in the order of the draft's providers.
  public var copies: [DocumentCopy]
  /// The latest upload time that any provider stated.
  public var uploadTime: Timestamp? {
    copies.compactMap(\.uploadTime).max { one, other in
      switch (one, other) {
      case (.seconds(let one), .seconds(let other)): one < other
      case (.seconds, .never): true
      case (.never, _): false
      }
    }
  }
}

/// The result of asking a provider for documents.
public enum ProviderStanding: Hashable, Sendable, Codable {
  case found
  /// The provider keeps nothing for these attributes.
  case nothing
  case trouble(ProviderTrouble)
}
