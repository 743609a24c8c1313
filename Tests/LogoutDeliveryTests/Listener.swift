import Hummingbird
import Logging
import Synchronization
import TestSite

/// A service that hears of ended sign-ins, on a port of its own.
final class Listener: Sendable {
  let port: Int
  private let heard = Mutex<[String]>([])
  private let status = Mutex(HTTPResponse.Status.ok)
  private let isHanging = Atomic(false)

  private init(port: Int) { self.port = port }

  /// The bodies that it got.
  var bodies: [String] { heard.withLock { $0 } }
  var address: String { "http://127.0.0.1:\(port)/logout" }
  func answer(_ next: HTTPResponse.Status) { status.withLock { $0 = next } }
  /// Has it take requests and answer none.
  func hang() { isHanging.store(true, ordering: .relaxed) }

  static func listening(_ body: (Listener) async throws -> Void) async throws {
    let listener = Listener(port: try FreePort.find()), router = Router()
    router.post("/logout") { request, context in
      let text = String(buffer: try await request.body.collect(upTo: 1 << 16))
      listener.heard.withLock { $0.append(text) }
      if listener.isHanging.load(ordering: .relaxed) { try await Task.sleep(for: .seconds(30)) }
      return Response(status: listener.status.withLock { $0 })
    }
    let logger = Logger(label: "listener") { _ in SwiftLogNoOpLogHandler() }
    try await withServer(logger: logger) { listens in
      Application(
        router: router, configuration: .init(address: .hostname("127.0.0.1", port: listener.port)),
        onServerRunning: { _ in listens() }, logger: logger)
    } _: {
      try await body(listener)
    }
  }
}
