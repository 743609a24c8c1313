import HTTPTypes
import Hummingbird
import Model
import NIOCore
import Synchronization

/// Counts POSTs by network address: a bucket that holds a minute's worth and fills evenly.
final class AddressLimit: RouterMiddleware {
  typealias Context = WebContext
  private struct Bucket { var left: Double, at: ContinuousClock.Instant }
  private let perMinute: Int, trustedProxies: Int
  private let buckets = Mutex<[NetworkAddress: Bucket]>([:])
  private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
  private static let mostAddresses = 50_000

  init(perMinute: Int, trustedProxies: Int) {
    self.perMinute = perMinute; self.trustedProxies = trustedProxies
  }

  func handle(_ request: Request, context: WebContext, next: (Request, WebContext) async throws -> Response) async throws -> Response {
    guard perMinute > 0, request.method == .post else { return try await next(request, context) }
    let address = NetworkAddress(
      peer: context.remoteAddress?.ipAddress, forwardedFor: Self.forwardedFor.map { request.headers[values: $0] } ?? [],
      trustedProxies: trustedProxies)
    guard admits(address, at: .now) else {
      throw HTTPError(
        .tooManyRequests, headers: [.retryAfter: "\(max(1, 60 / perMinute))"],
        message: "That was a lot at once. Wait a moment, then try again.")
    }
    return try await next(request, context)
  }

  func admits(_ address: NetworkAddress, at now: ContinuousClock.Instant) -> Bool {
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
}
