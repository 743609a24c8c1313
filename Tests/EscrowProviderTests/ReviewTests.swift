import Encoding
import Escrow
import Foundation
import Store
import TestProvider
import Testing

@testable import EscrowProvider

/// A photo waiting for the host, and its outcome.
@Suite(.timeLimit(.minutes(2))) struct ReviewTests {
  private static let day: TimeInterval = 24 * 3600
  private static let notYet = Refused(403, 8231), unknown = Refused(404, 8112), tooOften = Refused(429, 8121)

  /// The facts that the person received: the number to say, and what their program shows.
  private struct Told {
    var number: Int, response: [UInt8]
    init(_ answer: PeerAnswer) throws {
      #expect(answer.status == 200 && answer.json["challenge_type"] as? String == "VIDEO_REVIEW")
      let details = try #require(answer.json["review_details"] as? [String: Any])
      number = try #require((details["number"] as? String).flatMap(ReviewNumber.read))
      response = AnswerHash.of(code: try #require(details["answer_code"] as? UInt64))
    }
  }
  private func host(of provider: TestProvider) -> PhotoReviews {
    PhotoReviews(store: provider.store, now: { provider.clock.now })
  }
  private func deposit(_ provider: TestProvider, _ photo: [UInt8] = TestPhoto.png) async throws -> Deposit {
    let deposit = Deposit(provider, .video, photo)
    #expect(try await deposit.upload().status == 204)
    return deposit
  }

  @Test(
    "C-26 G-32: after the host's yes, only whoever sent the photo gets the share, for a day"
  )
  func yes() async throws {
    try await withProvider { provider in
      let deposit = try await deposit(provider), other = try await self.deposit(provider), host = host(of: provider)
      let answer = try await deposit.challenge(), told = try Told(answer), told2 = try Told(try await other.challenge())
      let details = try #require(answer.json["review_details"] as? [String: Any])
      #expect(details["examiner"] as? String == "Friend" && details["meeting"] as? String == "Ring at the cellar door")
      let until = try #require((details["kept_until"] as? [String: Any])?["t_s"] as? Double)
      #expect(abs(until - provider.clock.now.timeIntervalSince1970 - 3 * Self.day) < 60)

      #expect(try await deposit.solve(told.response).refusal == Self.notYet)
      #expect(try await host.waiting().map(\.number) == [told.number, told2.number])
      #expect(try await host.photo(told.number)?.photo.bytes == TestPhoto.png)
      #expect(try await host.decide(told.number, .yes))
      let kept = try await provider.store.read { try $0.review(told.number) }
      #expect(kept?.photo == nil && kept?.verdict == .yes, "erased with the decision")
      #expect(try await host.decide(told.number, .no(reason: "x")) == false, "it was decided")

      #expect(try await other.solve(told2.response).refusal == Self.notYet)
      #expect(try await other.solve(told.response).refusal == Self.unknown)
      #expect(try await deposit.solve(told2.response).refusal == Self.unknown)
      for _ in 0..<2 { #expect(try await deposit.solve(told.response).body == deposit.share.bytes) }
      provider.clock.advance(Self.day + 1)
      #expect(try await deposit.solve(told.response).refusal == Self.unknown)
    }
  }

  @Test("G-32: a refusal carries the host's reason in one line; the limit is three in three days")
  func no() async throws {
    try await withProvider { provider in
      let deposit = try await deposit(provider), host = host(of: provider)
      for _ in 0..<ReviewQueue.mostRefusals {
        let told = try Told(try await deposit.challenge())
        #expect(try await host.decide(told.number, .no(reason: "It was\n somebody else.")))
        let answer = try await deposit.solve(told.response)
        #expect(
          answer.refusal == Refused(403, 8111) && answer.json["review_reason"] as? String == "It was somebody else.")
        let kept = try await provider.store.read { try $0.review(told.number) }
        #expect(kept?.photo == nil, "erased with the decision")
      }
      let answer = try await deposit.challenge()
      #expect(answer.refusal == Self.tooOften && (Double(answer.fields["retry-after"] ?? "") ?? 0) > 2 * Self.day)
      #expect(try await host.waiting().isEmpty)
      provider.clock.advance(3 * Self.day)
      #expect(try await deposit.challenge().status == 200)
      #expect(PhotoReviews.line(String(repeating: "a", count: 500)).count == PhotoReviews.longestReason)
    }
  }

  @Test(
    "G-32: a new photo replaces the waiting one, the host's yes is for that seen, ten a day"
  )
  func again() async throws {
    try await withProvider { provider in
      let deposit = try await deposit(provider), host = host(of: provider)
      let first = try Told(try await deposit.challenge())
      var last = try Told(try await deposit.challenge())
      #expect(first.number != last.number)
      #expect(try await host.waiting().map(\.number) == [last.number])
      #expect(try await host.decide(first.number, .yes) == false)
      #expect(try await deposit.solve(first.response).refusal == Self.unknown)
      for _ in 2..<ReviewQueue.mostChallenges { last = try Told(try await deposit.challenge()) }
      #expect(try await deposit.challenge().refusal == Self.tooOften)
      #expect(try await deposit.solve(last.response).refusal == Self.notYet, "the last one waits on")
      #expect(try await host.decide(last.number, .yes))
      #expect(try await deposit.solve(first.response).refusal == Self.unknown)
      #expect(try await deposit.solve(last.response).status == 200)
    }
  }

  @Test("G-32: a photo not reviewed within three days expires and is deleted")
  func expiry() async throws {
    try await withProvider { provider in
      let deposit = try await deposit(provider), host = host(of: provider),
        told = try Told(try await deposit.challenge())
      provider.clock.advance(3 * Self.day - 60)
      try await provider.server.sweep()
      #expect(try await host.waiting().count == 1)
      provider.clock.advance(120)
      #expect(try await host.waiting().isEmpty)
      #expect(try await host.photo(told.number) == nil)
      #expect(try await host.decide(told.number, .yes) == false)
      #expect(try await deposit.solve(told.response).refusal == Self.unknown)
      try await provider.server.sweep()
      let kept = try await provider.store.read { try $0.review(told.number) }
      #expect(kept == nil)
    }
  }

  @Test(
    "G-32: only a picture up to 512 KiB can wait, or its data URL as other programs send it"
  )
  func pictures() async throws {
    try await withProvider { provider in
      for wrong in [Array("GIF89a".utf8), [], TestPhoto.jpeg(Photo.most + 1)] {
        #expect(try await deposit(provider, wrong).challenge().refusal == Refused(409, 8114))
      }
      #expect(try await host(of: provider).waiting().isEmpty)
      let large = TestPhoto.jpeg(Photo.most)
      let address = Array("data:image/png;base64,\(Data(TestPhoto.png).base64EncodedString())".utf8)
      for (truth, photo) in [(large, large), (address, TestPhoto.png)] {
        let told = try Told(try await deposit(provider, truth).challenge())
        #expect(try await host(of: provider).photo(told.number)?.photo.bytes == photo)
      }
    }
  }

  @Test("G-32: only so many photos may wait; their clients may ask again, and decisions make room")
  func full() async throws {
    try await withProvider { provider in
      var first: (Deposit, Told)?
      for _ in 0..<ReviewQueue.mostWaiting {
        let deposit = try await deposit(provider), told = try Told(try await deposit.challenge())
        first = first ?? (deposit, told)
      }
      let late = try await deposit(provider), (deposit, _) = try #require(first)
      #expect(try await late.challenge().refusal == Self.tooOften)
      let told = try Told(try await deposit.challenge())
      #expect(try await host(of: provider).decide(told.number, .yes))
      #expect(try await late.challenge().status == 200)
    }
  }

  @Test("G-32: each network may submit a limited number of photos per day, without blocking others") func network()
    async throws
  {
    try await withProvider(change: { settings in
      settings.limits.reviewsPerAddress = 2
      settings.limits.trustedProxies = 1
    }) { (provider) async throws in
      provider.clock.stop()
      func challenge(from address: String) async throws -> PeerAnswer {
        var deposit = Deposit(provider, .video, TestPhoto.png)
        deposit.peer.headers["X-Forwarded-For"] = address
        #expect(try await deposit.upload().status == 204)
        return try await deposit.challenge()
      }
      for _ in 0..<2 { #expect(try await challenge(from: "192.0.2.1").status == 200) }
      #expect(try await challenge(from: "192.0.2.1").refusal == Self.tooOften)
      #expect(try await challenge(from: "192.0.2.2").status == 200)
      provider.clock.advance(Self.day / 2 + 1)
      #expect(try await challenge(from: "192.0.2.1").status == 200)
    }
  }

  @Test("G-32: one network's refused requests do not use up others' requests for a share")
  func refusedNetwork() async throws {
    try await withProvider(change: { settings in
      settings.limits.reviewsPerAddress = 1
      settings.limits.trustedProxies = 1
    }) { (provider) async throws in
      provider.clock.stop()
      var deposit = try await deposit(provider)
      deposit.peer.headers["X-Forwarded-For"] = "192.0.2.1"
      #expect(try await deposit.challenge().status == 200)
      for _ in 0..<2 * ReviewQueue.mostChallenges { #expect(try await deposit.challenge().refusal == Self.tooOften) }
      for number in 2...ReviewQueue.mostChallenges {
        deposit.peer.headers["X-Forwarded-For"] = "192.0.2.\(number)"
        #expect(try await deposit.challenge().status == 200, "\(number)")
      }
      deposit.peer.headers["X-Forwarded-For"] = "192.0.2.99"
      #expect(try await deposit.challenge().refusal == Self.tooOften, "the share's own ten")
    }
  }

  @Test("G-32: a replaced or expired photo is in no file of a running provider")
  func files() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-photos-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The search finds it if it lies within one page of the database.
    let mark = Data(UUID().uuidString.utf8)
    var photo = TestPhoto.jpeg(5000)
    photo.replaceSubrange(1500..<1500 + mark.count, with: mark)
    func copies() throws -> Int {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).reduce(0) {
        count, file in
        var rest = try Data(contentsOf: file)[...], found = 0
        while let next = rest.firstRange(of: mark) { (rest, found) = (rest[next.upperBound...], found + 1) }
        return count + found
      }
    }
    try await withProvider(store: try SQLiteProviderStore(path: folder.appending(path: "provider.sqlite").path)) {
      provider in
      let deposit = try await deposit(provider, photo)
      #expect(try copies() == 0, "sealed until somebody shows the key")
      for _ in 0..<3 { #expect(try await deposit.challenge().status == 200) }
      #expect(try copies() == 1, "the one that waits")
      try await provider.server.sweep()
      #expect(try copies() == 1)
      provider.clock.advance(3 * Self.day + 60)
      try await provider.server.sweep()
      #expect(try copies() == 0)
    }
  }

  @Test("G-32: a client waiting for the host gets the decision at once, also in the older protocol")
  func waits() async throws {
    try await withProvider(change: { $0.speaksOldProtocol = true }) { provider in
      let deposit = try await deposit(provider), host = host(of: provider)
      let key = ["Anastasis-Truth-Decryption-Key": deposit.key.text]
      let begun = try await deposit.peer.get(deposit.path, key)
      #expect(begun.status == 202 && begun.json["method"] as? String == "video" && begun.json["async"] as? Bool == true)
      let details = try #require(begun.json["details"] as? [String: Any])
      let number = try #require((details["number"] as? String).flatMap(ReviewNumber.read))
      let response = AnswerHash.of(code: try #require(begun.json["answer_code"] as? UInt64)),
        room = provider.server.provider.waiting
      async let answer = deposit.solve(response, query: "?timeout_ms=30000")
      async let older = deposit.peer.get(deposit.path + "?response=\(Base32Bytes(response).text)&timeout_ms=30000", key)
      while await room.taken < 2 { try await Task.sleep(for: .milliseconds(2)) }
      #expect(try await host.decide(number, .yes))
      #expect(try await answer.body == deposit.share.bytes)
      #expect(try await older.body == deposit.share.bytes)
    }
  }

  @Test("G-32: a number has six digits, is spoken in two parts, and is accepted however written")
  func numbers() {
    #expect(ReviewNumber.text(123_006) == "123-006" && ReviewNumber.text(100_000) == "100-000")
    for typed in ["123-006", "123 006", " 123006 "] { #expect(ReviewNumber.read(typed) == 123_006) }
    for typed in ["", "12-3456x", "023-456", "1234567", "12345", "１２３４５６"] { #expect(ReviewNumber.read(typed) == nil) }
    #expect((0..<200).allSatisfy { _ in ReviewNumber.all.contains(ReviewNumber.draw()) })
  }
}
