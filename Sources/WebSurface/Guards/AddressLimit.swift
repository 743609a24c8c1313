import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Counts POSTs by network address: a bucket that holds a minute's worth and fills evenly. An IPv6 network counts as one address (/64).
final class AddressLimit: RouterMiddleware {
  typealias Context = WebContext
  private struct Bucket { var left: Double, at: ContinuousClock.Instant }
  private let perMinute: Int, trustedProxies: Int
  private let buckets = Mutex<[String: Bucket]>([:])
  private static let mostAddresses = 50_000

  init(perMinute: Int, trustedProxies: Int) {
    self.perMinute = perMinute; self.trustedProxies = trustedProxies
  }

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    guard perMinute > 0, request.method == .post else { return try await next(request, context) }
    let address = Self.network(of: self.address(of: request, context))
    guard admits(address, at: .now) else {
      throw HTTPError(
        .tooManyRequests, headers: [.retryAfter: "\(max(1, 60 / perMinute))"],
        message: "That was a lot at once. Wait a moment, then try again.")
    }
    return try await next(request, context)
  }

  func admits(_ address: String, at now: ContinuousClock.Instant) -> Bool {
    buckets.withLock { buckets in
      if buckets.count > Self.mostAddresses { buckets = buckets.filter { now - $0.value.at < .seconds(60) } }
      var bucket = buckets[address] ?? Bucket(left: Double(perMinute), at: now)
      let seconds = Double((now - bucket.at) / .seconds(1))
      bucket.left = min(Double(perMinute), bucket.left + seconds * Double(perMinute) / 60)
      bucket.at = now
      let isAdmitted = bucket.left >= 1
      if isAdmitted { bucket.left -= 1 }
      buckets[address] = bucket
      return isAdmitted
    }
  }

  /// The proxy nearest to us that we trust wrote the last entry; each further trusted one the entry before it.
  func address(of request: Request, _ context: WebContext) -> String {
    let peer = context.remoteAddress?.ipAddress ?? "?"
    guard trustedProxies > 0, let forwarded = HTTPField.Name("X-Forwarded-For") else { return peer }
    let hops = request.headers[values: forwarded].joined(separator: ",").split(separator: ",")
    guard hops.count >= trustedProxies else { return peer }
    return hops[hops.count - trustedProxies].trimmingCharacters(in: .whitespaces)
  }

  static func network(of address: String) -> String {
    guard let parsed = try? SocketAddress(ipAddress: address, port: 0), case .v6(let v6) = parsed else { return address }
    return withUnsafeBytes(of: v6.address.sin6_addr) { $0.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") }
  }
}
