/// Recovers the backed-up secret, step by step. Every step takes a draft and returns an updated draft for the caller to
/// save.
public struct RecoveryClient: Sendable {
  public var client: ProviderClient
  /// Decides whether a provider may be contacted. This check is needed because a document names addresses that its
  /// author chose.
  let mayAsk: @Sendable (ProviderAddress) -> Bool

  public init(_ client: ProviderClient, mayAsk: @escaping @Sendable (ProviderAddress) -> Bool = { _ in true }) {
    self.client = client; self.mayAsk = mayAsk
  }

  /// Returns a provider's configuration, taken from the draft if available. The configuration is needed before any
  /// other request to the provider.
  ///
  /// - Throws: `invalid` if the provider may not be contacted.
  func configuration(
    _ provider: ProviderAddress, _ draft: inout RecoveryDraft
  ) async throws(EscrowError) -> ProviderConfiguration {
    if let known = draft.configurations[provider], mayAsk(provider) { return known }
    let configuration = try await configuration(of: provider)
    draft.configurations[provider] = configuration
    return configuration
  }

  /// - Throws: `invalid` if the provider may not be contacted.
  func configuration(of provider: ProviderAddress) async throws(EscrowError) -> ProviderConfiguration {
    guard mayAsk(provider) else { throw EscrowError(.invalid, "an address that may not be asked") }
    return try await client.configuration(of: provider)
  }
}

/// The result of opening a document.
public enum OpenResult: Hashable, Sendable {
  /// The document is now open in the draft.
  case opened
  /// The provider has no such version for the person.
  case nothing
  case refused(EscrowRefusal)
}

extension RecoveryClient {
  /// Fetches a document and opens it, replacing any open document and its progress. If the same document is already
  /// open, nothing changes.
  ///
  /// - Parameter version: The version to fetch; `nil` for the provider's latest version.
  /// - Throws: `unreachable`, `unexpected`; `inconsistent`, `sealed` or `malformed` if the provider returns something
  ///   other than the document it listed.
  public func open(
    _ draft: RecoveryDraft, at provider: ProviderAddress, version: Int? = nil
  ) async throws(EscrowError) -> (draft: RecoveryDraft, result: OpenResult) {
    if let opened = draft.opened, opened.provider == provider, opened.version == version { return (draft, .opened) }
    var next = draft
    let configuration = try await configuration(provider, &next)
    let listed = draft.copies.first { $0.provider == provider && $0.version == version }
    for variant in draft.variants.indices where listed == nil || listed?.variant == variant {
      let user = try UserIdentifier(draft.variants[variant], providerSalt: configuration.providerSalt.bytes)
      switch try await client.document(of: user.accountKey.publicKey, at: provider, version: version) {
      case .nothing, .noSuchVersion: continue
      case .refused(let refusal): return (draft, .refused(refusal))
      case .found(let fetched):
        let packed = try PackedDocument(opening: fetched.sealed, for: user)
        // A version that is not requested by number may still have been listed.
        let listed =
          listed
          ?? draft.copies.first { $0.provider == provider && $0.version == fetched.version && $0.variant == variant }
        guard listed == nil || listed?.documentHash.bytes == packed.hash else {
          throw EscrowError(.inconsistent, "another document than the one that was listed")
        }
        next.opened = OpenedDocument(
          provider: provider, version: fetched.version, documentHash: Base32Bytes(packed.hash), variant: variant,
          try packed.document())
        return (await withCosts(next), .opened)
      }
    }
    return (draft, .nothing)
  }

  /// Asks the providers named in the document for their prices, unless they were asked already. A provider that does
  /// not answer has no price yet.
  private func withCosts(_ draft: RecoveryDraft) async -> RecoveryDraft {
    var next = draft
    let named = Set(draft.opened?.challenges.compactMap(\.provider) ?? []).subtracting(draft.configurations.keys)
    await ManyAtOnce.run(named) { provider in
      try? await configuration(of: provider)
    } _: {
      next.configurations[$0] = $1
    }
    next.opened?.setCosts(next.configurations)
    return next
  }
}

extension OpenedDocument {
  init(
    provider: ProviderAddress, version: Int, documentHash: Base32Bytes?, variant: Int, _ document: RecoveryDocument
  ) {
    self.provider = provider; self.version = version; self.documentHash = documentHash; self.variant = variant;
    self.document = document
    challenges = document.methods.map { method in
      RecoveryChallenge(
        id: method.truthID, provider: ProviderAddress(method.url), type: method.type, instructions: method.instructions)
    }
  }
  mutating func setCosts(_ configurations: [ProviderAddress: ProviderConfiguration]) {
    for index in challenges.indices {
      guard let provider = challenges[index].provider, let configuration = configurations[provider] else { continue }
      let type = challenges[index].type
      challenges[index].cost = configuration.methods.first { $0.type == type }?.cost
    }
  }
}
