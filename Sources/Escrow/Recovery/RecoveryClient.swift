/// Gets back what was backed up, step by step. Every step takes a draft and gives the next one, for the caller to keep.
public struct RecoveryClient: Sendable {
  public var client: ProviderClient
  public init(_ client: ProviderClient) { self.client = client }

  /// The configuration of a provider, from the draft where it is there.
  func configuration(_ provider: ProviderAddress, _ draft: inout RecoveryDraft) async throws(EscrowError) -> ProviderConfiguration {
    if let known = draft.configurations[provider] { return known }
    let configuration = try await client.configuration(of: provider)
    draft.configurations[provider] = configuration
    return configuration
  }
}
