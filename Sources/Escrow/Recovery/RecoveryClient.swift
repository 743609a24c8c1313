/// Gets back what was backed up, step by step. Every step takes a draft and gives the next one, for the caller to keep.
public struct RecoveryClient: Sendable {
  public var client: ProviderClient
  /// Whether a provider may be asked. A document names addresses, and whoever made the document chose them.
  let mayAsk: @Sendable (ProviderAddress) -> Bool

  public init(_ client: ProviderClient, mayAsk: @escaping @Sendable (ProviderAddress) -> Bool = { _ in true }) {
    self.client = client; self.mayAsk = mayAsk
  }

  /// The configuration of a provider, from the draft where it is there. Whatever is asked of a provider comes after this.
  ///
  /// - Throws: `invalid` where it may not be asked.
  func configuration(_ provider: ProviderAddress, _ draft: inout RecoveryDraft) async throws(EscrowError) -> ProviderConfiguration {
    if let known = draft.configurations[provider], mayAsk(provider) { return known }
    let configuration = try await configuration(of: provider)
    draft.configurations[provider] = configuration
    return configuration
  }

  /// - Throws: `invalid` where it may not be asked.
  func configuration(of provider: ProviderAddress) async throws(EscrowError) -> ProviderConfiguration {
    guard mayAsk(provider) else { throw EscrowError(.invalid, "an address that may not be asked") }
    return try await client.configuration(of: provider)
  }
}
