import HTTPConnections
import HTTPTypes
import Hummingbird
import Model

/// Counts requests before anything is looked up for them, so that a guesser pays the same price whether or not the
/// thing asked about exists.
struct Gate: Sendable {
  let provider: Provider

  /// Counts every request about documents by network address and account, whether or not the account exists.
  ///
  /// - Returns: The number of look-ups that this network has left; `nil` if they are not limited.
  func admitDocuments(_ account: [UInt8], _ request: Request, _ context: PeerContext) async throws -> Int? {
    let lookUps = provider.lookUps(of: network(of: request, context))
    let ofAccount = provider.allowance(
      "documents-account", account, most: provider.settings.limits.documentsPerAccount, period: Allowance.hour)
    guard lookUps.allowed.most > 0 || ofAccount.most > 0 else { return nil }
    let now = provider.now()
    // The use is recorded even if the other limit refuses.
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

  /// Counts items to be kept for years if they are free: a fee alone keeps a stranger from filling the disk.
  func admitKeeping(isFree: Bool, _ request: Request, _ context: PeerContext) async throws {
    guard isFree else { return }
    try await use([
      provider.allowance(
        "kept-address", network(of: request, context), most: provider.settings.limits.keptPerAddress,
        period: Allowance.day)
    ])
  }

  /// The allowance of photos that one network may submit to the host. A use is taken once the upload is known to be a
  /// photo.
  func reviews(_ request: Request, _ context: PeerContext) -> Allowance {
    provider.allowance(
      "reviews-address", network(of: request, context), most: provider.settings.limits.reviewsPerAddress,
      period: Allowance.day)
  }

  private func use(_ allowances: [Allowance]) async throws {
    guard allowances.contains(where: { $0.most > 0 }) else { return }
    let now = provider.now()
    // The use is recorded even if another limit refuses.
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
