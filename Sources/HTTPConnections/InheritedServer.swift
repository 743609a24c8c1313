import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOPosix
import ServiceLifecycle

/// An HTTP server on a listening socket that the service manager has opened, and keeps open.
///
/// Hummingbird opens its own sockets only. With an inherited one, connections that arrive while the service restarts
/// wait in the socket's queue, and none is refused. When the server is stopped, it answers the requests that it has
/// accepted, and leaves the rest of the queue to its successor.
public struct InheritedServer<Responder: HTTPResponder>: Service where Responder.Context == PeerContext {
  private let socket: CInt
  private let responder: Responder
  private let guarding: ConnectionGuard
  private let logger: Logger
  private let onRunning: @Sendable () async -> Void

  /// - Parameters:
  ///   - socket: A listening socket; the server closes it when it ends.
  ///   - onRunning: Called once the server accepts connections.
  public init(
    socket: CInt, responder: Responder, guarding: ConnectionGuard, logger: Logger,
    onRunning: @escaping @Sendable () async -> Void
  ) {
    self.socket = socket
    self.responder = responder
    self.guarding = guarding
    self.logger = logger
    self.onRunning = onRunning
  }

  public func run() async throws {
    let channels = guarding.channel { [responder, logger] request, writer, channel in
      try await Self.answer(request, writer, channel, responder, logger)
    }
    let group = MultiThreadedEventLoopGroup.singleton, logger = logger
    let quiescing = ServerQuiescingHelper(group: group)
    let listening = try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: numericCast(ConnectionGuard.backlog))
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(quiescing.makeServerChannelHandler(channel: channel))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .bind(socket) { channels.setup(channel: $0, logger: logger) }
    let stopped = group.next().makePromise(of: Void.self)
    await withGracefulShutdownHandler {
      await onRunning()
      await withDiscardingTaskGroup { tasks in
        do {
          try await listening.executeThenClose { accepted in
            for try await connection in accepted {
              tasks.addTask { await channels.handle(value: connection, logger: logger) }
            }
          }
        } catch { logger.error("The listening socket failed.", error: error) }
      }
    } onGracefulShutdown: {
      quiescing.initiateShutdown(promise: stopped)
    }
    stopped.succeed()
  }

  /// Answers one request as Hummingbird's own `Application` does.
  private static func answer(
    _ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel, _ responder: Responder,
    _ logger: Logger
  ) async throws {
    var logger = logger
    logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
    var response: Response
    do {
      response = try await responder.respond(
        to: request, context: PeerContext(source: .init(channel: channel, logger: logger)))
    } catch {
      logger.debug("A request failed.", error: error)
      response = Response(status: .internalServerError)
    }
    response.headers[.date] = httpDate(Date())
    try await writer.write(response: response.head, body: response.body)
  }
}

/// A date as RFC 9110 §5.6.7 writes it. No locale was chosen, so the names of days and months are the English ones.
func httpDate(_ date: Date) -> String {
  var seconds = time_t(date.timeIntervalSince1970), parts = tm(), text = [CChar](repeating: 0, count: 32)
  gmtime_r(&seconds, &parts)
  let length = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
  return String(decoding: text[..<length].map(UInt8.init), as: UTF8.self)
}
