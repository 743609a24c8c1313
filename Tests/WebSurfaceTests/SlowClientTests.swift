import TestSite
import Testing

/// Clients that are slow, or come in large numbers, over real sockets.
@Suite(.timeLimit(.minutes(3))) struct SlowClientTests {
  private static let fields = "Host: latchstring.localhost\r\n"

  private func get(_ site: TestSite, _ path: String = "/healthz", _ more: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: latchstring.localhost:\(site.port)\r\n\(more)\r\n"
  }
  private func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { try await Task.sleep(for: .milliseconds(20)) }
  }
  /// Sends one byte after another until the other side has closed the connection.
  private func dribble(into connection: RawConnection) async throws -> String {
    async let answer = connection.answer()
    let dribbling = Task {
      while !Task.isCancelled {
        try connection.send("a")
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    defer { dribbling.cancel() }
    return await answer
  }

  @Test("400 incomplete requests lock nobody out, not even from their own address")
  func many() async throws {
    try await withSite(change: {
      $0.connections.head = .seconds(3600); $0.connections.body = .seconds(3600); $0.connections.perLoopbackAddress = 64
    }) { (site) async throws in
      let half = try await RawConnection.crowd(400, port: site.port) { number in
        number.isMultiple(of: 2)
          ? "POST /start/registration HTTP/1.1\r\n\(Self.fields)Content-Length: 9\r\n\r\na" : "GET / HTTP/1.1\r\nHo"
      }
      defer { for connection in half { connection.close() } }
      #expect(try await Visitor(site).get("/healthz").status == 200)
      try await until { half.count(where: \.isClosed) >= 400 - 64 }
      #expect(try await Visitor(site).get("/healthz").status == 200)
      #expect(half.count(where: \.isClosed) <= 400 - 64 + 8, "only as many as there was no room for")
      let other = try RawConnection(port: site.port, from: 2)
      try other.send(get(site, "/healthz", "Connection: close\r\n"))
      #expect(await other.answer().hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test("incomplete requests lock nobody out even if they follow complete ones in a packet") func pipelined()
    async throws
  {
    try await withSite(change: {
      $0.connections.body = .seconds(3600); $0.connections.perLoopbackAddress = 64
    }) { (site) async throws in
      let requests =
        get(site, "/healthz") + "POST /start/registration HTTP/1.1\r\n\(Self.fields)Content-Length: 9\r\n\r\n"
      let half = try await RawConnection.crowd(64, port: site.port) { _ in requests }
      defer { for connection in half { connection.close() } }
      try await until { half.allSatisfy(\.isAnswered) }
      for _ in 0..<3 { #expect(try await Visitor(site).get("/healthz").status == 200) }
      let other = try RawConnection(port: site.port)
      try other.send(get(site, "/healthz", "Connection: close\r\n"))
      #expect(await other.answer().hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test("at the limit for all addresses, the address with the most connections makes room") func inAll() async throws {
    try await withSite(change: {
      $0.connections.head = .seconds(3600); $0.connections.inAll = 12
    }) { (site) async throws in
      let few = try await RawConnection.crowd(3, port: site.port, from: 2)
      let many = try await RawConnection.crowd(40, port: site.port, from: 3)
      defer { for connection in few + many { connection.close() } }
      #expect(try await Visitor(site).get("/healthz").status == 200)
      try await until { many.count(where: \.isClosed) >= 40 - 9 }
      for connection in few {
        try connection.send(get(site, "/healthz", "Connection: close\r\n"))
        #expect(await connection.answer().hasPrefix("HTTP/1.1 200"))
      }
    }
  }

  @Test("behind a proxy that all clients share, an address has no limit") func proxied() async throws {
    try await withSite(change: {
      $0.trustedProxies = 1; $0.connections = .init(trustedProxies: 1)
    }) { (site) async throws in
      let request = get(site, "/healthz", "Connection: close\r\n")
      let visitors = try await RawConnection.crowd(300, port: site.port) { _ in request }
      for visitor in visitors { #expect(await visitor.answer().hasPrefix("HTTP/1.1 200")) }
    }
  }

  @Test("a trickling request is closed, with a reply if it has begun; a complete one is answered") func dribbles()
    async throws
  {
    try await withSite(change: {
      $0.connections.head = .milliseconds(700); $0.connections.body = .milliseconds(700)
    }) { (site) async throws in
      let post =
        "POST /start/registration HTTP/1.1\r\nHost: latchstring.localhost:\(site.port)\r\nOrigin: \(site.origin)\r\n"
      let body = try RawConnection(port: site.port)
      try body.send(post + "Content-Length: 60000\r\n\r\n")
      let late = try await dribble(into: body)
      #expect(late.hasPrefix("HTTP/1.1 408") && late.contains("took too long to arrive"), "\(late)")
      let head = try RawConnection(port: site.port)
      try head.send("GET /")
      #expect(try await dribble(into: head).hasPrefix("HTTP/1.1 408"))
      let silent = try RawConnection(port: site.port)
      #expect(await silent.answer().isEmpty, "nothing was asked")
      let whole = try RawConnection(port: site.port)
      try whole.send(post + "Content-Length: 0\r\nConnection: close\r\n\r\n")
      #expect(await whole.answer().hasPrefix("HTTP/1.1 303"))
      #expect(site.wiretap.requests.allSatisfy { !$0.contains("aaaa") }, "half a request reaches nobody")
    }
  }

  @Test("a connection is closed if no further request comes, or the next one is incomplete") func idle()
    async throws
  {
    try await withSite(change: { $0.connections.idle = .milliseconds(500) }) { (site) async throws in
      let visitor = try RawConnection(port: site.port)
      try visitor.send(get(site) + get(site))
      #expect(await visitor.answer().split(separator: "HTTP/1.1 200").count == 2)
    }
    try await withSite(change: {
      $0.connections.idle = .seconds(3600); $0.connections.head = .milliseconds(500)
    }) { (site) async throws in
      let visitor = try RawConnection(port: site.port)
      try visitor.send(get(site))
      // The rest must not be in one packet with the end of the first request.
      try await until { visitor.isAnswered }
      try visitor.send("G")
      #expect(await visitor.answer().contains("HTTP/1.1 408"))
    }
  }

  @Test("a client that does not read its responses is disconnected") func unread() async throws {
    try await withSite(change: { $0.connections.answer = .milliseconds(700) }) { (site) async throws in
      // More than the system buffers between the two.
      let requests = String(repeating: get(site, "/hands.js"), count: 2_000)
      let visitor = try #require(try await RawConnection.crowd(1, port: site.port) { _ in requests }.first)
      let asked = try await { () async throws -> Int in
        var last = -1
        while site.wiretap.requests.count != last {
          last = site.wiretap.requests.count
          try await Task.sleep(for: .milliseconds(1500))
        }
        return last
      }()
      #expect(asked < 2_000, "otherwise the next line shows nothing")
      let answers = await visitor.answer().split(separator: "HTTP/1.1 200").count
      #expect(answers < 2_000)
      #expect(try await Visitor(site).get("/healthz").status == 200)
    }
  }
}
