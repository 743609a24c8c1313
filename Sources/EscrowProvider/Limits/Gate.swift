import HTTPTypes
import Hummingbird
import Model

/// Counts requests before anything is looked up for them, so that the answer for what is there and for what is not costs a guesser the same.
struct Gate: Sendable {
  let provider: Provider

  /// For everything about documents: the network address and the account are counted alike, whether or not there is such an account.
  func admitDocuments(_ account: [UInt8], _ request: Request, _ context: ProviderContext) async throws {
    let limits = provider.settings.limits
    try await use([
      provider.allowance("documents-address", network(of: request, context), most: limits.documentsPerAddress, period: Allowance.hour),
      provider.allowance("documents-account", account, most: limits.documentsPerAccount, period: Allowance.hour),
    ])
  }

  /// For everything about truths.
  func admitTruths(_ request: Request, _ context: ProviderContext) async throws {
    try await use([
      provider.allowance(
        "truths-address", network(of: request, context), most: provider.settings.limits.truthsPerAddress, period: Allowance.hour)
    ])
  }

  /// For what is to be kept for years, where it costs nothing: a fee keeps a stranger from filling the disk by itself.
  func admitKeeping(isFree: Bool, _ request: Request, _ context: ProviderContext) async throws {
    guard isFree else { return }
    try await use([
      provider.allowance("kept-address", network(of: request, context), most: provider.settings.limits.keptPerAddress, period: Allowance.day)
    ])
  }

  private func use(_ allowances: [Allowance]) async throws {
    guard allowances.contains(where: { $0.most > 0 }) else { return }
    let now = provider.now()
    // What was used is written also where another of them refuses.
    let reached = try await provider.store.write { records -> ProviderRefusal.Limit? in
      for allowance in allowances {
        if let limit = try records.use(allowance, at: now) { return limit }
      }
      return nil
    }
    if let reached { throw ProviderRefusal(.rateLimited, limit: reached) }
  }

  private func network(of request: Request, _ context: ProviderContext) -> [UInt8] {
    NetworkAddress(
      peer: context.remoteAddress?.ipAddress, forwardedFor: request.headers[values: .forwardedFor],
      trustedProxies: provider.settings.limits.trustedProxies
    ).bytes
  }
}
