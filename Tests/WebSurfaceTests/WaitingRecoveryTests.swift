import AccountService
import Demo
import Vocabulary
import Foundation
import HandsProtocol
import Model
import Runner
import TestSite
import Testing

/// Account recovery that waits for a letter, with nobody signed in, and on the hands' word only.
@Suite struct WaitingRecoveryTests {
  static let hour: TimeInterval = 60 * 60, day = 24 * hour
  static let isKept = "Your recovery is kept until ", isNotKept = "Too many recoveries wait here"
  static let puzzle = EscrowPuzzle(
    url: "https://a.example/", provider: "A", version: 1,
    challenges: (1...3).map {
      EscrowPuzzle.Challenge($0, .question, url: "https://a.example/", provider: "A", cost: "EUR:0")
    }, policies: [[1, 2, 3]])

  /// A recovery at the board, with no challenge passed.
  func begin(_ visitor: Visitor, from address: String? = nil) async throws -> PlayedRecovery {
    var visitor = visitor
    visitor.forwardedFor = address
    var recovery = try await PlayedRecovery(visitor)
    try await goOn(&recovery)
    return recovery
  }
  func goOn(_ recovery: inout PlayedRecovery) async throws {
    try await recovery.report(.resumed(.recovery(country: "ch", providers: [], documents: [], puzzle: Self.puzzle)))
    try await recovery.press("Go on")
  }

  @Test("before a passed challenge, a recovery ends an hour after the last visit, promising nothing") func notPassed()
    async throws
  {
    try await withSite { (site) async throws in
      let recovery = try await begin(Visitor(site))
      #expect(!recovery.answer.screenText.contains(Self.isKept) && recovery.answer.header("set-cookie") == nil)
      site.clock.advance(59 * 60)
      try await site.runner.sweep()
      #expect(try await recovery.isThere())
      site.clock.advance(61 * 60)
      try await site.runner.sweep()
      #expect(try await !recovery.isThere())
      #expect(try await !recovery.hasSession(site))
    }
  }

