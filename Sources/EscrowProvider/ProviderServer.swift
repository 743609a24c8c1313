import Foundation
import HTTPConnections
import Hummingbird
import Logging
import NIOCore

/// The provider's HTTP service (GNU Anastasis, REST v1), at the root of its host.
public struct ProviderServer: Sendable {
  public let provider: Provider
  private let connections: ConnectionGuard

  /// - Parameter connections: How long clients may take, and how many connections they may have; `nil` for what fits
  ///   its proxies.
  public init(_ provider: Provider, connections: ConnectionLimits? = nil) {
    self.provider = provider
    self.connections = ConnectionGuard(
      connections ?? ConnectionLimits(trustedProxies: provider.settings.limits.trustedProxies))
  }

  /// One listening address. `onRunning` hears the port when it is there.
  ///
  /// - Parameter isOwn: Whether it answers nobody but this computer's own programs and the provider's own pages. Its
  ///   port is not 0 then: it is part of its name.
  public func application(
    host: String, port: Int, isOwn: Bool = false, logger: Logger,
    onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    Application(
      router: router(isOwn ? OwnGuard(port: port) : nil), server: connections.server,
      configuration: .init(address: .hostname(host, port: port), serverName: nil),
      onServerRunning: { await onRunning($0.localAddress?.port ?? port) }, logger: logger)
  }

  /// Throws away what is over. To be called now and then.
  public func sweep() async throws { try await Sweeping(provider: provider).sweep() }

  private func router(_ guardian: OwnGuard?) -> Router<PeerContext> {
    let router = Router(context: PeerContext.self, options: .autoGenerateHeadEndpoints)
    if let guardian { router.add(middleware: guardian) }
    router.add(middleware: CrossOriginHeaders())
    router.add(middleware: RequestLog(source: "EscrowProvider"))
    router.add(middleware: RefusalAnswers())
    ConfigRoutes(provider: provider).add(to: router)
    DocumentRoutes(provider: provider).add(to: router)
    TruthRoutes(provider: provider).add(to: router)
    if provider.settings.speaksOldProtocol { OldTruthRoutes(provider: provider).add(to: router) }
    OtherMethods(provider: provider).add(to: router)
    if let proof = provider.settings.ownProof { OwnRoutes(proof: proof).add(to: router) }
    if let till = provider.till { TillRoutes(till: till).add(to: router) }
    return router
  }
}
