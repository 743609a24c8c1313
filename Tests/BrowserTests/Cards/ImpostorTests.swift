import Browser
import Hummingbird
import Logging
import Person
import SimulatedCard
import Synchronization
import TestSite
import Testing

@testable import CardTests

/// Another program of the computer has the hands' port.
@Suite struct ImpostorTests {
  @Test("A page that met its hands tells nothing to a program that took their port: no token, no PIN, no order") func impostor() async throws {
    let heard = Mutex<[String]>([])
    try await withHandsGone { visit in
      let page = visit.page
      try await withImpostor(port: visit.hands.port, origin: visit.site.origin, heard: { line in heard.withLock { $0.append(line) } }) {
        try await page.go(to: visit.site.origin)
        try await page.press("Sign in with a card")
        try await page.wait(forText: "Nothing on this computer lends its card reader to this page.")
      }
    }
    let lines = heard.withLock { $0 }
    #expect(lines.contains { $0.hasPrefix("POST /prove") }, "it was asked who it is: \(lines)")
    #expect(lines.allSatisfy(isHarmless), "\(lines)")
  }

  @Test("A program on the hands' port that says it does not know the page gets no token, and the hands are known again afterwards")
  func stranger() async throws {
    let heard = Mutex<[String]>([])
    try await withHandsGone { visit in
      let page = visit.page
      try await withImpostor(
        port: visit.hands.port, origin: visit.site.origin, status: .unauthorized, heard: { line in heard.withLock { $0.append(line) } }
      ) {
        try await page.go(to: visit.site.origin)
        try await page.press("Sign in with a card")
        try await page.wait(forText: "Code from the terminal")
      }
      await visit.hands.start()
      try await visit.begin("Sign in with a card")
      try await page.wait(forText: "Put your card into the reader")
    }
    let lines = heard.withLock { $0 }
    #expect(!lines.isEmpty && lines.allSatisfy(isHarmless), "\(lines)")
  }

  @Test("When the page of a card is left, its card is let go") func left() async throws {
    let prepared = try PreparedCard.withAccount.get()
    try await withCardVisit(pairings: try prepared.pairings()) { visit in
      try await visit.begin("Sign in with a card")
      try await visit.meet()
      visit.reader.insert(try prepared.copy())
      _ = try await visit.page.find("#pin")
      #expect(visit.reader.isHeld)
      try await visit.page.go(to: visit.site.origin)
      try await visit.page.wait(until: "the card is let go") { !visit.reader.isHeld }
    }
  }

  /// A page met its hands, and they are gone.
  private func withHandsGone(_ body: (CardVisit) async throws -> Void) async throws {
    try await withCardVisit { visit in
      try await visit.begin("Sign in with a card")
      try await visit.meet()
      try await visit.page.wait(forText: "Put your card into the reader")
      await visit.settled()
      await visit.hands.stop()
      try await body(visit)
    }
  }

  private func isHarmless(_ line: String) -> Bool {
    !line.contains("authorization") && !line.hasPrefix("POST /card") && !line.hasPrefix("POST /stay")
  }
}

extension CardVisit {
  /// Until the page has said all that it has to say for now, and only waits for a card.
  fileprivate func settled() async {
    while !reader.isWatched { try? await Task.sleep(for: .milliseconds(20)) }
  }
}

/// Answers whatever it is asked as hands might, but for the proof that it cannot give.
private func withImpostor(
  port: Int, origin: String, status: HTTPResponse.Status = .ok, heard: @escaping @Sendable (String) -> Void, _ body: () async throws -> Void
) async throws {
  let router = Router()
  router.add(middleware: Impostor(origin: origin, status: status, heard: heard))
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
  /// What the question for the proof is answered with.
  let status: HTTPResponse.Status
  let heard: @Sendable (String) -> Void

  func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 16)
    let fields = request.headers.map { "\($0.name.canonicalName): \($0.value)" }.joined(separator: "; ")
    // Which fields a page is about to send, its preflight names too.
    if request.method != .options { heard("\(request.method) \(request.uri.path) \(fields) \(String(buffer: body))") }
    let proof = #"{"name":"latchstring-hands","proof":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","version":2,"reply":{"type":"changed"}}"#
    return Response(
      status: request.uri.path == "/prove" && request.method != .options ? status : .ok,
      headers: [
        .accessControlAllowOrigin: origin, .accessControlAllowHeaders: "content-type, authorization", .accessControlAllowMethods: "GET, POST",
        .contentType: "application/json",
      ], body: .init(byteBuffer: .init(string: proof)))
  }
}
