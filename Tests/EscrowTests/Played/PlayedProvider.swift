import Encoding
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
import TestProgram

@testable import Escrow

/// A small strict provider in this process, on a free loopback port, that lies and fails on demand.
final class PlayedProvider: Sendable {
  let address: ProviderAddress
  let state: Mutex<PlayedState>

  init(address: ProviderAddress, state: PlayedState) { self.address = address; self.state = Mutex(state) }

  /// Applies the trick to the next `times` requests of this kind.
  func trick(_ call: PlayedCall, _ trick: Trick, times: Int = 1) {
    state.withLock { $0.tricks[call, default: []] += Array(repeating: trick, count: times) }
  }
  /// Makes it behave: removes all tricks.
  func behave() { state.withLock { $0.tricks = [:] } }
  func count(_ call: PlayedCall) -> Int { state.withLock { state in state.requests.count { $0.call == call } } }
  var requests: [PlayedRequest] { state.withLock(\.requests) }
  var configuration: ProviderConfiguration { state.withLock(\.configuration) }
  /// The last code sent for this truth.
  func code(_ truth: Base32Bytes) -> UInt64? { state.withLock { $0.truths[truth.text]?.code } }

  fileprivate func respond(_ request: PlayedRequest) async throws -> Response {
    let trick = state.withLock { state in
      state.requests.append(request)
      return state.tricks[request.call]?.isEmpty == false ? state.tricks[request.call]?.removeFirst() : nil
    }
    switch trick {
    case .answer(let answer): return Self.response(answer)
    case .silence:
      try await Task.sleep(for: .seconds(3_600))
      return Response(status: .internalServerError)
    case .waits(let count, let answer):
      while self.count(request.call) < count { try await Task.sleep(for: .milliseconds(5)) }
      return Self.response(answer)
    case .trickle:
      return Response(
        status: .ok, headers: [.contentLength: "10"],
        body: ResponseBody(contentLength: 10) { writer in
          try await writer.write(ByteBuffer(string: "{"))
          try await Task.sleep(for: .seconds(3_600))
        })
    case .cut: return Self.cut
    case .cutAfter:
      _ = state.withLock { $0.answer(request) }
      return Self.cut
    case .changed(let change): return Self.response(change(state.withLock { $0.answer(request) }))
    case nil: return Self.response(state.withLock { $0.answer(request) })
    }
  }

  private struct Cut: Error {}
  private static var cut: Response {
    Response(status: .ok, headers: [.contentLength: "10"], body: ResponseBody(contentLength: 10) { _ in throw Cut() })
  }
  private static func response(_ answer: PlayedAnswer) -> Response {
    var headers = HTTPFields()
    for (name, value) in answer.headers { if let name = HTTPField.Name(name) { headers[name] = value } }
    let body =
      [204, 304].contains(answer.status) ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
    return Response(status: .init(code: answer.status), headers: headers, body: body)
  }
}

/// Runs this number of providers while `body` runs, with a client for them that gives up quickly.
func withProviders(
  _ count: Int = 1, patience: Duration = .seconds(20), change: (Int, inout PlayedState) -> Void = { _, _ in },
  _ body: ([PlayedProvider], ProviderClient) async throws -> Void
) async throws {
  var providers: [PlayedProvider] = [], tasks: [Task<Void, any Error>] = []
  let http = ProviderClient.makeHTTPClient()
  let result: Result<Void, any Error>
  do {
    for index in 0..<count {
      var state = PlayedState(name: "Provider \(index)")
      change(index, &state)
      let (provider, task) = try await start(state)
      providers.append(provider)
      tasks.append(task)
    }
    result = .success(try await body(providers, ProviderClient(http: http, patience: patience)))
  } catch { result = .failure(error) }
  try await http.shutdown()
  for provider in providers {
    provider.behave()
    if let port = URL(string: provider.address.text)?.port { await waitForConnectionsTaken(port: port) }
  }
  for task in tasks {
    task.cancel()
    _ = try? await task.value
  }
  try result.get()
}

private struct DidNotStart: Error {}
private final class Slot: Sendable { let provider = Mutex<PlayedProvider?>(nil) }

private func start(_ state: PlayedState) async throws -> (PlayedProvider, Task<Void, any Error>) {
  let (ports, signal) = AsyncStream<Int>.makeStream(), slot = Slot()
  let responder = CallbackResponder<BasicRequestContext> { request, _ in
    guard let provider = slot.provider.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
    let body = try await request.body.collect(upTo: 32 << 20)
    let headers = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { $1 }
    let query = Dictionary(request.uri.queryParameters.map { (String($0.key), String($0.value)) }) { $1 }
    return try await provider.respond(
      PlayedRequest(
        method: request.method.rawValue, path: request.uri.path, query: query, headers: headers,
        body: Array(body.readableBytesView)))
  }
  var logger = Logger(label: "played")
  logger.logLevel = .critical
  let application = Application(
    responder: responder, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
    onServerRunning: { channel in
      if let port = channel.localAddress?.port { signal.yield(port) }
      signal.finish()
    }, logger: logger)
  let task = Task {
    defer { signal.finish() }
    try await application.run()
  }
  guard let port = await ports.first(where: { _ in true }), let address = ProviderAddress("http://127.0.0.1:\(port)/")
  else {
    task.cancel()
    throw DidNotStart()
  }
  let provider = PlayedProvider(address: address, state: state)
  slot.provider.withLock { $0 = provider }
  return (provider, task)
}
