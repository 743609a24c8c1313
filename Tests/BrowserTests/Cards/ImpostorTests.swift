import Browser
import Hummingbird
import Logging
import Person
import SimulatedCard
import Synchronization
import TestSite
import Testing

@testable import CardTests

/// A different program on the computer has the hands' port.
@Suite struct ImpostorTests {
  /// The impostor is a program that took the port.
  @Test("A page that knows its hands sends no token, PIN or order to an impostor on their port")
  func impostor() async throws {
    let heard = Mutex<[String]>([])
    try await withHandsGone { visit in
      let page = visit.page
      try await withImpostor(
        port: visit.hands.port, origin: visit.site.origin, heard: { line in heard.withLock { $0.append(line) } }
      ) {
        try await page.go(to: visit.site.origin)
        try await page.press("Sign in with a card")
        try await page.wait(forText: "Nothing on this computer lends its card reader to this page.")
      }
    }
    let lines = heard.withLock { $0 }
    #expect(lines.contains { $0.hasPrefix("POST /prove") }, "it was asked who it is: \(lines)")
    #expect(lines.allSatisfy(isHarmless), "\(lines)")
  }

  /// The page recognizes its hands again afterwards.
  @Test("A program on the port that claims not to know the page gets no token")
  func stranger() async throws {
    let heard = Mutex<[String]>([])
    try await withHandsGone { visit in
      let page = visit.page
      try await withImpostor(
        port: visit.hands.port, origin: visit.site.origin, status: .unauthorized,
        heard: { line in heard.withLock { $0.append(line) } }
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

  @Test("A program between a page and its hands sees no PIN, token or order, and cannot replay any")
  func between() async throws {
    let prepared = try PreparedCard.withAccount.get()
    try await withCardVisit(pairings: try prepared.pairings(), isLending: false) { visit in
      let between = try Eavesdropper(port: visit.hands.port)
      defer { between.stop() }
      await visit.hands.start(host: "127.0.0.2")
      try await visit.begin("Sign in with a card")
      try await visit.meet()
      visit.reader.insert(try prepared.copy())
      try await visit.enterPIN("111111")
      try await visit.page.wait(forText: "2 tries left.")
      let heard = between.heard
      #expect(heard.contains("POST /card") && heard.contains("\"sealed\""))
      // The code is typed before there is a key for sealing, and the token is returned in exchange.
      let token = try #require(heard.firstMatch(of: /"token":"([\w-]+)"/)?.1)
      for word in ["111111", "verifyPIN", "effect", "reply", "Bearer"] { #expect(!heard.contains(word), "\(word)") }
      #expect(heard.ranges(of: token).count == 1)
      // Every order that passed, replayed by a program that claims the page's origin.
      let orders = heard.split(separator: "POST ").filter { $0.hasPrefix("/card") }, commands = visit.reader.commands
      #expect(orders.count > 3)
      for order in orders {
        let body = try #require(order.firstMatch(of: /\{"page".*?\}/)?.output)
        let again = try RawConnection(port: visit.hands.port)
        try again.send(
          """
          POST /card HTTP/1.1\r\nHost: 127.0.0.1:\(visit.hands.port)\r\nOrigin: \(visit.site.origin)\r\n\
          Content-Type: application/json\r\n
          """
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(await again.answer().hasPrefix("HTTP/1.1 401"))
      }
      #expect(visit.reader.commands == commands, "nothing of it reached the card")
    }
  }

  @Test("Two tabs have separate seats at the card: a PIN entered in one opens nothing in the other")
  func tabs() async throws {
    let prepared = try PreparedCard.withAccount.get()
    try await withCardVisit(pairings: try prepared.pairings()) { visit in
      try await visit.begin("Sign in with a card")
      try await visit.meet()
      visit.reader.insert(try prepared.copy())
      _ = try await visit.page.find("#pin")
      let copy = try await visit.page.openTab()
      // A duplicated tab has the first tab's storage.
      let name = try await visit.page.evaluate("sessionStorage.getItem('latchstring.hands.tab')")
      try await copy.go(to: visit.site.origin)
      try await copy.run("sessionStorage.setItem('latchstring.hands.tab', arguments[0])", name)
      try await copy.press("Sign in with a card")
      _ = try await copy.find("#pin")
      #expect(try await copy.evaluate("sessionStorage.getItem('latchstring.hands.tab')") != name)
      try await visit.enterPIN("111111")
      try await visit.page.wait(forText: "Another page or tab was using the card.")
      // A reloaded page is still the same tab.
      try await visit.page.reload()
      _ = try await visit.page.find("#pin")
      #expect(try await visit.page.evaluate("sessionStorage.getItem('latchstring.hands.tab')") == name)
    }
  }

  @Test("When a card's page is left, its card is released") func left() async throws {
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

  /// A page paired with its hands, which are now gone.
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
    !line.contains("token") && !line.hasPrefix("POST /card") && !line.hasPrefix("POST /stay")
  }
}

extension CardVisit {
  /// Waits until the page has no more requests to send, and only waits for a card.
  fileprivate func settled() async {
    while !reader.isWatched { try? await Task.sleep(for: .milliseconds(20)) }
  }
}

/// Answers every request as hands might, except for the proof, which it cannot provide.
private func withImpostor(
  port: Int, origin: String, status: HTTPResponse.Status = .ok, heard: @escaping @Sendable (String) -> Void,
  _ body: () async throws -> Void
) async throws {
  let router = Router()
  router.add(middleware: Impostor(origin: origin, status: status, heard: heard))
  let (running, signal) = AsyncStream<Void>.makeStream()
  var logger = Logger(label: "impostor")
  logger.logLevel = .critical
  let application = Application(
    router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
    onServerRunning: { _ in signal.finish() }, logger: logger)
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
  /// The status that answers the request for the proof.
  let status: HTTPResponse.Status
  let heard: @Sendable (String) -> Void

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let body = try await request.body.collect(upTo: 1 << 16)
    let fields = request.headers.map { "\($0.name.canonicalName): \($0.value)" }.joined(separator: "; ")
    // A preflight also names the header fields that a page is about to send.
    if request.method != .options { heard("\(request.method) \(request.uri.path) \(fields) \(String(buffer: body))") }
    let mac = String(repeating: "A", count: 43)
    let proof =
      #"{"name":"latchstring-hands","proof":"\#(mac)","opening":"AAAA","version":6,"reply":{"type":"changed"}}"#
    return Response(
      status: request.uri.path == "/prove" && request.method != .options ? status : .ok,
      headers: [
        .accessControlAllowOrigin: origin, .accessControlAllowHeaders: "content-type",
        .accessControlAllowMethods: "GET, POST",
        .contentType: "application/json",
      ], body: .init(byteBuffer: .init(string: proof)))
  }
}
