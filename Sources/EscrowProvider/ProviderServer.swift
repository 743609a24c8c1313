import Foundation
import HTTPConnections
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The provider's HTTP service (GNU Anastasis, REST v1), at the root of its host.
public struct ProviderServer: Sendable {
  public let provider: Provider
  private let connections: ConnectionGuard

  /// - Parameter connections: The limits on connections and on the time that clients may take; `nil` for limits that
  ///   suit the provider's proxies.
  public init(_ provider: Provider, connections: ConnectionLimits? = nil) {
    self.provider = provider
    self.connections = ConnectionGuard(
      connections ?? ConnectionLimits(trustedProxies: provider.settings.limits.trustedProxies))
  }

  /// Creates the application for one listening address. `onRunning` receives the port once it is open.
  ///
  /// - Parameter isOwn: `true` to answer only this computer's own programs and the provider's own pages. The port must
  ///   not be 0 in that case, because it is part of the provider's name.
  public func application(
    host: String, port: Int, isOwn: Bool = false, logger: Logger,
    onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    Application(
      router: router(isOwn ? OwnGuard(port: port) : nil), server: connections.server,
      configuration: .init(
        address: .hostname(host, port: port), serverName: nil, backlog: ConnectionGuard.backlog),
      onServerRunning: { await onRunning($0.localAddress?.port ?? port) }, logger: logger)
  }

  /// Creates the server for a listening socket that the service manager has opened. `onRunning` is called once it
  /// accepts connections.
  public func server(socket: CInt, logger: Logger, onRunning: @escaping @Sendable () async -> Void) -> some Service {
    InheritedServer(
      socket: socket, responder: router(nil).buildResponder(), guarding: connections, logger: logger,
      onRunning: onRunning)
  }

  /// Deletes expired data. The caller must call this method from time to time.
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
