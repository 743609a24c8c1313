import Browser
import Hummingbird
import Logging
import Person
import SimulatedCard
import Synchronization
import TestSite
import Testing

/// Another program of the computer has the hands' port.
@Suite struct ImpostorTests {
  @Test("A page that met its hands tells nothing to a program that took their port: no token, no PIN, no order") func impostor() async throws {
    let heard = Mutex<[String]>([])
    try await withCardVisit { visit in
      let page = visit.page
      try await visit.begin("Sign in with a card")
      try await visit.meet()
      try await page.wait(forText: "Put your card into the reader")
      try await visit.hands.stop()
      try await withImpostor(port: visit.hands.port, origin: visit.site.origin, heard: { line in heard.withLock { $0.append(line) } }) {
        try await page.go(to: visit.site.origin)
        try await page.press("Sign in with a card")
        try await page.wait(forText: "Nothing on this computer lends its card reader to this page.")
      }
    }
    let lines = heard.withLock { $0 }
    #expect(lines.contains { $0.hasPrefix("POST /prove") }, "it was asked who it is: \(lines)")
    #expect(lines.allSatisfy { !$0.contains("authorization") && !$0.hasPrefix("POST /card") && !$0.hasPrefix("POST /stay") }, "\(lines)")
  }
}

/// Answers whatever it is asked as hands might, but for the proof that it cannot give.
private func withImpostor(port: Int, origin: String, heard: @escaping @Sendable (String) -> Void, _ body: () async throws -> Void) async throws {
  let router = Router()
  router.add(middleware: Impostor(origin: origin, heard: heard))
  let (running, signal) = AsyncStream<Void>.makeStream()
  var logger = Logger(label: "impostor")
  logger.logLevel = .critical
  let application = Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), onServerRunning: { _ in signal.finish() }, logger: logger)
  let task = Task {
    defer { signal.finish() }
    try await application.run()
  }
  for await _ in running {}
  defer { task.cancel() }
  try await body()
}

private struct Impostor: RouterMiddleware {
  typealias Context = BasicRequestContext
  let origin: String
  let heard: @Sendable (String) -> Void

  func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 16)
    let fields = request.headers.map { "\($0.name.canonicalName): \($0.value)" }.joined(separator: "; ")
    // Which fields a page is about to send, its preflight names too.
    if request.method != .options { heard("\(request.method) \(request.uri.path) \(fields) \(String(buffer: body))") }
    let proof = #"{"name":"latchstring-hands","proof":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","reply":{"changed":{}}}"#
    return Response(
      status: .ok,
      headers: [
        .accessControlAllowOrigin: origin, .accessControlAllowHeaders: "content-type, authorization", .accessControlAllowMethods: "GET, POST",
        .contentType: "application/json",
      ], body: .init(byteBuffer: .init(string: proof)))
  }
}
