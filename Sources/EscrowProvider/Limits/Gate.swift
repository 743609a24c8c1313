import Foundation
import HTTPTypes
import Hummingbird
import Model
import NIOCore

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

  /// The proxy nearest to us that we trust wrote the last entry; each further trusted one the entry before it. An IPv6 network counts as one.
  private func network(of request: Request, _ context: ProviderContext) -> [UInt8] {
    let trusted = provider.settings.limits.trustedProxies
    var address = context.remoteAddress?.ipAddress ?? "?"
    let hops = request.headers[values: .forwardedFor].joined(separator: ",").split(separator: ",")
    if trusted > 0, hops.count >= trusted { address = hops[hops.count - trusted].trimmingCharacters(in: .whitespaces) }
    guard let parsed = try? SocketAddress(ipAddress: address, port: 0), case .v6(let v6) = parsed else { return Array(address.utf8) }
    let bytes = withUnsafeBytes(of: v6.address.sin6_addr) { Array($0) }
    // Where both kinds come to one socket, an IPv4 address stands in the last four bytes.
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10..<12].allSatisfy { $0 == 0xff }
    return isMapped ? Array(bytes[12...].map(String.init).joined(separator: ".").utf8) : Array(bytes.prefix(8))
  }
}
