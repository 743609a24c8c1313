import Encoding
import Foundation
import HandsProtocol
import Synchronization
import Testing
import Vocabulary

@testable import EscrowHands
@testable import LocalServer

/// `/escrow`, which has the same guards as `/card` and also asks the person.
@Suite struct EscrowServerTests {
  private static func order(_ effect: EscrowEffect, _ secrets: [String: String] = [:]) throws -> String {
    let text = String(decoding: try JSONEncoder().encode(effect), as: UTF8.self)
    return "{\"effect\":\(text),\"secrets\":\(String(decoding: try JSONEncoder().encode(secrets), as: UTF8.self))}"
  }
  private static let plan = EscrowPlan(
    [
      EscrowPolicyFacts([.init(0, "https://harbor.example/"), .init(1, "https://north.example:8443/x/")]),
      EscrowPolicyFacts([.init(0, "https://harbor.example/"), .init(1, "\u{1B}[2Jhttps://evil\u{202E}")]),
    ], years: 1)

  /// Missing, forged and foreign tokens are refused, and so are wrong origins, hosts and formats, nonsense and
  /// oversized requests.
  @Test("only a request with the right token, origin, host and format opens anything") func guards() async throws {
    let asked = Mutex(0)
    let performer: HandsServer.EscrowPerformer = { _, _ in
      asked.withLock { $0 += 1 }
      return EscrowNews(.nothingLeft)
    }
    try await withHands(escrowPerformer: performer) { hands async throws in
      let order = try Self.order(.resume(.backup)), token = try await hands.meet()
      #expect(try await hands.send("POST", "/escrow", order).status == 400, "what is not sealed is not read")
      #expect(try await hands.send("POST", "/escrow", order, token: token + "A").status == 401)
      #expect(try await hands.send("POST", "/escrow", order, origin: TestHands.hosted, token: token).status == 401)
      #expect(
        try await hands.send("POST", "/escrow", order, origin: "https://evil.example", token: token).status == 403)
      #expect(try await hands.send("POST", "/escrow", order, origin: nil, token: token).status == 403)
      #expect(try await hands.send("POST", "/escrow", order, token: token, host: "evil.example").status == 421)
      #expect(try await hands.send("POST", "/escrow", order, token: token, type: "text/plain").status == 415)
      #expect(
        try await hands.send("POST", "/escrow", String(repeating: " ", count: 300_000), token: token).status == 413)
      for nonsense in [
        String(repeating: " ", count: 150_000), "{", "{}", "{\"effect\":{\"type\":\"steal\"}}",
        "{\"effect\":{\"type\":\"resume\",\"purpose\":\"all\"}}",
      ] {
        #expect(try await hands.send("POST", "/escrow", nonsense, token: token).status == 400)
      }
      #expect(try await hands.send("OPTIONS", "/escrow", origin: TestHands.hosted).status == 204)
      #expect(asked.withLock { $0 } == 0)
      #expect(try await hands.send("POST", "/escrow", order, token: token).text.contains("nothingLeft"))
    }
  }

  /// Texts, a clock and the secret that opens the account are returned; another program's secret is not.
  @Test("typed entries reach the hands but no log; only the owner's secrets are returned")
  func secrets() async throws {
    let seen = Mutex<[String]>([])
    let performer: HandsServer.EscrowPerformer = { work, origin in
      seen.withLock { $0.append("\(origin) \(work.secrets["answer"]?.text ?? "-")") }
      return switch work.effect {
      case .answer: EscrowNews(.solved(0), shown: .texts(["challenge-0": "Which?"]))
      case .drawClock:
        EscrowNews(.shown, shown: .clock(uri: Secret("otpauth://totp/x?secret=ABCD".utf8), key: Secret("ABCD".utf8)))
      case .recover: EscrowNews(.recovered, shown: .unlocking(Secret([UInt8](repeating: 7, count: 32))))
      default:
        EscrowNews(
          .otherSecret,
          shown: .file(RecoveredFile(name: "diary.txt", mime: "text/plain", contents: Secret("walnut".utf8))))
      }
    }
    try await withHands(escrowPerformer: performer) { hands async throws in
      let token = try await hands.meet()
      func send(_ effect: EscrowEffect, _ secrets: [String: String] = [:]) async throws -> [String: Any] {
        try await hands.send("POST", "/escrow", Self.order(effect, secrets), token: token).json["shown"]
          as? [String: Any] ?? [:]
      }
      #expect(
        try await send(.answer(challenge: 0, "answer"), ["answer": "The old walnut"])["texts"] as? [String: String] == [
          "challenge-0": "Which?"
        ])
      let clock = try await send(.drawClock("clock"))["clock"] as? [String: Any]
      #expect(clock?["uri"] as? String == "otpauth://totp/x?secret=ABCD" && clock?["key"] as? String == "ABCD")
      #expect((clock?["path"] as? String)?.hasPrefix("M") == true && (clock?["side"] as? Int ?? 0) > 20)
      #expect((try await send(.recover)["unlocking"] as? String)?.count == 43)
      let other = try await hands.send("POST", "/escrow", Self.order(.status), token: token)
      #expect(other.json["shown"] == nil && !other.text.contains("walnut") && !other.text.contains("diary"))
      #expect(seen.withLock { $0.first } == "\(TestHands.home) The old walnut")
      _ = try await hands.send(
        "POST", "/escrow", "{\"effect\":{\"type\":\"recover\"},\"secrets\":{\"answer\":7777777}}", token: token)
      for secret in ["walnut", token, "7777777"] { #expect(!hands.log.lines.contains { $0.contains(secret) }) }
    }
  }

  /// Nor can the page hand anything out, and its text cannot affect the terminal of the person at the hands.
  @Test("a page hosted elsewhere cannot identify or recover anyone without a yes at the hands")
  func confirmation() async throws {
    let asked = Mutex<[String]>([]), allows = Mutex(false)
    let confirm: HandsServer.Confirm = { request in
      asked.withLock { $0.append(request.sentence.english) }
      return allows.withLock { $0 }
    }
    let guarded: [EscrowEffect] = [
      .identify(.recovery, country: "ch", fields: ["full_name"]), .upload(Self.plan), .recover,
    ]
    let free: [EscrowEffect] = [
      .resume(.backup), .discard(.backup), .showIdentity(.backup), .contact(.backup, []), .drawClock("clock"),
      .addMethod(.email, fields: ["email"]),
      .removeMethod(0), .checkPayments, .tryMethod(0), .answerMethod(0, "answer"), .finish, .discover([]),
      .openDocument(url: "https://harbor.example/", version: 1), .begin(challenge: 0),
      .answer(challenge: 0, "answer"), .poll(challenge: 0), .status,
    ]
    try await withHands(confirm: confirm, escrowPerformer: { _, _ in EscrowNews(.finished) }) { hands async throws in
      let hosted = try await hands.meet(as: TestHands.hosted), home = try await hands.meet()
      func send(_ effect: EscrowEffect, _ origin: String, _ token: String) async throws -> String {
        try await hands.send("POST", "/escrow", Self.order(effect), origin: origin, token: token).text
      }
      for effect in guarded {
        allows.withLock { $0 = false }
        #expect(try await send(effect, TestHands.hosted, hosted).contains("declined"))
        allows.withLock { $0 = true }
        #expect(try await send(effect, TestHands.hosted, hosted).contains("finished"))
      }
      let told = asked.withLock { $0 }
      for effect in free { #expect(try await send(effect, TestHands.hosted, hosted).contains("finished")) }
      for effect in guarded + free { #expect(try await send(effect, TestHands.home, home).contains("finished")) }
      #expect(asked.withLock { $0 } == told, "nobody is asked about the rest, or about the home's own page")
    }
    let page = "The page \(TestHands.hosted) wants to"
    let sentences = [
      "\(page) compute who you are to recovery providers. The country: Switzerland.",
      "\(page) give recovery providers their parts of a new way into an account. "
        + "The providers: harbor.example, north.example:8443, an address that is none.",
      "\(page) get back the way into an account that your recovery providers hold parts of.",
    ]
    #expect(asked.withLock { $0 } == sentences.flatMap { [$0, $0] })
  }

  @Test("hands without account recovery say so") func none() async throws {
    try await withHands { hands async throws in
      let token = try await hands.meet()
      #expect(
        try await hands.send("POST", "/escrow", Self.order(.resume(.backup)), token: token).text.contains("noHands"))
    }
  }
}
