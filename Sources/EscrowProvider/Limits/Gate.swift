import HTTPConnections
import HTTPTypes
import Hummingbird
import Model

/// Counts requests before anything is looked up for them, so that every guess counts whether or not the requested item
/// exists.
struct Gate: Sendable {
  let provider: Provider

  /// Counts every request about documents by network address and account, whether or not the account exists.
  ///
  /// - Returns: The number of look-ups that this network has left; `nil` if look-ups are not limited.
  func admitDocuments(_ account: [UInt8], _ request: Request, _ context: PeerContext) async throws -> Int? {
    let lookUps = provider.lookUps(of: network(of: request, context))
    let ofAccount = provider.allowance(
      "documents-account", account, most: provider.settings.limits.documentsPerAccount, period: Allowance.hour)
    guard lookUps.allowed.most > 0 || ofAccount.most > 0 else { return nil }
    let now = provider.now()
    // The use is recorded even if the other limit has been reached.
    let (left, reached) = try await provider.store.write { records in
      let (left, reached) = try lookUps.use(records, at: now)
      return (left, try reached ?? records.use(ofAccount, at: now))
    }
    if let reached { throw ProviderRefusal(.rateLimited, limit: reached, lookUpsLeft: left.map { _ in 0 }) }
    return left
  }

  /// Counts every request about truths.
  func admitTruths(_ request: Request, _ context: PeerContext) async throws {
    try await use([
      provider.allowance(
        "truths-address", network(of: request, context), most: provider.settings.limits.truthsPerAddress,
        period: Allowance.hour)
    ])
  }

  /// Counts items that are kept for years free of charge. For other items, the fee keeps a stranger from filling the
  /// disk.
  func admitKeeping(isFree: Bool, _ request: Request, _ context: PeerContext) async throws {
    guard isFree else { return }
    try await use([
      provider.allowance(
        "kept-address", network(of: request, context), most: provider.settings.limits.keptPerAddress,
        period: Allowance.day)
    ])
  }

  /// Returns the allowance of photos that one network may submit to the host. A use is taken only once the upload is
  /// known to be a photo.
  func reviews(_ request: Request, _ context: PeerContext) -> Allowance {
    provider.allowance(
      "reviews-address", network(of: request, context), most: provider.settings.limits.reviewsPerAddress,
      period: Allowance.day)
  }

  private func use(_ allowances: [Allowance]) async throws {
    guard allowances.contains(where: { $0.most > 0 }) else { return }
    let now = provider.now()
    // The use is recorded even if a different limit has been reached.
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
