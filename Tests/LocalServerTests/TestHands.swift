import AsyncHTTPClient
import Crypto
import Encoding
import Foundation
import HTTPConnections
import HandsProtocol
import Hummingbird
import Logging
import NIOCore
import Synchronization
import TestProgram
import TestSite
import Testing
import Vocabulary

@testable import CardHands
@testable import EscrowHands
@testable import LocalServer

/// The hands' server on its own port, with a performer supplied by the test.
struct TestHands: Sendable {
  static let home = "http://latchstring.localhost:7777", hosted = "https://accounts.example"
  static let tab = Base64URL.encode([UInt8](repeating: 1, count: 16)),
    otherTab = Base64URL.encode([UInt8](repeating: 2, count: 16))
  /// The seat owner for orders from the only tab of the home page.
  static let owner = SeatOwner(home, tab: tab)
  let port: Int
  let codes: PairingCodes
  let log: LinesLog
  let file: String
  let server: HandsServer
  /// `true` if each request uses its own connection: a server that closes connections soon may close one just as it is
  /// being reused.
  var closesConnections = false
  var closing: TestHands {
    var hands = self
    hands.closesConnections = true
    return hands
  }

  struct Answer: Sendable {
    var status: Int, headers: [String: String], text: String
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:] }
  }

  /// Sends an order. If there is a token, the order is sealed as a page seals it, and the answer is opened.
  func send(
    _ method: String, _ path: String, _ body: String? = nil, origin: String? = TestHands.home, token: String? = nil,
    tab: String = TestHands.tab,
    host: String? = nil, type: String = "application/json"
  ) async throws -> Answer {
    if let token, let body, let origin {
      let prepared = try await prepare(body, for: path, origin: origin, token: token)
      var answer = try await send(
        method, path, try prepared.order(token: token, tab: tab), origin: origin, host: host, type: type)
      if let sealed = answer.json["sealed"] as? String {
        answer.text = String(decoding: try #require(prepared.seal.open(sealed, .answer)), as: UTF8.self)
      }
      return answer
    }
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.method = .init(rawValue: method)
    request.headers.add(name: "Host", value: host ?? "127.0.0.1:\(port)")
    if let origin { request.headers.add(name: "Origin", value: origin) }
    if closesConnections { request.headers.add(name: "Connection", value: "close") }
    if let body {
      request.headers.add(name: "Content-Type", value: type)
      request.body = .bytes(ByteBuffer(string: body))
    }
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(120))
    let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
    return Answer(
      status: Int(response.status.code),
      headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { $1 }, text: text)
  }

  /// An order that is ready to be sealed.
  struct Prepared: Sendable {
    var page: String, opening: String, seal: PageSeal, work: String

    /// The body of the order.
    func order(token: String, tab: String = TestHands.tab) throws -> String {
      let inside = #"{"token":"\#(token)","tab":"\#(tab)","work":\#(work)}"#
      return #"{"page":"\#(page)","opening":"\#(opening)","sealed":"\#(try seal.seal(Data(inside.utf8), .order))"}"#
    }
  }

  /// Asks the hands for their proof, as a page does before every order.
  func prepare(
    _ work: String, for path: String, origin: String = TestHands.home, token: String
  ) async throws -> Prepared {
    let hash = Array(SHA256.hash(data: Data(token.utf8))), page = Base64URL.encode(Array(SHA256.hash(data: Data(hash))))
    let challenge = Base64URL.encode([UInt8](repeating: 5, count: 32))
    let answer = try await send("POST", "/prove", #"{"page":"\#(page)","challenge":"\#(challenge)"}"#, origin: origin)
    let opening = answer.json["opening"] as? String ?? ""
    let seal = PageSeal(hash: hash, path: path, origin: origin, port: port, opening: opening)
    return Prepared(page: page, opening: opening, seal: seal, work: work)
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
  secrets: PairingSecrets? = nil,
  confirm: @escaping HandsServer.Confirm = { _ in false },
  performer: @escaping HandsServer.Performer = { _, _, _ in CardNews(.correct) },
  cardOf: @escaping HandsServer.CardOf = { _ in nil },
  escrowPerformer: @escaping HandsServer.EscrowPerformer = { _, _ in EscrowNews(.absent(.noHands)) },
  grace: Duration = .seconds(5),
  connections: ConnectionLimits = ConnectionLimits(),
  onLeaving: @escaping @Sendable (SeatOwner) async -> Void = { _ in },
  _ body: (TestHands) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "hands-\(UUID().uuidString)").path
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let port = try FreePort.find(), log = LinesLog()
  let server = HandsServer(
    origins: [TestHands.hosted], homeOrigins: [TestHands.home], tokens: try TokenStore(path: folder + "/pages.json"),
    codes: codes, secrets: secrets, confirm: confirm,
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
  do {
    result = .success(
      try await body(TestHands(port: port, codes: codes, log: log, file: folder + "/pages.json", server: server)))
  } catch {
    result = .failure(error)
  }
  await waitForConnectionsTaken(port: port)
  task.cancel()
  _ = try? await task.value
  try result.get()
}

/// A log handler that collects all logged lines.
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

struct TestGaveUp: Error {}
