import AccountService
import Demo
import Foundation
import Model
import Runner
import Store
import TestSite
import Testing

@Suite struct SessionsTests {
  static let day: TimeInterval = 24 * 60 * 60
  static let linux =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.7339.185 Safari/537.36"
  static let phone =
    """
    Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 \
    Mobile/15E148 Safari/604.1
    """

  /// One account and its key, signed in with every named browser.
  func withBrowsers(_ agents: [String], store: (any Store)? = nil, _ body: (TestSite, [Visitor]) async throws -> Void)
    async throws
  {
    try await withSite(store: store) { (site) async throws in
      let key = DemoAuthenticator()
      var visitors: [Visitor] = []
      for agent in agents {
        var visitor = Visitor(site)
        visitor.userAgent = agent
        if visitors.isEmpty { try await visitor.register(with: key) } else { _ = try await visitor.signIn(with: key) }
        visitors.append(visitor)
      }
      try await body(site, visitors)
    }
  }
  func rows(_ visitor: Visitor) async throws -> [String] {
    try await visitor.room(.devices).split(separator: "<li class=\"session-row\">")
      .dropFirst().map {
        String($0.prefix(upTo: $0.firstRange(of: "</li>")?.lowerBound ?? $0.endIndex))
      }
  }
  func handle(_ row: String) throws -> String {
    String(try #require(row.firstMatch(of: /name="session" value="([^"]+)"/)).1)
  }

  @Test(
    "G-45: a session in daily use ends ninety days after sign-in, or when the setting says", arguments: [nil, 1, 30])
  func absolute(days: Int?) async throws {
    try await withSite(site: { if let days { $0.sessionDays = days } }) { (site) async throws in
      let visitor = Visitor(site), key = DemoAuthenticator(), end = days ?? 90
      let answer = try await visitor.register(with: key)
      let cookie = try #require(answer.header("set-cookie")?.firstMatch(of: /Max-Age=([0-9]+)/))
      #expect(Int(cookie.1) == min(end, 14) * 24 * 60 * 60, "the browser keeps it no longer")
      for day in 1..<end {
        site.clock.advance(Self.day)
        try await site.runner.sweep()
        #expect(try await visitor.isSignedIn(), "day \(day)")
      }
      site.clock.advance(Self.day - 60 * 60)
      #expect(try await visitor.isSignedIn(), "an hour before")
      let run = try await visitor.start("journal")
      site.clock.advance(60 * 60)
      #expect(try await !visitor.isSignedIn(), "also before the sweep comes")
      #expect(try await visitor.get(run).status == 410)
      try await site.runner.sweep()
      let account = try await site.account().id
      #expect(try await site.store.read { try $0.sessions(of: account) }.isEmpty)
      _ = try await visitor.signIn(with: key)
      #expect(try await visitor.isSignedIn())
    }
  }

  @Test("beyond fifty sessions of an account, the least recently seen ends with its open runs")
  func most() async throws {
    try await withSite { (site) async throws in
      let key = DemoAuthenticator(), first = Visitor(site), second = Visitor(site)
      try await first.register(with: key)
      let account = try await site.account().id
      _ = try await second.signIn(with: key)
      let run = try await second.start("journal")
      for _ in 3...50 { _ = try await Visitor(site).signIn(with: key) }
      site.clock.advance(120)
      #expect(try await first.isSignedIn(), "and was seen last")
      let stranger = Visitor(site)
      try await stranger.register("ilinca", with: DemoAuthenticator())
      #expect(try await site.store.read { try $0.sessions(of: account) }.count == 50)
      #expect(try await second.get(run).status == 200, "looking at it is a visit")
      site.clock.advance(120)
      for visitor in [first, second] { #expect(try await visitor.isSignedIn()) }
      let changed = SessionID(digest: [1]), now = site.clock.now
      try await site.store.write { records in
        try records.insert(
          Session(id: changed, account: account, createdAt: now, seenAt: now - 7 * Self.day, signedInAt: now))
        try records.insert(
          Run(id: "old", session: changed, flow: "journal", origin: "/lab", contents: [], activeAt: now))
      }
      let last = Visitor(site)
      _ = try await last.signIn(with: key)
      #expect(try await site.store.read { try $0.sessions(of: account) }.count == 50)
      #expect(try await site.store.read { try $0.session(changed) == nil && $0.run("old") == nil })
      for visitor in [first, second, last, stranger] { #expect(try await visitor.isSignedIn()) }
    }
  }

  @Test("two weeks without a visit still end a session sooner") func idle() async throws {
    try await withBrowsers([Self.linux]) { (site, visitors) async throws in
      site.clock.advance(14 * Self.day - 60)
      #expect(try await visitors[0].isSignedIn())
      site.clock.advance(14 * Self.day)
      #expect(try await !visitors[0].isSignedIn())
    }
  }

  @Test("G-45: Settings list all sessions, this browser first, with names and times")
  func list() async throws {
    try await withBrowsers([Self.linux, Self.phone, "curl/8"]) { site, visitors in
      let mine = try await rows(visitors[0])
      #expect(
        mine.count == 3 && mine[0].contains("Chrome on Linux") && mine[0].contains(">this browser<")
          && !mine[0].contains("<form"))
      #expect(mine[1].contains("A browser<") && mine[2].contains("Safari on iPhone<"), "\(mine)")
      for row in mine.dropFirst() {
        #expect(!row.contains("this browser") && row.contains("signed in today ") && row.contains("last used today"))
        #expect(
          row.contains("method=\"post\" action=\"/settings/devices/sign-out\"")
            && row.contains("Sign out<span class=\"vh\"> "))
      }
      let before = site.clock.now
      site.clock.advance(3 * Self.day)
      let later = try await rows(visitors[1])
      #expect(
        later[0].contains("Safari on iPhone") && later[0].contains("this browser")
          && later[0].contains("last used today"))
      let day = before.formatted(
        Date.VerbatimFormatStyle(
          format: "\(day: .defaultDigits) \(month: .abbreviated) \(year: .defaultDigits)",
          locale: Locale(identifier: "en_US"), timeZone: .gmt,
          calendar: Calendar(identifier: .gregorian)))
      #expect(later[1].contains("last used \(day)<") && later[1].contains("signed in \(day) "), "\(later[1])")
      let page = try await visitors[1].room(.devices)
      #expect(
        page.contains(
          """
          A sign-in lasts 14 days in your browser, and a copy that somebody took of it at most 90 days, or until you \
          sign it out here.
          """
        ))
    }
  }

  @Test("G-45: a browser signed out remotely loses session and open runs at its next request")
  func signOut() async throws {
    try await withBrowsers([Self.linux, Self.phone, Self.phone]) { site, visitors in
      let run = try await visitors[1].start("journal")
      #expect(try await visitors[1].get(run).status == 200)
      let handle = try handle(try #require(try await rows(visitors[0]).last))
      let answer = try await visitors[0].submit("/settings/devices/sign-out", ["session": handle], accept: "text/html")
      #expect(answer.status == 303 && answer.header("location") == "/settings/devices#sessions")
      #expect(try await !visitors[1].isSignedIn())
      #expect(try await visitors[1].get(run).status == 410)
      for visitor in [visitors[0], visitors[2]] { #expect(try await visitor.isSignedIn()) }
      #expect(try await rows(visitors[0]).count == 2)
      let account = try await site.account().id
      #expect(
        try await site.store.read { try $0.newestEntries(of: account, limit: 1, skipping: 0) }.map(\.event) == [
          .signedOutElsewhere
        ])
      let again = try await site.changes {
        _ = try await visitors[0].submit("/settings/devices/sign-out", ["session": handle])
      }
      #expect(again.isEmpty, "it is signed out; there is nothing to tell")
    }
  }

  @Test("G-45: a sign-out while a journal entry is being sent is reported, and nothing is written")
  func signedOutMeanwhile() async throws {
    try await withSite(isTapped: false) { (site) async throws in
      let key = DemoAuthenticator(), visitor = Visitor(site), other = Visitor(site)
      try await visitor.register(with: key)
      _ = try await other.signIn(with: key)
      let cookie = try #require(visitor.cookie), token = String(cookie.dropFirst("latchstring=".count))
      let session = try #require(SessionToken(token)).id
      site.clock.advance(120)
      let before = site.clock.now - 60
      let body = #"{"g":1,"id":"AQEBAQEBAQEBAQEBAQEBAQ","rev":1,"index":"","indexRev":2}"#
      let slow = try RawConnection(port: site.port)
      try slow.send(
        """
        POST /journal HTTP/1.1\r\nHost: latchstring.localhost:\(site.port)\r\nOrigin: \(site.origin)\r\nCookie: \
        \(cookie)\r\n
        """
          + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n")
      // Once the server has checked who is signed in, the visit is recorded.
      while try await site.store.read({ try $0.session(session)?.seenAt ?? .distantPast }) < before {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try await other.submit("/settings/devices/sign-out-elsewhere").status == 303)
      let changes = try await site.changes { () async throws in
        try slow.send(body)
        let answer = await slow.answer()
        #expect(answer.hasPrefix("HTTP/1.1 401") && answer.contains("Sign in first."), "\(answer)")
      }
      #expect(changes.isEmpty)
    }
  }

  @Test("G-45: Sign out everywhere else keeps this browser, and needs another session")
  func everywhereElse() async throws {
    try await withBrowsers([Self.linux, Self.phone, "", Self.linux]) { site, visitors in
      let button = "Sign out everywhere else"
      #expect(try await visitors[3].room(.devices).contains(button))
      let answer = try await visitors[3].submit("/settings/devices/sign-out-elsewhere", accept: "text/html")
      #expect(answer.status == 303 && answer.header("location") == "/settings/devices#sessions")
      for visitor in visitors.prefix(3) { #expect(try await !visitor.isSignedIn()) }
      let page = try await visitors[3].room(.devices)
      #expect(!page.contains(button))
      #expect(try await visitors[3].room(.activity).contains("All other browsers signed out"))
      #expect(try await rows(visitors[3]).count == 1)
      let again = try await site.changes { _ = try await visitors[3].submit("/settings/devices/sign-out-elsewhere") }
      #expect(again.isEmpty)
    }
  }

  @Test("G-45: a session's form name is not its cookie, ends no other session and admits no one")
  func handles() async throws {
    try await withBrowsers([Self.linux, Self.phone]) { site, visitors in
      let stranger = Visitor(site)
      try await stranger.register("ilinca", with: DemoAuthenticator())
      let named = try handle(try #require(try await rows(visitors[0]).last))
      let page = try await visitors[0].room(.devices)
      for visitor in visitors {
        let token = String(try #require(visitor.cookie).dropFirst("latchstring=".count))
        let digest = try #require(SessionToken(token)).id.digest
        let forms = [token, Data(digest).base64EncodedString(), digest.map { String(format: "%02x", $0) }.joined()]
        for form in forms { #expect(!page.contains(form) && !page.lowercased().contains(form.lowercased().prefix(20))) }
      }
      let changes = try await site.changes { () async throws in
        #expect(try await stranger.submit("/settings/devices/sign-out", ["session": named]).status == 303)
        #expect(try await Visitor(site).submit("/settings/devices/sign-out", ["session": named]).status == 303)
        #expect(try await Visitor(site).submit("/settings/devices/sign-out-elsewhere").status == 303)
        #expect(try await visitors[0].submit("/settings/devices/sign-out").status == 400)
      }
      #expect(changes.isEmpty)
      let thief = Visitor(site)
      thief.cookie = "latchstring=\(named)"
      #expect(try await !thief.isSignedIn())
      for visitor in [visitors[0], visitors[1]] { #expect(try await visitor.isSignedIn()) }
      var foreign = visitors[0]
      foreign.origin = "https://evil.example"
      #expect(try await foreign.submit("/settings/devices/sign-out-elsewhere").status == 403)
      #expect(try await visitors[1].isSignedIn())
    }
  }

  @Test("G-45: only a phrase is stored from a browser's self-description, and no address") func kept()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await withBrowsers([Self.linux, Self.phone], store: try SQLiteStore(path: folder + "/latchstring.sqlite")) {
      _, visitors in
      _ = try await rows(visitors[0])
      var disk = ""
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        disk += String(
          decoding: FileManager.default.contents(atPath: folder + "/" + name) ?? Data(), as: Unicode.ASCII.self)
      }
      let phrases = ["Chrome on Linux", "Safari on iPhone"].filter { disk.contains($0) }
      let parts = ["Mozilla", "140.0", "AppleWebKit", "18_6", "15E148", "127.0.0.1"].filter { disk.contains($0) }
      #expect(phrases.count == 2 && parts.isEmpty, "\(phrases) \(parts)")
    }
  }
}
