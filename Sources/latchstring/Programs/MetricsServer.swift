import HTTPConnections
import Hummingbird
import Logging
import Measurements
import ServiceLifecycle

/// Serves what the program counts about itself, on a port of its own that only this computer reaches.
struct MetricsServer: Service {
  let registry: MeasurementRegistry
  let port: Int
  let logger: Logger
  /// Called once it listens.
  var onRunning: @Sendable () -> Void = {}

  func run() async throws {
    try await naming(port: port, "metrics.port is \(String(port)), and that port is taken by another program.") {
      try await application.run()
    }
  }

  private var application: some ApplicationProtocol {
    let router = Router()
    router.get("/metrics") { [registry] _, _ in
      Response(
        status: .ok, headers: [.contentType: MeasurementRegistry.mediaType, .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: registry.openMetrics)))
    }
    return Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { [onRunning] _ in onRunning() }, logger: logger)
  }
}
