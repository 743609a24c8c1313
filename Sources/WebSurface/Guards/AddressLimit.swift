import AccountService
import Foundation
import HTTPConnections
import HTTPTypes
import Hummingbird

/// Limits POSTs by network address: all of them as a middleware, or only those to routes that use it.
struct AddressLimit: RouterMiddleware {
  typealias Context = PeerContext
  private let allowance: AddressAllowance, trustedProxies: Int
  private let start = ContinuousClock.now

  /// - Parameter most: The maximum number of POSTs in each period; 0 for no limit.
  init(most: Int, in period: TimeInterval, trustedProxies: Int) {
    allowance = AddressAllowance(most, in: period)
    self.trustedProxies = trustedProxies
  }

  func handle(
    _ request: Request, context: PeerContext, next: (Request, PeerContext) async throws -> Response
  ) async throws -> Response {
    if request.method == .post { try admit(request, context) }
    return try await next(request, context)
  }

  func admit(_ request: Request, _ context: PeerContext) throws {
    let address = request.address(context, trustedProxies: trustedProxies)
    guard !allowance.use(by: address, at: (.now - start) / .seconds(1)) else { return }
    throw HTTPError(
      .tooManyRequests, headers: [.retryAfter: "\(max(1, Int(allowance.period) / allowance.most))"],
      saying: "That was a lot at once. Wait a moment, then try again.")
  }
}
