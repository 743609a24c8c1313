/// A recovery in progress: who is recovering, which documents were found at which providers, the open document, and the
/// shares collected so far. Like a backup's draft, it is encoded into a file that only its owner can read, so that work
/// can resume after the process is killed.
public struct RecoveryDraft: Hashable, Sendable, Codable, CustomStringConvertible, CustomReflectable {
  /// The ways in which the identity attributes may have been spelled at backup time, most likely first.
  public let variants: [[String: String]]
  /// The providers to ask.
  public internal(set) var providers: [ProviderAddress]
  /// The providers' configurations.
  public internal(set) var configurations: [ProviderAddress: ProviderConfiguration] = [:]
  /// The result of asking each provider for documents.
  public internal(set) var standings: [ProviderAddress: ProviderStanding] = [:]
  /// The number of look-ups left before a provider asks the client to wait, as far as the providers report it.
  public internal(set) var lookUpsLeft: Int?
  public internal(set) var copies: [DocumentCopy] = []
  public internal(set) var opened: OpenedDocument?
  /// Providers that returned something other than what was stored with them.
  public internal(set) var liars: Set<ProviderAddress> = []

  public static let maximumVariants = 16

  /// - Throws: `invalid` if there are no variants, or more than 16.
  public init(variants: [[String: String]], providers: [ProviderAddress]) throws(EscrowError) {
    guard (1...Self.maximumVariants).contains(variants.count), variants.allSatisfy({ !$0.isEmpty }) else {
      throw EscrowError(.invalid, "attributes, in one to sixteen ways")
    }
    self.variants = variants
    self.providers = providers.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Adds a provider, which the next call of `RecoveryClient.discover` will ask.
  public mutating func add(_ provider: ProviderAddress) {
    if !providers.contains(provider) { providers.append(provider) }
  }

  /// The documents found. The document that is the latest at most providers comes first, followed by the others from
  /// newest to oldest.
  public var found: [FoundDocument] {
    let ordered = copies.sorted { (place(of: $0.provider), -$0.version) < (place(of: $1.provider), -$1.version) }
    let groups = Dictionary(grouping: ordered, by: \.documentHash).map { hash, copies in
      FoundDocument(hash: hash, secretName: copies.compactMap(\.secretName).first, copies: copies)
    }
    let behind = behind
    let latest = Dictionary(grouping: latestCopies.values.filter { !behind.contains($0.provider) }, by: \.documentHash)
      .mapValues(\.count)
    return groups.sorted { one, other in
      let weights = (latest[one.hash] ?? 0, latest[other.hash] ?? 0)
      if weights.0 != weights.1 { return weights.0 > weights.1 }
      let versions = (one.copies.map(\.version).max() ?? 0, other.copies.map(\.version).max() ?? 0)
      return versions.0 == versions.1 ? one.hash.text < other.hash.text : versions.0 > versions.1
    }
  }
  private func place(of provider: ProviderAddress) -> Int { providers.firstIndex(of: provider) ?? providers.count }
  private var latestCopies: [ProviderAddress: DocumentCopy] {
    Dictionary(grouping: copies, by: \.provider).compactMapValues { $0.max { $0.version < $1.version } }
  }

  /// The providers whose latest document is older than a different provider's: that provider lists it as an older
  /// version, or has a higher version number and no version in common. An upload may not have reached these providers,
  /// or they are withholding it.
  public var behind: Set<ProviderAddress> {
    let latest = latestCopies
    return Set(
      latest.values.filter { copy in
        latest.values.contains { other in
          guard other.provider != copy.provider, other.variant == copy.variant, other.documentHash != copy.documentHash
          else { return false }
          if copies.contains(where: { $0.provider == other.provider && $0.documentHash == copy.documentHash }) {
            return true
          }
          let isTheirs = copies.contains { $0.provider == copy.provider && $0.documentHash == other.documentHash }
          return !isTheirs && copy.version < other.version
        }
      }.map(\.provider))
  }

  /// The core secret, if the shares of a policy have already been collected.
  public var recovered: CoreSecret? {
    var document = opened
    return document?.open()
  }

  public var description: String { "a draft of a recovery from \(providers.count) providers" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