  @Test("after a passed challenge, a recovery and its cookie are kept sixty days, which it says")
  func passed() async throws {
    try await withSite { (site) async throws in
      var recovery = try await begin(Visitor(site)), away = try await begin(Visitor(site))
      let cookie = recovery.visitor.cookie
      try await away.pass(1)
      try await recovery.pass(1)
      let end = site.clock.now + 60 * Self.day
      #expect(
        recovery.answer.screenText.contains("\(Self.isKept)\(Self.name(of: end)). Come back in this browser."),
        "\(recovery.answer.screenText)")
      let set = try #require(recovery.answer.header("set-cookie")),
        age = try #require(set.firstMatch(of: /Max-Age=([0-9]+)/)?.1)
      #expect(set.hasPrefix(try #require(cookie)) && (Int(age) ?? 0) > 59 * 86_400 && (Int(age) ?? 0) <= 60 * 86_400)
      for _ in 1...30 {
        site.clock.advance(Self.day)
        try await site.runner.sweep()
      }
      let page = try await recovery.visitor.get(recovery.run, accept: "text/html").text
      #expect(page.contains("\(Self.isKept)\(Self.name(of: end)). Come back in this browser."))
      #expect(try await recovery.visitor.start("escrow-recovery") == recovery.run, "who begins again comes back to it")
      try await recovery.open()
      try await recovery.pass(2)
      #expect(recovery.answer.screenText.contains("One more and you are in."))
      let left = try #require(recovery.answer.header("set-cookie")?.firstMatch(of: /Max-Age=([0-9]+)/)?.1)
      #expect((Int(left) ?? 0) <= 30 * 86_400, "the time does not begin anew")
      for _ in 31...59 {
        site.clock.advance(Self.day)
        try await site.runner.sweep()
      }
      #expect(try await away.hasSession(site), "nobody came, and it is there on the last day")
      site.clock.advance(2 * Self.day)
      #expect(try await !away.isThere(), "it is over also before the sweep comes")
      try await site.runner.sweep()
      for one in [recovery, away] {
        #expect(try await !one.isThere())
        #expect(try await !one.hasSession(site))
      }
    }
  }

  @Test("other runs in that browser end as usual, and never displace the recovery") func beside()
    async throws
  {
    try await withSite { (site) async throws in
      var recovery = try await begin(Visitor(site))
      try await recovery.pass(1)
      var others: [String] = []
      for _ in 1...14 { others.append(try await recovery.visitor.start("passkey-only")) }
      let status = try await recovery.visitor.start("escrow-status")
      #expect(try await recovery.isThere())
      site.clock.advance(2 * Self.hour)
      try await site.runner.sweep()
      for other in others + [status] { #expect(try await recovery.visitor.get(other).status == 410) }
      #expect(try await recovery.isThere())
      try await recovery.open()
      try await recovery.report(.nothingLeft)
      try await recovery.press("Cancel")
      #expect(try await recovery.visitor.start("escrow-recovery") != recovery.run, "it was ended")
    }
  }

  @Test("five recoveries can wait per address; until one ends, a further one is told it has an hour")
  func fromOneAddress()
    async throws
  {
    try await withSite(change: { $0.trustedProxies = 1 }) { (site) async throws in
      var kept: [PlayedRecovery] = []
      for _ in 1...5 {
        var one = try await begin(Visitor(site), from: "192.0.2.1")
        try await one.pass(1)
        #expect(one.answer.screenText.contains(Self.isKept))
        kept.append(one)
      }
      var more = try await begin(Visitor(site), from: "192.0.2.1"),
        other = try await begin(Visitor(site), from: "198.51.100.1")
      try await more.pass(1)
      #expect(
        more.answer.screenText.contains(
          "\(Self.isNotKept), so this page is kept for an hour only. What you have done stays on this computer"))
      #expect(!more.answer.screenText.contains(Self.isKept) && more.answer.header("set-cookie") == nil)
      try await other.pass(1)
      #expect(other.answer.screenText.contains(Self.isKept), "the bound is that address's alone")
      site.clock.advance(61 * 60)
      try await site.runner.sweep()
      #expect(try await !more.isThere())
      #expect(try await kept[0].isThere())
      try await kept[0].press("Cancel")
      var next = try await begin(Visitor(site), from: "192.0.2.1")
      try await next.pass(1)
      #expect(next.answer.screenText.contains(Self.isKept))
    }
  }

  @Test("a thousand recoveries can wait in all; a further one has an hour unless others have ended") func inAll()
    async throws
  {
    try await withSite { (site) async throws in
      let now = site.clock.now
      try await site.store.write { records in
        for number in 0..<1_000 {
          let session = SessionID(digest: Array("\(number)".utf8))
          try records.insert(Session(id: session, createdAt: now, seenAt: now))
          try records.insert(
            Run(
              id: "\(number)", session: session, flow: "escrow-recovery", origin: "/lab", contents: [], activeAt: now,
              keptUntil: now + Self.day, keptFor: [UInt8(number & 0xff)]))
        }
      }
      var full = try await begin(Visitor(site))
      try await full.pass(1)
      #expect(full.answer.screenText.contains(Self.isNotKept))
      site.clock.advance(Self.day + Self.hour)
      try await site.runner.sweep()
      var free = try await begin(Visitor(site))
      try await free.pass(1)
      #expect(free.answer.screenText.contains(Self.isKept))
      #expect(try await site.store.read { try $0.keptRuns(at: now, for: nil) } == 1, "the sweep ended all the others")
    }
  }

  @Test("a recovery waits to its last day even if someone creates an account, signs out and back in")
  func throughSignIns() async throws {
    try await withSite { (site) async throws in
      var recovery = try await begin(Visitor(site))
      try await recovery.pass(1)
      let visitor = recovery.visitor, key = DemoAuthenticator(), before = try #require(visitor.cookie)
      func days(_ answer: HTTPAnswer) -> Int {
        (answer.header("set-cookie")?.firstMatch(of: /Max-Age=([0-9]+)/).flatMap { Int($0.1) } ?? 0) / 86_400
      }
      let beside = try await visitor.start("passkey-only")
      #expect((59...60).contains(days(try await visitor.register(with: key))), "the cookie waits as long")
      #expect(try await recovery.isThere())
      #expect(try await visitor.get(beside).status == 410, "what does not wait ends as ever")
      let thief = Visitor(site)
      thief.cookie = before
      #expect(try await thief.get(recovery.run).status == 410, "the cookie from before is worth nothing")
      let open = try await visitor.start("journal"), signedIn = try #require(visitor.cookie)

      #expect((59...60).contains(days(try await visitor.submit("/sign-out"))))
      #expect(try await recovery.isThere())
      #expect(try await !visitor.isSignedIn())
      #expect(try await visitor.get(open).status == 410)
      thief.cookie = signedIn
      #expect(try await !thief.isSignedIn())
      #expect(try await thief.get(recovery.run).status == 410)

      #expect((59...60).contains(days(try await visitor.signIn(with: key))))
      #expect(try await visitor.isSignedIn())
      for _ in 1...20 {
        site.clock.advance(Self.day)
        try await site.runner.sweep()
      }
      #expect(try await !visitor.isSignedIn(), "two weeks without a visit end the sign-in, and nothing else")
      #expect(try await visitor.start("escrow-recovery") == recovery.run)
      try await recovery.open()
      try await recovery.pass(2)
      #expect(recovery.answer.screenText.contains("One more and you are in."))
      for _ in 21...61 {
        site.clock.advance(Self.day)
        try await site.runner.sweep()
      }
      #expect(try await !recovery.isThere())
      #expect(try await !recovery.hasSession(site))
      _ = try await visitor.signIn(with: key)
      #expect(
        try await visitor.submit("/sign-out").header("set-cookie")?.contains("Max-Age=0") == true,
        "nothing waits any more")
    }
  }

  @Test("a session that ends after its ninety days keeps a waiting recovery, even before the sweep")
  func throughTheEnd() async throws {
    try await withSite(site: { $0.sessionDays = 1 }) { (site) async throws in
      var recovery = try await begin(Visitor(site))
      try await recovery.pass(1)
      try await recovery.visitor.register(with: DemoAuthenticator())
      site.clock.advance(Self.day)
      #expect(try await !recovery.visitor.isSignedIn())
      #expect(try await recovery.isThere())
      try await site.runner.sweep()
      #expect(try await !recovery.visitor.isSignedIn())
      #expect(try await recovery.isThere())
      let account = try await site.account().id
      #expect(try await site.store.read { try $0.sessions(of: account) }.isEmpty)
    }
  }

  @Test("a signed-in person is not told of a waiting recovery, and keeps the session's cookie")
  func signedIn() async throws {
    try await withSite { (site) async throws in
      let visitor = Visitor(site)
      try await visitor.register(with: DemoAuthenticator())
      var recovery = try await begin(visitor)
      try await recovery.pass(1)
      #expect(!recovery.answer.screenText.contains(Self.isKept) && !recovery.answer.screenText.contains(Self.isNotKept))
      #expect(recovery.answer.header("set-cookie") == nil)
    }
  }

  private static func name(of date: Date) -> String {
    date.formatted(
      Date.VerbatimFormatStyle(
        format: "\(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)", locale: Locale(identifier: "en_US"),
        timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian)))
  }
}

