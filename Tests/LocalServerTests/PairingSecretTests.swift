import Crypto
import Encoding
import Foundation
import Synchronization
import TestSite
import Testing

@testable import CardHands
@testable import LocalServer

/// Pairing by the secret of the address that `home` opened, as its page does it, and as others might try to.
@Suite struct PairingSecretTests {
  private func pair(
    _ hands: TestHands, with secret: String, as origin: String = TestHands.home
  ) async throws -> TestHands.Answer {
    try await hands.send("POST", "/pair", "{}", origin: origin, token: secret)
  }

  @Test("the address pairs one browser: its secret is exchanged for one token, and is then worthless")
  func once() async throws {
    let ended = Mutex<[Bool]>([])
    let secrets = PairingSecrets(ended: { isUsed in ended.withLock { $0.append(isUsed) } })
    try await withHands(secrets: secrets) { hands async throws in
      let secret = secrets.draw(), answer = try await pair(hands, with: secret)
      let token = try #require(answer.json["token"] as? String), order = try TestHands.order(.look)
      #expect(answer.status == 200 && ended.withLock { $0 } == [true])
      #expect(try await hands.send("POST", "/card", order, token: token).status == 200)
      #expect(try await pair(hands, with: secret).status == 401)
      #expect(try await pair(hands, with: token).status == 401, "a token pairs nobody else")
      let kept = try String(contentsOfFile: hands.file, encoding: .utf8)
      for text in [secret, token] {
        #expect(!kept.contains(text) && !hands.log.lines.joined().contains(text))
      }
    }
  }

  @Test("of many that use the same address at once, exactly one is paired") func race() async throws {
    let secrets = PairingSecrets()
    try await withHands(secrets: secrets) { hands async throws in
      let secret = secrets.draw()
      let paired = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<10 { group.addTask { try await pair(hands, with: secret).status } }
        return try await group.reduce(into: []) { $0.append($1) }.count { $0 == 200 }
      }
      #expect(paired == 1)
    }
  }

  @Test("an address that is ten minutes old, or was replaced by a new one, pairs nobody") func old() async throws {
    let time = Mutex(ContinuousClock.now)
    let secrets = PairingSecrets(now: { time.withLock { $0 } })
    try await withHands(secrets: secrets) { hands async throws in
      let replaced = secrets.draw(), expired = secrets.draw()
      #expect(try await pair(hands, with: replaced).status == 401)
      time.withLock { $0 += .seconds(600) }
      #expect(try await pair(hands, with: expired).status == 401)
      let last = secrets.draw()
      time.withLock { $0 += .seconds(599) }
      #expect(try await pair(hands, with: last).status == 200)
    }
  }

  @Test("a secret that nobody uses ends by itself, and what was written of it can go") func unused() async throws {
    let (ends, end) = AsyncStream<Bool>.makeStream()
    let secrets = PairingSecrets(lifetime: .milliseconds(50), ended: { end.yield($0) })
    _ = secrets.draw()
    var first = ends.makeAsyncIterator()
    #expect(await first.next() == false)
  }

  /// The page of another site, even one that may use the hands, gets nothing for the secret.
  @Test("no other origin can pair with the secret, and trying does not use it up") func origins() async throws {
    let secrets = PairingSecrets()
    try await withHands(secrets: secrets) { hands async throws in
      let secret = secrets.draw()
      #expect(try await pair(hands, with: secret, as: TestHands.hosted).status == 401)
      #expect(try await pair(hands, with: secret, as: "https://evil.example").status == 403)
      // Sealed by the right page, and sent by another one.
      let prepared = try await hands.prepare("{}", for: "/pair", token: secret)
      let body = try prepared.order(token: secret)
      #expect(try await hands.send("POST", "/pair", body, origin: TestHands.hosted).status == 401)
      #expect(try await pair(hands, with: secret).status == 200)
    }
  }

  @Test("the secret pairs and does nothing else: it gives no order, and works at no other path") func narrow()
    async throws
  {
    let secrets = PairingSecrets()
    try await withHands(secrets: secrets) { hands async throws in
      let secret = secrets.draw(), order = try TestHands.order(.look)
      for path in ["/card", "/escrow", "/passkeys", "/stay"] {
        #expect(try await hands.send("POST", path, order, token: secret).status == 401, "\(path)")
      }
      #expect(try await hands.send("POST", "/meet", "{\"code\":\"\(secret)\"}").status == 403)
      #expect(try await hands.send("POST", "/pair", "{}").status == 400, "what is not sealed is not read")
      #expect(try await pair(hands, with: secret).status == 200)
    }
  }

  /// There is nothing to try: a guess is right with a chance of one in 2^128, and a wrong one changes nothing.
  @Test("who guesses secrets is not even given a proof, and the owner's stays good") func guessing() async throws {
    let secrets = PairingSecrets()
    try await withHands(secrets: secrets) { hands async throws in
      let secret = secrets.draw()
      for _ in 0..<200 {
        let guess = Base64URL.encode(SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) })
        let prepared = try await hands.prepare("{}", for: "/pair", token: guess)
        #expect(prepared.opening.isEmpty)
        #expect(try await hands.send("POST", "/pair", try prepared.order(token: guess)).status == 401)
      }
      #expect(try await pair(hands, with: secret).status == 200)
    }
  }

  /// What a program that has the hands' port, or is in between, can see of a pairing.
  @Test("neither the secret nor the token is ever sent in the clear, and no pairing can be replayed")
  func sealed() async throws {
    let secrets = PairingSecrets()
    try await withHands(secrets: secrets) { hands async throws in
      let secret = secrets.draw(), prepared = try await hands.prepare("{}", for: "/pair", token: secret)
      let body = try prepared.order(token: secret), answer = try await hands.send("POST", "/pair", body)
      #expect(answer.status == 200 && !body.contains(secret) && !prepared.page.contains(secret))
      let sealed = try #require(answer.json["sealed"] as? String)
      let inside = String(decoding: try #require(prepared.seal.open(sealed, .answer)), as: UTF8.self)
      #expect(inside.contains("token") && !answer.text.contains("token"))
      #expect(try await hands.send("POST", "/pair", body).status == 401)
    }
  }

  @Test("hands of a page hosted elsewhere have no such secret") func hosted() async throws {
    try await withHands { hands async throws in
      #expect(try await pair(hands, with: PairingSecrets().draw()).status == 401)
    }
  }
}
