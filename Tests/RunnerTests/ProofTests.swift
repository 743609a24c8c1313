import AccountService
import Demo
import Vocabulary
import Foundation
import HandsProtocol
import Model
import Store
import Testing
import Words

@testable import Runner
@testable import TestSite

/// The proof of the words is valid once, in time and for its purpose; and anyone without the words learns nothing.
@Suite struct ProofTests {
  let keys = Keys()

  /// A client whose words have been typed and found, and are about to be proven.
  func proving(_ client: Client, _ words: [String]) async throws -> Client {
    var browser = try await client.another()
    browser.pausesAt = "way.openWithCode"
    try await browser.start(.recovery)
    try await browser.type(words)
    return browser
  }

  @Test("A-75: a used proof is no longer accepted, in its own run or any other") func replayed() async throws {
    let (client, words) = try await Client.enrolled(keys)
    var first = try await proving(client, words), second = try await proving(client, words)
    let work = try #require(first.answer?.start.last), news = try first.hands.perform(work),
      message = HandsMessage.News.way(news)
    try await first.report(message, for: work.ticket)
    #expect(first.choices.contains("restoring.enroll"))
    try await second.report(message, for: try #require(second.answer?.start.last?.ticket))
    #expect(second.choices.contains("tryAgain"))
    try await first.load(first.run)  // the page is loaded anew, and the words are typed once more
    try await first.type(words)
    try await first.report(message, for: try #require(first.answer?.start.last?.ticket))
    #expect(first.choices.contains("tryAgain"))
  }

  enum Wrong: CaseIterable { case none, origin, purpose, otherRun, late, otherWords }

  @Test(
    "a proof for another page, purpose or run, a late one, or one by other words opens nothing",
    arguments: Wrong.allCases)
  func refused(_ wrong: Wrong) async throws {
    let (client, words) = try await Client.enrolled(keys)
    let before = try await client.rows()
    var browser = try await proving(client, words)
    let work = try #require(browser.answer?.start.last)
    var asked = work
    switch wrong {
    case .none: break
    case .origin: browser.hands.origin = "https://elsewhere.example"
    case .purpose: browser.hands.purpose = "enroll"
    case .otherRun:
      asked.materials?.challenge = try #require(
        try await proving(client, words).answer?.start.last?.materials?.challenge)
    case .late: browser.clock.advance(301)
    case .otherWords:
      var robin = try await client.another()
      let others = Keys()
      try await robin.register("robin", others)
      let theirs = try await robin.enroll(others)
      let other = try await proving(client, theirs), challenge = asked.materials?.challenge
      browser.hands = other.hands
      asked = try #require(other.answer?.start.last)
      asked.materials?.challenge = challenge
    }
    let news = try browser.hands.perform(asked)
    try await browser.report(.way(news), for: work.ticket)
    #expect(browser.choices.contains("restoring.enroll") == (wrong == .none) && browser.session.account == nil)
    let after = try await client.rows()
    #expect(after.withoutProofs == before.withoutProofs)
    #expect(after.code?.proofs.keys.contains(.words) == (wrong == .none))
  }

  @Test("words that took a long time to write down are proven again and accepted") func slowWriter() async throws {
    let (client, words) = try await Client.enrolled(keys)
    var browser = try await client.another()
    let key = DemoAuthenticator(hasPRF: true)
    try await browser.start(.recovery)
    try await browser.type(words)
    try await browser.press("restoring.enroll")
    try await browser.touch(key)
    try await browser.press("restoring.enrolling.proceed", ["name": "new"])
    try await browser.touch(key)
    try await browser.review()
    browser.clock.advance(20 * 60)
    try await browser.save()
    #expect(browser.session.account != nil)
    #expect(try await browser.openJournal(key))
  }

  @Test("of two simultaneous recoveries, the first succeeds; the second reports its words as gone")
  func twoRecoveries() async throws {
    let (client, words) = try await Client.enrolled(keys)
    var slow = try await client.another()
    let key = DemoAuthenticator(hasPRF: true)
    try await slow.start(.recovery)
    try await slow.type(words)
    try await slow.press("restoring.enroll")
    try await slow.touch(key)
    try await slow.press("restoring.enrolling.proceed", ["name": "slow"])
    try await slow.touch(key)
    try await slow.review()
    var quick = try await client.another()
    _ = try await quick.recover(words, DemoAuthenticator(hasPRF: true))
    let before = try await quick.rows()
    try await slow.save()
    #expect(try await quick.rows() == before && slow.session.account == nil)
    #expect(slow.choices.contains("restore"))
  }

  @Test("a person signed in to one account can recover the account that the words open")
  func whileSignedIn() async throws {
    let (client, words) = try await Client.enrolled(keys)
    let account = try client.account
    var robin = try await client.another()
    try await robin.register("robin", Keys())
    _ = try await robin.recover(words, DemoAuthenticator(hasPRF: true))
    #expect(try robin.account == account)
  }

  /// Words that belong to no account here cost the same reads and writes as wrong ones.
  @Test("G-08 A-77 A-78: wrong words, wrong checksums and strangers' words get the same screens")
  func sameAnswers() async throws {
    let store = WatchedStore(FailingStore(try SQLiteStore(), failingAt: .max))
    let (client, _) = try await Client.enrolled(keys, store)
    let strangers = try RecoveryPhrase(entropy: ServerEnvironment.live.randomBytes(16)).words
    var seen: [[String]] = []
    for words in [strangers, Array(repeating: "zoo", count: 12), Array(repeating: "abandon", count: 11) + ["about"]] {
      var browser = try await client.another(), screens: [String] = []
      try await browser.start(.recovery)
      let changes = store.changes.count
      for _ in 0..<3 {
        browser.pausesAt = "way.lookUpCode"
        try await browser.type(words)
        screens.append(try Self.text(browser.answer))
        try await browser.resume()
        screens.append(try Self.text(browser.answer))
        try await browser.press("tryAgain")
      }
      seen.append(screens + store.changes.dropFirst(changes))
    }
    #expect(seen[0] == seen[1] && seen[1] == seen[2] && seen[0].count > 6)
  }
  private static func text(_ answer: Answer?) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(try #require(answer).screen), as: UTF8.self)
  }
}