/// Account recovery, or its set-up, in one visitor's browser, with simulated hands that report what a test tells them
/// to.
struct PlayedRecovery {
  let visitor: Visitor
  let run: String
  private(set) var answer: HTTPAnswer

  init(_ visitor: Visitor, _ flow: String = "escrow-recovery") async throws {
    self.visitor = visitor
    run = try await visitor.start(flow)
    answer = try await visitor.open(run)
  }
  mutating func open() async throws { answer = try await visitor.open(run) }

  /// Reports the hands' reply to their latest task.
  mutating func report(_ news: EscrowReply) async throws {
    let asked = (answer.json["start"] as? [[String: Any]])?.first { $0["effect"] as? String == "escrow" }
    let ticket = try #require(asked?["ticket"] as? Int, "\(answer.text)")
    let said = try JSONSerialization.jsonObject(with: JSONEncoder().encode(news))
    answer = try await visitor.report(["ticket": ticket, "reply": "escrow", "escrow": said], on: run)
    #expect(answer.status == 200, "\(answer.text)")
  }
  /// Presses the first button with this name.
  mutating func press(_ label: String) async throws {
    let choices = (answer.json["screen"] as? [String: Any])?["choices"] as? [[String: Any]] ?? []
    let choice = choices.first { ($0["label"] as? [String: Any])?["text"] as? String == label }
    answer = try await visitor.press(
      try #require(choice?["action"] as? String, "\(choices)"), on: run, at: answer.revision)
    #expect(answer.status == 200, "\(answer.text)")
  }
  /// Passes the first remaining challenge.
  mutating func pass(_ number: Int) async throws {
    try await press("Security question")
    try await report(.solved(number))
  }
  func isThere() async throws -> Bool { try await visitor.get(run).status == 200 }
  func hasSession(_ site: TestSite) async throws -> Bool {
    let token = try #require(visitor.cookie.flatMap { SessionToken(String($0.dropFirst("latchstring=".count))) })
    return try await site.store.read { try $0.session(token.id) } != nil
  }
}
