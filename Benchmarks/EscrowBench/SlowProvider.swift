import AsyncHTTPClient
import Escrow
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import TestProvider
import TestSite

/// A real provider that appears to be far away: each of its answers is delayed.
struct SlowProvider: Sendable {
  let provider: RunningProvider
  let address: ProviderAddress
  let delay: Duration

  /// It runs until the program ends.
  static func start(delay: Duration, http: HTTPClient) async throws -> SlowProvider {
    let provider = try await RunningProvider.start(clock: TestClock()), port = try FreePort.find()
    let way = SlowWay(target: "http://127.0.0.1:\(provider.provider.port)", delay: delay, http: http)
    let (running, signal) = AsyncStream<Void>.makeStream()
    let application = Application(
      responder: way, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { _ in signal.yield() },
      logger: Logger(label: "way") { _ in SwiftLogNoOpLogHandler() })
    Task { try await application.run() }
    for await _ in running { break }
    guard let address = ProviderAddress("http://127.0.0.1:\(port)/") else { throw TestSiteError() }
    return SlowProvider(provider: provider, address: address, delay: delay)
  }
}

/// The delay of the network path to a distant provider.
private struct SlowWay: HTTPResponder {
  typealias Context = BasicRequestContext
  let target: String
  let delay: Duration
  let http: HTTPClient
  private static let most = 4 << 20
  private static let ofTheConnection: Set<String> = ["host", "connection", "content-length", "transfer-encoding"]

  func respond(to request: Request, context: Context) async throws -> Response {
    try await Task.sleep(for: delay)
    var call = HTTPClientRequest(url: target + (request.head.path ?? "/"))
    call.method = .init(rawValue: request.method.rawValue)
    for field in request.headers where !Self.ofTheConnection.contains(field.name.canonicalName) {
      call.headers.add(name: field.name.rawName, value: field.value)
    }
    let body = try await request.body.collect(upTo: Self.most)
    if request.method == .post { call.body = .bytes(body) }
    let answer = try await http.execute(call, timeout: .seconds(30))
    var headers = HTTPFields()
    for (name, value) in answer.headers where !Self.ofTheConnection.contains(name.lowercased()) {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    let bytes = try await answer.body.collect(upTo: Self.most)
    return Response(status: .init(code: Int(answer.status.code)), headers: headers, body: .init(byteBuffer: bytes))
  }
}
