import Hummingbird
import HummingbirdCore

/// Protects each of our servers against slow clients and too many clients. Each server has one guard for all the
/// addresses that it listens on.
public struct ConnectionGuard: Sendable {
  /// The number of connections that the system is asked to hold until they are accepted. It may hold fewer (listen(2)).
  /// A client that finds no room tries again after one second, then after three.
  public static let backlog = 4096
  private let limits: ConnectionLimits
  private let ledger: ConnectionLedger

  public init(_ limits: ConnectionLimits) {
    self.limits = limits
    ledger = ConnectionLedger(limits)
  }

  /// An HTTP/1.1 server that enforces the limits, for an `Application`.
  public var server: HTTPServerBuilder { .http1(configuration: configuration) }

  /// The same for a server that accepts its connections itself.
  func channel(_ responder: @escaping HTTPChannelHandler.Responder) -> HTTP1Channel {
    HTTP1Channel(responder: responder, configuration: configuration)
  }

  private var configuration: HTTP1Channel.Configuration {
    .init(additionalChannelHandlers: [ConnectionHandler(limits, ledger: ledger)])
  }
}
