import Crypto
import Encoding
import Foundation
import HandsProtocol
import Synchronization
import TestCards
import Testing
import Vocabulary

@testable import CardHands
@testable import HandsTools
@testable import LocalServer

@Suite struct HandsServerTests {
  @Test("docs/ENDPOINTS.md lists exactly the addresses that the hands have") func documented() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    func read(_ path: String) throws -> String { try String(contentsOf: root.appending(path: path), encoding: .utf8) }
    let server = try read("Sources/LocalServer/HandsServer.swift")
    let routes = server.matches(of: /router\.(?:get|post)\("([a-z]+)"\)/).map { String($0.1) }
    let page = try read("docs/ENDPOINTS.md"), parts = page.components(separatedBy: "\n## ")
    let hands = try #require(parts.first { $0.hasPrefix("The hands' endpoints") })
    let rows = hands.matches(of: /\n\| `(?:GET|POST) \/([a-z]+)`/).map { String($0.1) }
    #expect(routes.count == 8 && Set(rows) == Set(routes) && rows.count == routes.count)
    #expect(hands.contains("What `/card`, `/escrow`, `/passkeys` and `/stay` are asked and answer is sealed (so is"))
  }

  @Test("Requests under any other host name or port, as in DNS rebinding, are rejected")
  func hosts() async throws {
    try await withHands { hands async throws in
      for host in ["evil.example:\(hands.port)", "evil.example", "127.0.0.1", "127.0.0.1:1"] {
        #expect(try await hands.send("GET", "/hello", host: host).status == 421)
      }
      #expect(try await hands.send("GET", "/hello", host: "localhost:\(hands.port)").status == 200)
    }
  }

  @Test("Only JSON from allowed pages is accepted; forms and other or missing origins are rejected")
  func origins() async throws {
    try await withHands { hands async throws in
      for origin in ["https://evil.example", "null", nil] {
        let answer = try await hands.send("GET", "/hello", origin: origin)
        #expect(answer.status == 403)
        #expect(answer.headers["access-control-allow-origin"] == nil)
      }
      for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        #expect(try await hands.send("POST", "/meet", "{\"code\":\"\(hands.codes.shown)\"}", type: type).status == 415)
      }
      let big = String(repeating: " ", count: 70_000)
      #expect(try await hands.send("POST", "/meet", big).status == 413)
      #expect(try await hands.send("POST", "/meet", "{").status == 400)
    }
  }

  @Test("A preflight is answered only for allowed pages, and never mentions private networks")
  func preflight() async throws {
    try await withHands { hands async throws in
      let answer = try await hands.send("OPTIONS", "/card", origin: TestHands.hosted)
      #expect(answer.status == 204)
      #expect(answer.headers["access-control-allow-origin"] == TestHands.hosted)
      #expect(answer.headers["access-control-allow-headers"] == "content-type")
      #expect(answer.headers["vary"] == "Origin")
      #expect(answer.headers["access-control-allow-credentials"] == nil)
      #expect(!answer.headers.keys.contains { $0.contains("private-network") })
      #expect(try await hands.send("OPTIONS", "/card", origin: "https://evil.example").status == 403)
    }
  }

  /// Only this computer's own page may manage its passkeys.
  @Test("A page hosted elsewhere learns nothing of this computer's passkeys, even with a token")
  func ownPasskeys() async throws {
    try await withHands { hands async throws in
      let look = #"{"effect":{"type":"look"}}"#, hosted = try await hands.meet(as: TestHands.hosted),
        home = try await hands.meet()
      #expect(try await hands.send("POST", "/passkeys", look).status == 400)
      #expect(try await hands.send("POST", "/passkeys", look, origin: TestHands.hosted, token: hosted).status == 403)
      #expect(try await hands.send("POST", "/passkeys", look, token: home).json["passkeys"] as? [String] == [])
      for order in [#"{"effect":{"type":"steal"}}"#, #"{"effect":{"type":"delete"}}"#, "{}"] {
        #expect(try await hands.send("POST", "/passkeys", order, token: home).status == 400)
      }
    }
  }

  /// Missing, forged and foreign tokens are all refused.
  @Test("A code yields one token, for the page that entered it; no other token opens anything")
  func tokens() async throws {
    try await withHands { hands async throws in
      let order = try TestHands.order(.look)
      #expect(try await hands.send("POST", "/card", order).status == 400, "what is not sealed is not read")
      let code = hands.codes.shown, token = try await hands.meet()
      #expect(hands.codes.shown != code)
      #expect(try await hands.send("POST", "/meet", "{\"code\":\"\(code)\"}").status == 403)
      #expect(try await hands.send("POST", "/card", order, token: token).status == 200)
      #expect(try await hands.send("POST", "/card", order, origin: TestHands.hosted, token: token).status == 401)
      #expect(try await hands.send("POST", "/card", order, token: token + "A").status == 401)
      let mode = try FileManager.default.attributesOfItem(atPath: hands.file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let kept = try String(contentsOfFile: hands.file, encoding: .utf8)
      #expect(!kept.contains(token))
      let again = try TokenStore(path: hands.file)
      let hash = Array(SHA256.hash(data: Data(token.utf8))),
        name = Base64URL.encode(Array(SHA256.hash(data: Data(hash))))
      #expect(try again.hash(named: name, of: TestHands.home) == hash && TokenStore.isToken(token, of: hash))
      try Data("{".utf8).write(to: URL(filePath: hands.file))
      #expect(throws: HandsError(.damaged)) { try TokenStore(path: hands.file) }
    }
  }

  /// After ten thousand wrong codes, none is accepted for a minute.
  @Test("A flood of wrong codes neither invalidates the owner's code nor fills the terminal")
  func flooding() throws {
    let time = Mutex(Date(timeIntervalSince1970: 0)), shown = Mutex<[String]>([])
    let codes = PairingCodes(now: { time.withLock { $0 } }) { code in shown.withLock { $0.append(code) } }
    let first = codes.shown
    for _ in 0..<9_999 { #expect(codes.spend("2222-2222") != .right) }
    #expect(codes.spend(first) == .right, "The owner's is still good.")
    let second = codes.shown
    for _ in 0..<9_999 { #expect(codes.spend("2222-2222") == .wrong) }
    time.withLock { $0 += 300 }
    #expect(codes.spend("2222-2222") == .closed && codes.spend(second) == .closed)
    time.withLock { $0 += 59 }
    for _ in 0..<100 { #expect(codes.spend(second) == .closed) }
    #expect(shown.withLock { $0 } == [first, second], "Nothing new was printed meanwhile.")
    time.withLock { $0 += 1 }
    let third = codes.shown
    #expect(third != second && codes.spend(third) == .right)
  }

  /// The next code is shown without any request.
  @Test(
    "While none is taken the page and, once, the terminal say so; then the next code is shown", .timeLimit(.minutes(2)))
  func closed() async throws {
    let (news, tell) = AsyncStream<String>.makeStream()
    let codes = PairingCodes(changed: { tell.yield($0) }, wait: 3, closed: { tell.yield("closed") })
    var heard = news.makeAsyncIterator()
    let first = await heard.next()
    try await withHands(codes: codes) { hands async throws in
      for _ in 0..<9_999 { _ = codes.spend("2222-2222") }
      let answers = [
        try await hands.send("POST", "/meet", #"{"code":"2222-2222"}"#),
        try await hands.send("POST", "/meet", #"{"code":"2222-2222"}"#),
      ]
      #expect(answers.map(\.status) == [429, 429])
    }
    #expect(await heard.next() == "closed")
    let second = await heard.next()
    #expect(second != first && second != "closed")
  }

  @Test("Setting the clock back neither prolongs a wait nor keeps a code valid")
  func clockSetBack() throws {
    let time = Mutex(Date(timeIntervalSince1970: 1_000_000)), codes = PairingCodes(now: { time.withLock { $0 } })
    for _ in 0..<10_000 { _ = codes.spend("2222-2222") }
    let closed = codes.shown
    time.withLock { $0 -= 86_400 }
    let next = codes.shown
    #expect(next != closed)
    time.withLock { $0 -= 86_400 }
    #expect(codes.spend(next) == .wrong && codes.spend(codes.shown) == .right)
  }

  @Test("A code works once, and expires after ten minutes")
  func guessing() throws {
    let time = Mutex(Date(timeIntervalSince1970: 0)), codes = PairingCodes(now: { time.withLock { $0 } })
    let first = codes.shown
    #expect(first.wholeMatch(of: /[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}/) != nil)
    #expect(codes.spend(first) == .right && codes.spend(first) == .wrong)
    let second = codes.shown
    time.withLock { $0 += 599 }
    #expect(codes.shown == second)
    time.withLock { $0 += 1 }
    #expect(codes.spend(second) != .right)
    #expect(codes.spend(codes.shown.lowercased().replacing("-", with: " ")) == .right)
  }

  /// The code is valid by the time it is shown.
  @Test("A page that looks for hands makes them show a fresh code, unless the current one is fresh")
  func freshCode() async throws {
    let time = Mutex(Date(timeIntervalSince1970: 0)), shown = Mutex<[String]>([])
    let codes = PairingCodes(now: { time.withLock { $0 } }, changed: { code in shown.withLock { $0.append(code) } })
    try await withHands(codes: codes) { hands async throws in
      _ = try await hands.send("GET", "/hello")
      #expect(shown.withLock { $0.count } == 1)
      time.withLock { $0 += 2_400 }
      _ = try await hands.send("GET", "/hello", origin: "https://evil.example")
      #expect(shown.withLock { $0.count } == 1, "another page makes them show nothing")
      _ = try await hands.send("GET", "/hello")
      let codes = shown.withLock { $0 }
      #expect(codes.count == 2)
      #expect(try await hands.send("POST", "/meet", "{\"code\":\"\(codes[1])\"}").status == 200)
    }
  }

  @Test("The PIN reaches the performer; PIN, token and code never reach the log")
  func secrets() async throws {
    let seen = Mutex<[UInt8]>([])
    let performer: HandsServer.Performer = { work, _, _ in
      seen.withLock { $0 = work.secrets["pin"]?.withBytes { Array($0) } ?? [] }
      return CardNews(.unlocked, made: "{}", shown: .unlocking(.init([UInt8](repeating: 7, count: 32))))
    }
    try await withHands(performer: performer) { hands async throws in
      let code = hands.codes.shown, token = try await hands.meet()
      let answer = try await hands.send(
        "POST", "/card", TestHands.order(.verifyPIN("pin"), secrets: ["pin": "918273"]), token: token)
      #expect(String(decoding: seen.withLock { $0 }, as: UTF8.self) == "918273")
      #expect((answer.json["shown"] as? [String: String])?["unlocking"]?.count == 43)
      #expect(answer.json["made"] as? String == "{}")
      _ = try await hands.send(
        "POST", "/card", "{\"effect\":{\"type\":\"look\"},\"secrets\":{\"pin\":918273}}", token: token)
      for secret in ["918273", token, code] { #expect(!hands.log.lines.contains { $0.contains(secret) }) }
    }
  }

  /// The person at the hands must say yes. The home's own page needs no confirmation.
  @Test("A page hosted elsewhere cannot sign, export, reset or change anything without a yes")
  func confirmation() async throws {
    let asked = Mutex<[ConfirmationRequest]>([]), allows = Mutex(false)
    let confirm: HandsServer.Confirm = { request in
      asked.withLock { $0.append(request) }
      return allows.withLock { $0 }
    }
    let effects: [CardEffect] = [
      .sign(.login), .unlock(.init(rawValue: "k")), .drawAccounts(5), .showPhrase(0), .factoryReset,
      .initialize(pin: "pin"), .loadPhrase,
      .change(.pin, "pin"),
      .unblockPIN(puk: "puk", newPIN: "pin"), .showSecrets, .signHash("hash", path: "m/44'"),
      .signMessage("m", path: "m"), .signFile("f", path: "m"),
    ]
    let card = Mutex<NamedCard?>(nil)
    try await withHands(confirm: confirm, cardOf: { _ in card.withLock { $0 } }) { hands async throws in
      let hosted = try await hands.meet(as: TestHands.hosted), home = try await hands.meet()
      let reset = try TestHands.order(.factoryReset)
      #expect(
        try await hands.send("POST", "/card", reset, origin: TestHands.hosted, token: hosted).text.contains("removed"))
      #expect(asked.withLock { $0.isEmpty }, "nobody is asked about a card that does not lie there")
      card.withLock { $0 = NamedCard(instance: nil, name: "") }
      for effect in effects {
        let order = try TestHands.order(effect)
        allows.withLock { $0 = false }
        #expect(
          try await hands.send("POST", "/card", order, origin: TestHands.hosted, token: hosted).text.contains(
            "declined"))
        allows.withLock { $0 = true }
        #expect(
          try await hands.send("POST", "/card", order, origin: TestHands.hosted, token: hosted).text.contains("correct")
        )
        #expect(try await hands.send("POST", "/card", order, token: home).text.contains("correct"))
      }
      _ = try await hands.send("POST", "/card", TestHands.order(.look), origin: TestHands.hosted, token: hosted)
    }
    let requests = asked.withLock { $0 }
    #expect(requests.count == effects.count * 2)
    #expect(requests.allSatisfy { $0.sentence.english.hasPrefix("The page \(TestHands.hosted) wants to ") })
  }

  @Test("Before sending a token, a page recognizes its hands by a proof that only they can give")
  func proof() async throws {
    try await withHands { hands async throws in
      let token = try await hands.meet(), hash = SHA256.hash(data: Data(token.utf8)),
        name = Base64URL.encode(Array(SHA256.hash(data: Data(hash))))
      let challenge = Base64URL.encode([UInt8](repeating: 5, count: 32))
      func prove(
        _ name: String, _ challenge: String, origin: String = TestHands.home
      ) async throws -> TestHands.Answer {
        try await hands.send("POST", "/prove", "{\"page\":\"\(name)\",\"challenge\":\"\(challenge)\"}", origin: origin)
      }
      let said = Data("latchstring/hands/v1\n\(TestHands.home)\n\(hands.port)\n\(challenge)".utf8)
      let expected = Base64URL.encode(
        Array(HMAC<SHA256>.authenticationCode(for: said, using: SymmetricKey(data: Data(hash)))))
      #expect(try await prove(name, challenge).json["proof"] as? String == expected)
      let other = Base64URL.encode([UInt8](repeating: 6, count: 32))
      #expect(try await prove(name, other).json["proof"] as? String != expected)
      #expect(try await prove(other, challenge).status == 401)
      let kept = try #require(try TokenStore(path: hands.file).hash(named: name, of: TestHands.home))
      let elsewhere = TokenStore.proof(
        under: kept, of: TestHands.home, port: hands.port + 1, challenge: challenge)
      #expect(Base64URL.encode(elsewhere) != expected, "what hands on another port answer proves nothing here")
      #expect(try await prove(name, challenge, origin: TestHands.hosted).status == 401)
      for bad in ["", "AA", challenge + "A", "\\n"] { #expect(try await prove(name, bad).status == 400) }
    }
  }

  @Test("A confirmation names the card and what will be signed; a yes is valid only for that card")
  func named() async throws {
    let asked = Mutex<[String]>([]),
      card = NamedCard(instance: "00112233445566778899aabbccddeeff", name: "Mi\u{1B}[2J\u{202E}rela")
    let meant = Mutex<[NamedCard?]>([])
    let confirm: HandsServer.Confirm = { request in
      asked.withLock { $0.append(request.sentence.english) }
      return true
    }
    let performer: HandsServer.Performer = { _, _, card in
      meant.withLock { $0.append(card) }
      return CardNews(.correct)
    }
    try await withHands(confirm: confirm, performer: performer, cardOf: { _ in card }) { hands async throws in
      let token = try await hands.meet(as: TestHands.hosted)
      func send(_ effect: CardEffect, _ typed: String) async throws -> String {
        try await hands.send(
          "POST", "/card", TestHands.order(effect, secrets: ["what": typed]), origin: TestHands.hosted, token: token
        ).text
      }
      #expect(
        try await send(
          .signMessage("what", path: "m/44'"), "Pay\nme \u{200B}100\u{3164}” \u{2800}e\u{301}\u{301}\u{301}\u{301}"
        ).contains("correct"))
      #expect(try await send(.signHash("what", path: "m"), String(repeating: "ab", count: 40)).contains("correct"))
      #expect(try await send(.sign(.login), "").contains("correct"))
    }
    #expect(meant.withLock { $0 } == [card, card, card])
    let page = "The page \(TestHands.hosted) wants to"
    #expect(
      asked.withLock { $0 } == [
        "\(page) sign a message with the key m/44'. The card: “Mi\u{FFFD}[2J\u{FFFD}rela”, number 00112233. "
          + "The message: “Pay\u{FFFD}me \u{FFFD}100\u{FFFD}\u{FFFD} \u{FFFD}e\u{301}\u{301}\u{301}\u{FFFD}”",
        "\(page) sign a hash with the key m. The card: “Mi\u{FFFD}[2J\u{FFFD}rela”, number 00112233. "
          + "The hash: \(String(repeating: "ab", count: 33))… and 14 more characters",
        "\(page) sign in with your card. The card: “Mi\u{FFFD}[2J\u{FFFD}rela”, number 00112233.",
      ])
  }

  @Test(
    "When a page's tab is closed or crashes, its card is let go", .timeLimit(.minutes(5))
  )
  func presence() async throws {
    let (gone, leaving) = AsyncStream<String>.makeStream(), left = Mutex<[String]>([])
    let onLeaving: @Sendable (SeatOwner) async -> Void = { owner in
      left.withLock { $0.append(owner.origin) }
      leaving.yield(owner.origin)
    }
    try await withHands(grace: .milliseconds(300), onLeaving: onLeaving) { hands async throws in
      let token = try await hands.meet(), other = try await hands.meet(as: TestHands.hosted)
      let page = Task { try await hands.send("POST", "/stay", "{}", token: token) }
      let hosted = Task { try await hands.send("POST", "/stay", "{}", origin: TestHands.hosted, token: other) }
      for origin in [TestHands.home, TestHands.hosted] {
        while await !hands.server.presence.isOpen(SeatOwner(origin, tab: TestHands.tab)) {
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      // Orders come and go meanwhile, for much longer than the grace period: only the open pages keep both tabs.
      _ = try await hands.send("POST", "/card", TestHands.order(.look), token: token)
      _ = try await hands.send("POST", "/card", TestHands.order(.look), origin: TestHands.hosted, token: other)
      try await Task.sleep(for: .seconds(1))
      #expect(left.withLock { $0 }.isEmpty)
      page.cancel()
      var gone = gone.makeAsyncIterator()
      #expect(await gone.next() == TestHands.home)
      hosted.cancel()
      #expect(await gone.next() == TestHands.hosted)
      #expect(try await hands.send("POST", "/stay", "{}").status == 400)
    }
  }

  @Test("A tab is gone once its page is closed, but not while it is being reloaded", .timeLimit(.minutes(5)))
  func counting() async throws {
    let left = Mutex<[String]>([]), (news, leaving) = AsyncStream<Void>.makeStream()
    let grace = PlayedTime()
    let presence = Presence(untilGone: { try await grace.wait() }) { owner in
      left.withLock { $0.append(owner.tab) }
      leaving.yield()
    }
    let tab = SeatOwner(TestHands.home, tab: "a")
    await presence.hold(tab) { await presence.hold(tab) {} }
    // This begins within the grace period of the previous one and cancels it.
    await presence.hold(tab) {
      while grace.begun < 1 { try? await Task.sleep(for: .milliseconds(5)) }
      grace.end()
    }
    while grace.begun < 2 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(left.withLock { $0 }.isEmpty)
    grace.end()
    var gone = news.makeAsyncIterator()
    _ = await gone.next()
    #expect(left.withLock { $0 } == ["a"])
  }

  @Test(
    "A page that leaves ends what it waited for, and orders of one page are done one by one", .timeLimit(.minutes(5)))
  func aborted() async throws {
    let (began, start) = AsyncStream<Void>.makeStream(), (ended, end) = AsyncStream<Void>.makeStream()
    let running = Mutex((now: 0, most: 0))
    let performer: HandsServer.Performer = { work, _, _ in
      if case .watch = work.effect {
        start.yield()
        try? await Task.sleep(for: .seconds(600))
        end.yield()
        return CardNews(.changed)
      }
      running.withLock {
        $0.now += 1; $0.most = max($0.most, $0.now)
      }
      try? await Task.sleep(for: .milliseconds(5))
      running.withLock { $0.now -= 1 }
      return CardNews(.correct)
    }
    try await withHands(performer: performer) { hands async throws in
      let token = try await hands.meet()
      let watch = Task { try await hands.send("POST", "/card", TestHands.order(.watch(.noCard)), token: token) }
      var began = began.makeAsyncIterator(), ended = ended.makeAsyncIterator()
      _ = await began.next()
      watch.cancel()
      _ = await ended.next()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 {
          group.addTask { try await hands.send("POST", "/card", TestHands.order(.readTries), token: token).status }
        }
        for try await status in group { #expect(status == 200) }
      }
      #expect(running.withLock { $0.most } == 1)
    }
  }
}
