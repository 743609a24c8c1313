import Demo
import TestSite
import Testing

@Suite struct LimitsTests {
  @Test("too many POST requests from one address get 429 with the time to wait; reading still works")
  func tooMany() async throws {
    // The lowest limit, because the next post is allowed again only after a minute: a busy machine may take its time.
    try await withSite(change: { $0.postsPerMinute = 1 }) { (site) async throws in
      let visitor = Visitor(site)
      #expect(try await visitor.post("/api/authentication/options").status == 200)
      let changes = try await site.changes { () async throws in
        let answer = try await visitor.post("/api/authentication/options")
        #expect(answer.status == 429 && answer.error == "That was a lot at once. Wait a moment, then try again.")
        #expect(answer.header("retry-after").flatMap { Int($0) }.map { $0 > 0 } == true)
        #expect(try await visitor.post("/start/registration", accept: "text/html").status == 429)
      }
      #expect(changes.isEmpty)
      #expect(try await visitor.get("/lab", accept: "text/html").status == 200)
    }
  }

  @Test("recovery can be started sixty times an hour from one address, however its path is written")
  func recoveries() async throws {
    try await withSite(change: { $0.postsPerMinute = 1_000 }) { (site) async throws in
      let visitor = Visitor(site)
      let paths = ["/start/escrow-recovery", "/start/escrow-recovery/", "/start//escrow-recovery"]
      for number in 0..<60 { #expect(try await visitor.submit(paths[number % paths.count]).status == 303) }
      for path in paths { #expect(try await visitor.submit(path).status == 429, "\(path)") }
      #expect(try await Visitor(site).submit("/start/escrow-recovery").status == 429)
      #expect(try await visitor.submit("/start/passkey-only").status == 303)
    }
  }

  @Test("beyond an address's daily account limit, a registration is refused before its passkey")
  func newAccounts() async throws {
    let sentence = "Many accounts were made from your network today"
    try await withSite(change: { $0.trustedProxies = 1 }, site: { $0.accountsPerDay = 3 }) { (site) async throws in
      func visitor(_ address: String) -> Visitor {
        var visitor = Visitor(site)
        visitor.forwardedFor = address
        return visitor
      }
      let key = DemoAuthenticator(hasPRF: false), late = visitor("192.0.2.1"), early = visitor("192.0.2.1")
      let begun = try await late.post("/api/registration/options", #"{"username":"late"}"#).text
      // One of the accounts is made on the page.
      let run = try await early.start("registration"), revision = try await early.open(run).revision
      let asked = try #require(try await early.press("register", ["username": "page"], on: run, at: revision).start)
      let made = try key.create(asked.options, origin: site.origin)
      let news: [String: Any] = ["ticket": asked.ticket, "reply": "key.given", "credential": made]
      #expect(try await early.report(news, on: run).header("set-cookie") != nil)
      for name in ["one", "two"] { #expect(try await visitor("192.0.2.1").register(name, with: key).status == 200) }

      let changes = try await site.changes { () async throws in
        let options = try await visitor("192.0.2.1").post("/api/registration/options", #"{"username":"more"}"#)
        #expect(options.status == 429 && options.error?.hasPrefix(sentence) == true)
        let verdict = try await late.post("/api/registration/verify", try key.create(begun, origin: site.origin))
        #expect(verdict.status == 429 && verdict.error?.hasPrefix(sentence) == true)
      }
      #expect(!changes.contains("account"))
      let refused = visitor("192.0.2.1"), other = try await refused.start("registration")
      let first = try await refused.open(other).revision
      let answer = try await refused.press("register", ["username": "more"], on: other, at: first)
      #expect(answer.status == 429 && answer.error?.hasPrefix(sentence) == true)
      #expect(try await visitor("198.51.100.1").register("elsewhere", with: key).status == 200)
      site.clock.advance(8 * 60 * 60)
      #expect(
        try await visitor("192.0.2.1").register("later", with: key).status == 200, "one more after a third of the day")
      #expect(try await visitor("192.0.2.1").post("/api/registration/options", #"{"username":"more"}"#).status == 429)
      #expect(try await visitor("192.0.2.1").signIn(with: key).status == 200)
    }
  }

  @Test("requests from another site's page are rejected and do not count against the visitor")
  func foreign() async throws {
    try await withSite(change: { $0.postsPerMinute = 1 }) { (site) async throws in
      var foreign = Visitor(site)
      foreign.origin = "https://evil.example"
      for _ in 0..<20 { #expect(try await foreign.post("/api/authentication/options").status == 403) }
      #expect(try await Visitor(site).post("/api/authentication/options").status == 200)
    }
  }

  @Test("X-Forwarded-For is trusted only as far as a trusted proxy wrote it") func forwarded() async throws {
    func posts(_ proxies: Int, _ headers: [String]) async throws -> [Int] {
      try await withSite(change: {
        $0.postsPerMinute = 2; $0.trustedProxies = proxies
      }) { (site) async throws in
        var statuses: [Int] = []
        for header in headers {
          statuses.append(
            try await Visitor(site).post("/api/authentication/options", headers: ["X-Forwarded-For": header]).status)
        }
        return statuses
      }
    }
    #expect(try await posts(0, ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) == [200, 200, 429], "nobody is believed")
    #expect(try await posts(1, ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.1"]) == [200, 200, 200, 200])
    #expect(
      try await posts(1, ["192.0.2.7, 192.0.2.1", "192.0.2.8, 192.0.2.1", "192.0.2.9, 192.0.2.1"]) == [200, 200, 429],
      "the first entry is anybody's")
    #expect(
      try await posts(2, ["192.0.2.1, 198.51.100.1", "192.0.2.2, 198.51.100.1", "192.0.2.3, 198.51.100.1"]) == [
        200, 200, 200,
      ])
    #expect(
      try await posts(1, (1...4).map { "::ffff:198.51.100.\($0)" }) == [200, 200, 200, 200],
      "IPv4 in an IPv6 address is IPv4")
    #expect(try await posts(1, ["::ffff:198.51.100.1", "198.51.100.1", "198.51.100.1:4711"]) == [200, 200, 429])
    #expect(
      try await posts(1, ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::3"]) == [200, 200, 429],
      "an IPv6 network is one address")
  }
}
