import HTTPConnections
import TestSite
import Testing

@testable import LocalServer

/// Pages that stay connected to a server that closes other idle connections soon.
@Suite(.timeLimit(.minutes(3))) struct StayTests {
  private func stay(_ hands: TestHands, _ token: String) async throws -> RawConnection {
    let body = try await hands.prepare("{}", for: "/stay", token: token).order(token: token),
      page = try RawConnection(port: hands.port)
    let fields = [
      "Host: 127.0.0.1:\(hands.port)", "Origin: \(TestHands.home)", "Content-Type: application/json",
      "Content-Length: \(body.utf8.count)",
    ]
    try page.send("POST /stay HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body)
    return page
  }
  private func hello(_ hands: TestHands) throws -> RawConnection {
    let page = try RawConnection(port: hands.port)
    try page.send("GET /hello HTTP/1.1\r\nHost: 127.0.0.1:\(hands.port)\r\nOrigin: \(TestHands.home)\r\n\r\n")
    return page
  }

  @Test("a staying page is kept connected longer than one that sends no further request") func stays() async throws {
    var limits = ConnectionLimits()
    (limits.body, limits.answer, limits.idle) = (.milliseconds(500), .milliseconds(500), .milliseconds(200))
    try await withHands(connections: limits) { hands async throws in
      let hands = hands.closing
      let page = try await stay(hands, try await hands.meet())
      while await !hands.server.presence.isOpen(TestHands.owner) { try await Task.sleep(for: .milliseconds(20)) }
      for _ in 0..<5 { #expect(try await hello(hands).answer().hasPrefix("HTTP/1.1 200"), "closed after its answer") }
      #expect(!page.isClosed)
      #expect(await hands.server.presence.isOpen(TestHands.owner))
      page.close()
    }
  }

  @Test("no staying page is displaced by another connection, and closing one makes room") func full() async throws {
    var limits = ConnectionLimits()
    (limits.perLoopbackAddress, limits.idle) = (3, .milliseconds(200))
    try await withHands(connections: limits) { hands async throws in
      let hands = hands.closing
      let token = try await hands.meet()
      var pages: [RawConnection] = []
      for _ in 0..<3 { pages.append(try await stay(hands, token)) }
      while await hands.server.presence.open[TestHands.owner] ?? 0 < 3 { try await Task.sleep(for: .milliseconds(20)) }
      #expect(try await hello(hands).answer().isEmpty)
      #expect(pages.allSatisfy { !$0.isClosed })
      pages[0].close()
      var answer = ""
      while answer.isEmpty { answer = try await hello(hands).answer() }
      #expect(answer.hasPrefix("HTTP/1.1 200"))
      for page in pages.dropFirst() { page.close() }
    }
  }
}
