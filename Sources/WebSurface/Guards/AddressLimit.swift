import HTTPTypes
import Hummingbird
import Model
import NIOCore
import Synchronization

/// Counts POSTs by network address: a bucket that holds what a period allows and fills evenly.
final class AddressLimit: RouterMiddleware {
  typealias Context = WebContext
  private struct Bucket { var left: Double, at: ContinuousClock.Instant }
  private let most: Int, period: Duration, trustedProxies: Int
  private let isCounted: @Sendable (Request) -> Bool
  private let buckets = Mutex<[NetworkAddress: Bucket]>([:])
  private static let mostAddresses = 50_000

  /// - Parameters:
  ///   - most: So many in each period; 0 for no limit.
  ///   - isCounted: Which POSTs are counted.
  init(
    most: Int, in period: Duration, trustedProxies: Int, isCounted: @escaping @Sendable (Request) -> Bool = { _ in true }
  ) {
    self.most = most; self.period = period; self.trustedProxies = trustedProxies; self.isCounted = isCounted
  }

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    guard most > 0, request.method == .post, isCounted(request) else { return try await next(request, context) }
    guard admits(request.address(context, trustedProxies: trustedProxies), at: .now) else {
      throw HTTPError(
        .tooManyRequests, headers: [.retryAfter: "\(max(1, period.components.seconds / Int64(most)))"],
        message: "That was a lot at once. Wait a moment, then try again.")
    }
    return try await next(request, context)
  }

  func admits(_ address: NetworkAddress, at now: ContinuousClock.Instant) -> Bool {
    buckets.withLock { buckets in
      if buckets.count > Self.mostAddresses { buckets = buckets.filter { now - $0.value.at < period } }
      var bucket = buckets[address] ?? Bucket(left: Double(most), at: now)
      bucket.left = min(Double(most), bucket.left + (now - bucket.at) / period * Double(most))
      bucket.at = now
      let isAdmitted = bucket.left >= 1
      if isAdmitted { bucket.left -= 1 }
      buckets[address] = bucket
      return isAdmitted
    }
  }
}
