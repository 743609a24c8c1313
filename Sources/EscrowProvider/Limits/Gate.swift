import HTTPConnections
import HTTPTypes
import Hummingbird
import Model

/// Counts requests before anything is looked up for them, so that the answer for what is there and for what is not
/// costs a guesser the same.
struct Gate: Sendable {
  let provider: Provider

  /// For everything about documents: the network address and the account are counted alike, whether or not there is
  /// such an account.
  ///
  /// - Returns: How many look-ups that network has left; `nil` where they are not limited.
  func admitDocuments(_ account: [UInt8], _ request: Request, _ context: PeerContext) async throws -> Int? {
    let lookUps = provider.lookUps(of: network(of: request, context))
    let ofAccount = provider.allowance(
      "documents-account", account, most: provider.settings.limits.documentsPerAccount, period: Allowance.hour)
    guard lookUps.allowed.most > 0 || ofAccount.most > 0 else { return nil }
    let now = provider.now()
    // What was used is written also where the other refuses.
    let (left, reached) = try await provider.store.write { records in
      let (left, reached) = try lookUps.use(records, at: now)
      return (left, try reached ?? records.use(ofAccount, at: now))
    }
    if let reached { throw ProviderRefusal(.rateLimited, limit: reached, lookUpsLeft: left.map { _ in 0 }) }
    return left
  }

  /// For everything about truths.
  func admitTruths(_ request: Request, _ context: PeerContext) async throws {
    try await use([
      provider.allowance(
        "truths-address", network(of: request, context), most: provider.settings.limits.truthsPerAddress,
        period: Allowance.hour)
    ])
  }

  /// For what is to be kept for years, where it costs nothing: a fee keeps a stranger from filling the disk by itself.
  func admitKeeping(isFree: Bool, _ request: Request, _ context: PeerContext) async throws {
    guard isFree else { return }
    try await use([
      provider.allowance(
        "kept-address", network(of: request, context), most: provider.settings.limits.keptPerAddress,
        period: Allowance.day)
    ])
  }

  /// Of the photos that somebody there may put before the host. It is used once it is known that it is one.
  func reviews(_ request: Request, _ context: PeerContext) -> Allowance {
    provider.allowance(
      "reviews-address", network(of: request, context), most: provider.settings.limits.reviewsPerAddress,
      period: Allowance.day)
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

  private func network(of request: Request, _ context: PeerContext) -> [UInt8] {
    request.address(context, trustedProxies: provider.settings.limits.trustedProxies).bytes
  }
}
