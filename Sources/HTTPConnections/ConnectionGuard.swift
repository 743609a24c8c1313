import Hummingbird
import HummingbirdCore

/// The guard of every server of ours against slow clients and too many of them. Each server has one, over all addresses
/// that it listens on.
public struct ConnectionGuard: Sendable {
  private let limits: ConnectionLimits
  private let ledger: ConnectionLedger

  public init(_ limits: ConnectionLimits) {
    self.limits = limits
    ledger = ConnectionLedger(limits)
  }

  /// HTTP/1.1 within the limits, for an `Application`.
  public var server: HTTPServerBuilder {
    .http1(configuration: .init(additionalChannelHandlers: [ConnectionHandler(limits, ledger: ledger)]))
  }
}
