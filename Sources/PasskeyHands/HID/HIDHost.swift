import Authenticator
import Foundation
import Synchronization

/// Joins a CTAPHID device to its connections, to the clock and to the authenticator.
public final class HIDHost: Sendable {
  private let events: AsyncStream<HIDEvent>.Continuation
  private let watch: PersonWatch, listener: UUID
  private let lastPort = Mutex(0)

  /// - Parameter wink: Shows which authenticator this is.
  public init(_ desk: AuthenticatorDesk, watch: PersonWatch, identity: HIDIdentity = HIDIdentity(), wink: @escaping @Sendable () -> Void = {}) {
    let (stream, events) = AsyncStream<HIDEvent>.makeStream()
    self.events = events
    self.watch = watch
    listener = watch.listen { events.yield(.status($0)) }
    Task {
      var loop = HIDLoop(device: HIDDevice(identity: identity), desk: desk, events: events, wink: wink)
      for await event in stream { await loop.take(event) }
      loop.end()
    }
  }
  deinit {
    watch.forget(listener)
    events.finish()
  }

  /// A new connection.
  ///
  /// - Parameter send: Takes one report of 64 bytes and does not wait.
  public func connect(send: @escaping @Sendable ([UInt8]) -> Void) -> HIDPort {
    let port = HIDPort(
      lastPort.withLock { last in
        last += 1
        return last
      })
    events.yield(.opened(port, send))
    return port
  }

  /// A report from a connection, in order.
  ///
  /// - Parameter taken: Called when it was dealt with, so that a connection need not give more before.
  public func receive(_ report: [UInt8], from port: HIDPort, taken: @escaping @Sendable () -> Void = {}) {
    events.yield(.report(report, port, taken))
  }

  public func disconnect(_ port: HIDPort) { events.yield(.closed(port)) }
}

enum HIDEvent: Sendable {
  case opened(HIDPort, @Sendable ([UInt8]) -> Void)
  case report([UInt8], HIDPort, @Sendable () -> Void)
  case closed(HIDPort)
  case answered(HIDTask.ID, [UInt8])
  case status(KeepaliveStatus)
  case timePassed
}
