import Hummingbird
import Logging
import Measurements

/// Serves what the program counts about itself, on a port of its own that only this computer reaches.
struct MetricsServer {
  static let path: RouterPath = "/metrics"

  let registry: MeasurementRegistry
  let port: Int

  func application(logger: Logger) -> some ApplicationProtocol {
    let router = Router()
    router.get(Self.path) { [registry] _, _ in
      Response(
        status: .ok, headers: [.contentType: MeasurementRegistry.mediaType, .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: registry.openMetrics)))
    }
    return Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
  }
}
