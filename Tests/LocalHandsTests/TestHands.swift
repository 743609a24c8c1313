import AsyncHTTPClient
import Encoding
import FlowKit
import Foundation
import HTTPConnections
import HandsProtocol
import Hummingbird
import Logging
import NIOCore
import Synchronization

@testable import LocalHands

/// The hands' server on a port of its own, with a performer that a test writes.
struct TestHands: Sendable {
  static let home = "http://latchstring.localhost:7777", hosted = "https://accounts.example"
  let port: Int
  let codes: PairingCodes
  let log: LinesLog
  let file: String
  let server: HandsServer

  struct Answer: Sendable {
    var status: Int, headers: [String: String], text: String
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:] }
  }

  func send(
    _ method: String, _ path: String, _ body: String? = nil, origin: String? = TestHands.home, token: String? = nil, host: String? = nil,
    type: String = "application/json"
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.method = .init(rawValue: method)
    request.headers.add(name: "Host", value: host ?? "127.0.0.1:\(port)")
    if let origin { request.headers.add(name: "Origin", value: origin) }
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    if let body {
      request.headers.add(name: "Content-Type", value: type)
      request.body = .bytes(ByteBuffer(string: body))
    }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(120))
    let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
    return Answer(
      status: Int(response.status.code), headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }, text: text)
  }

  func meet(as origin: String = TestHands.home) async throws -> String {
    let answer = try await send("POST", "/meet", "{\"code\":\"\(codes.shown)\"}", origin: origin)
    guard let token = answer.json["token"] as? String else { throw TestGaveUp() }
    return token
  }
  static func order(_ effect: CardEffect, secrets: [String: String] = [:]) throws -> String {
    let text = String(decoding: try JSONEncoder().encode(effect), as: UTF8.self)
    return "{\"effect\":\(text),\"secrets\":\(String(decoding: try JSONEncoder().encode(secrets), as: UTF8.self))}"
  }
}

func withHands(
  codes: PairingCodes = PairingCodes(),
  confirm: @escaping HandsServer.Confirm = { _ in false }, performer: @escaping HandsServer.Performer = { _, _, _ in CardNews(.correct) },
  cardOf: @escaping HandsServer.CardOf = { _ in nil },
  escrowPerformer: @escaping HandsServer.EscrowPerformer = { _, _ in EscrowNews(.absent(.noHands)) }, grace: Duration = .seconds(5),
  connections: ConnectionLimits = ConnectionLimits(), onLeaving: @escaping @Sendable (String) async -> Void = { _ in },
  _ body: (TestHands) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "hands-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let port = Int.random(in: 20_000..<30_000), log = LinesLog()
  let server = HandsServer(
    origins: [TestHands.hosted], homeOrigins: [TestHands.home], book: try TokenBook(path: folder + "/pages.json"), codes: codes, confirm: confirm,
    performer: performer, cardOf: cardOf, escrowPerformer: escrowPerformer, grace: grace, connections: connections,
    onLeaving: onLeaving)
  var logger = Logger(label: "hands") { _ in log }
  logger.logLevel = .trace
  let (running, signal) = AsyncStream<Void>.makeStream()
  let application = server.application(port: port, logger: logger) { signal.finish() }
  let task = Task {
    defer { signal.finish() }
    try await application.run()
  }
  for await _ in running {}
  let result: Result<Void, any Error>
  do { result = .success(try await body(TestHands(port: port, codes: codes, log: log, file: folder + "/pages.json", server: server))) } catch {
    result = .failure(error)
  }
  task.cancel()
  _ = try? await task.value
  try result.get()
}

/// Everything that was logged.
final class LinesLog: LogHandler {
  private let kept = Mutex<[String]>([])
  var lines: [String] { kept.withLock { $0 } }
  var logLevel: Logger.Level {
    get { .trace }
    set {}
  }
  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }
  func log(event: LogEvent) { kept.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") } }
}
