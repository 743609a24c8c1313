/// The document that a recovery works on, and how far it is.
public struct OpenedDocument: Hashable, Sendable, Codable {
  /// Where it came from.
  public let provider: ProviderAddress
  /// The provider's count.
  public let version: Int
  /// `PackedDocument.hash`, 64 bytes; `nil` where another program opened it and did not say.
  public let documentHash: Base32Bytes?
  /// Which of the draft's attributes opened it.
  public let variant: Int
  public let document: RecoveryDocument
  /// In the document's order.
  public internal(set) var challenges: [RecoveryChallenge]
  /// Policies, by their place, whose shares do not make the key that they should.
  public internal(set) var brokenPolicies: [Int] = []

  public subscript(id: Base32Bytes) -> RecoveryChallenge? { challenges.first { $0.id == id } }

  /// The challenges of each policy that are not solved, in the document's order of policies.
  public var missing: [[Base32Bytes]] {
    let solved = Set(challenges.filter(\.isSolved).map(\.id))
    return document.policies.map { policy in policy.truthIDs.filter { !solved.contains($0) } }
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

  /// The core secret, as soon as the shares of one policy make it. Every policy is tried, and which do not open is kept.
  mutating func open() -> CoreSecret? {
    let shares = shares
    for (index, missing) in missing.enumerated() where missing.isEmpty {
      do throws(EscrowError) { return try document.coreSecret(of: document.policies[index], with: shares) } catch {
        if !brokenPolicies.contains(index) { brokenPolicies.append(index) }
      }
    }
    return nil
  }

  /// Who can have caused that a policy's shares do not fit. A share by itself is proved when it opens; a provider that keeps two of a person
  /// can give one in the place of the other, except for a question's, which opens with its answer only.
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

/// One version of a document that a provider says it keeps for the person.
public struct DocumentCopy: Hashable, Sendable, Codable {
  public let provider: ProviderAddress
  /// The provider's own count, from 1.
  public let version: Int
  /// Which document it is, wherever it is kept: `PackedDocument.hash`, 64 bytes.
  public let documentHash: Base32Bytes
  public let secretName: String?
  /// By the provider's clock, where it told.
  public let uploadTime: Timestamp?
  /// Under which of the draft's attributes it was found.
  public let variant: Int
}

/// The copies of one document.
public struct FoundDocument: Hashable, Sendable {
  /// 64 bytes.
  public let hash: Base32Bytes
  public var secretName: String?
  /// In the order in which the draft names the providers.
  public var copies: [DocumentCopy]
  /// The latest that any provider told.
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

/// What asking a provider for documents brought.
public enum ProviderStanding: Hashable, Sendable, Codable {
  case found
  /// It keeps nothing under these attributes.
  case nothing
  case trouble(ProviderTrouble)
}
