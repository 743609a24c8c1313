import Crypto
import Encoding
import Foundation
import HandsProtocol
import Synchronization
import Testing

@testable import CardHands
@testable import LocalServer

/// The exchange between a page and the hands it has met, as seen by an eavesdropper.
@Suite struct SealedOrderTests {
  @Test("no entry, token or answer is ever sent in the clear") func clear() async throws {
    let secret = CardNews(.unlocked, shown: .unlocking(.init([UInt8](repeating: 7, count: 32))))
    try await withHands(performer: { _, _, _ in secret }) { hands async throws in
      let token = try await hands.meet(), work = try TestHands.order(.verifyPIN("pin"), secrets: ["pin": "918273"])
      let prepared = try await hands.prepare(work, for: "/card", token: token), body = try prepared.order(token: token)
      let answer = try await hands.send("POST", "/card", body)
      for word in ["918273", "verifyPIN", token] { #expect(!body.contains(word)) }
      #expect(answer.json.keys.elementsEqual(["sealed"]))
      for word in ["unlock", "BwcHBwcH"] { #expect(!answer.text.contains(word)) }
      let opened = try #require(prepared.seal.open(answer.json["sealed"] as? String ?? "", .answer))
      #expect(String(decoding: opened, as: UTF8.self).contains("BwcHBwcH"))
    }
  }

  @Test("an order is accepted once, from its own page, at its own path, while its opening lasts")
  func once() async throws {
    let done = Mutex(0)
    let performer: HandsServer.Performer = { _, _, _ in
      done.withLock { $0 += 1 }
      return CardNews(.correct)
    }
    try await withHands(performer: performer) { hands async throws in
      let token = try await hands.meet(), work = try TestHands.order(.look)
      let prepared = try await hands.prepare(work, for: "/card", token: token), body = try prepared.order(token: token)
      for (path, origin) in [
        ("/escrow", TestHands.home), ("/stay", TestHands.home), ("/passkeys", TestHands.home),
        ("/card", TestHands.hosted),
      ] {
        #expect(try await hands.send("POST", path, body, origin: origin).status == 401, "\(path) \(origin)")
      }
      // Naming the opening without being able to seal for it does not use it up.
      let forged =
        #"""
        {"page":"\#(prepared.page)","opening":"\#(prepared.opening)",\#
        "sealed":"\#(Base64URL.encode([UInt8](repeating: 3, count: 60)))"}
        """#
      #expect(try await hands.send("POST", "/card", forged).status == 401)
      #expect(try await hands.send("POST", "/card", body).status == 200)
      #expect(try await hands.send("POST", "/card", body).status == 401, "the same once more")
      var old = prepared
      old.opening = try await hands.prepare(work, for: "/card", token: token).opening
      #expect(
        try await hands.send("POST", "/card", old.order(token: token)).status == 401, "sealed for another opening")
    }
    #expect(done.withLock { $0 } == 1)
  }

  @Test("the hands' file is not enough to create an order, and a malformed tab name is rejected")
  func fileAlone() async throws {
    try await withHands { hands async throws in
      let token = try await hands.meet(), other = try await hands.meet(), work = try TestHands.order(.look)
      // Sealing needs only the hash, which is in the file; the contents need the token.
      for wrong in ["", "A", other + "A"] {
        let prepared = try await hands.prepare(work, for: "/card", token: token)
        #expect(try await hands.send("POST", "/card", prepared.order(token: wrong)).status == 401, "\(wrong)")
      }
      for tab in ["", "AA", String(repeating: "A", count: 4000)] {
        #expect(try await hands.send("POST", "/card", work, token: token, tab: tab).status == 400)
      }
    }
  }

  @Test("an opening expires after a minute, and a page has at most 64 at a time") func openings() {
    let time = Mutex(ContinuousClock.now), openings = Openings { time.withLock { $0 } }
    let first = openings.issue(to: "a"), second = openings.issue(to: "a"), other = openings.issue(to: "b")
    #expect(!openings.spend(first, of: "b") && openings.spend(first, of: "a") && !openings.spend(first, of: "a"))
    for _ in 0..<64 { _ = openings.issue(to: "a") }
    #expect(!openings.spend(second, of: "a"), "the oldest gave way")
    time.withLock { $0 += .seconds(59) }
    #expect(openings.spend(other, of: "b"))
    let late = openings.issue(to: "b")
    time.withLock { $0 += .seconds(60) }
    #expect(!openings.spend(late, of: "b"))
  }

  @Test("closing one tab does not affect another because each has its own seat at the card", .timeLimit(.minutes(2)))
  func tabs() async throws {
    let (gone, leaving) = AsyncStream<SeatOwner>.makeStream(), asked = Mutex<[SeatOwner]>([])
    let performer: HandsServer.Performer = { _, owner, _ in
      asked.withLock { $0.append(owner) }
      return CardNews(.correct)
    }
    try await withHands(performer: performer, grace: .milliseconds(300), onLeaving: { leaving.yield($0) }) {
      hands async throws in
      let token = try await hands.meet(), second = SeatOwner(TestHands.home, tab: TestHands.otherTab)
      let first = Task { try await hands.send("POST", "/stay", "{}", token: token) }
      let other = Task { try await hands.send("POST", "/stay", "{}", token: token, tab: TestHands.otherTab) }
      for owner in [TestHands.owner, second] {
        while await !hands.server.presence.isOpen(owner) { try await Task.sleep(for: .milliseconds(20)) }
      }
      // By now both tabs hold a connection: on a slow machine, an order by itself would have ended longer ago than the
      // grace period.
      for tab in [TestHands.tab, TestHands.otherTab] {
        _ = try await hands.send("POST", "/card", TestHands.order(.look), token: token, tab: tab)
      }
      other.cancel()
      var gone = gone.makeAsyncIterator()
      #expect(await gone.next() == second)
      #expect(await hands.server.presence.isOpen(TestHands.owner))
      first.cancel()
      #expect(asked.withLock { $0 } == [TestHands.owner, second])
    }
  }
}
