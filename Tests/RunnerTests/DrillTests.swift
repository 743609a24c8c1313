import Demo
import Encoding
import Foundation
import HandsProtocol
import Model
import Testing
import Vocabulary

@testable import Runner

/// The words of a paper, tried by their owner: they must open the account's own wrap and sign for this purpose alone,
/// and nothing changes but the proof and the log.
@Suite struct DrillTests {
  let keys = Keys()

  /// A signed-in client at the entry of the words, confirmed with a key.
  private func entering(_ client: Client) async throws -> Client {
    var client = client
    try await client.start(.codeTest)
    try await client.press("confirming.confirm")
    try await client.touch(keys.yellow)
    return client
  }
  private func submit(_ words: [String], _ client: inout Client) async throws {
    client.hands.type(words)
    try await client.press("submit", ["words": "ready"])
  }
  /// A signed-in client whose hands are about to try the words.
  private func trying(_ words: [String], _ client: Client) async throws -> (Client, HandsWork) {
    var client = try await entering(client)
    client.pausesAt = "way.tryWords"
    try await submit(words, &client)
    let work = try #require(client.answer?.start.last)
    return (client, work)
  }
  private func passed(_ client: Client) -> Bool { client.choices == ["leave"] }

  /// Expects that only this happened since: nothing but proofs and lines of the log.
  private func expectUntouched(
    _ before: Client.Rows, _ after: Client.Rows, but events: [AuditEvent],
    _ location: SourceLocation = #_sourceLocation
  ) {
    var same = after
    same.events = Array(after.events.prefix(before.events.count))
    for place in same.ways.indices where before.ways.indices.contains(place) {
      same.ways[place].proofs = before.ways[place].proofs
    }
    #expect(same == before, sourceLocation: location)
    #expect(Array(after.events.dropFirst(before.events.count)) == events, sourceLocation: location)
  }

  @Test("the words on the paper pass, and their proof and one line of the log are all that is written")
  func right() async throws {
    var (client, words) = try await Client.enrolled(keys)
    let before = try await client.rows()
    #expect(before.code?.proofs == [:], "a code that was only shown is not proved")
    client = try await entering(client)
    client.clock.advance(25 * 60)  // typing takes as long as it takes
    let typed = client.clock.now, seen = client.hands.seen[Base64URL.encode(try client.account.bytes)]?.g
    try await submit(words, &client)
    #expect(passed(client) && client.session.account != nil)
    #expect(client.hands.open == nil, "nothing is left open")
    #expect(client.hands.seen[Base64URL.encode(try client.account.bytes)]?.g == seen, "and nothing is remembered")
    let after = try await client.rows()
    expectUntouched(before, after, but: [.drillPassed])
    let proof = try #require(after.code?.proofs[.words])
    #expect(after.code?.proofs.count == 1 && proof > typed && proof < client.clock.now)
  }

  @Test("wrong words, a wrong checksum and an older kit's words do not pass, and nothing is noted")
  func wrong() async throws {
    var (client, old) = try await Client.enrolled(keys)
    let words = try await client.renewCode(keys.yellow), before = try await client.rows()
    client = try await entering(client)
    let strangers = Array(repeating: "abandon", count: 11) + ["about"]
    for wrong in [old, strangers, Array(repeating: "zoo", count: 12)] {
      try await submit(wrong, &client)
      #expect(client.reports.last == .mismatched && client.choices == ["tryAgain", "makeCode", "cancel"])
      try await client.press("tryAgain")
    }
    expectUntouched(before, try await client.rows(), but: [.drillFailed, .drillFailed, .drillFailed])
    try await submit(words, &client)
    #expect(passed(client))
  }

  @Test("a wrap that does not open fails the right words, also while the journal is open in these hands")
  func tampered() async throws {
    var (client, words) = try await Client.enrolled(keys)
    let account = try client.account, code = try #require(try await client.rows().code)
    try await client.store.write { records in
      var way = code
      way.sealed?.wrap = try #require(try records.ways(of: account).first { $0.label == "black" }?.sealed?.wrap)
      try records.update(way)
    }
    try await client.openJournal(keys.yellow)
    let opened = client.hands
    #expect(opened.open != nil)
    client = try await entering(client)
    client.hands = opened  // as in a page that was not loaded anew in between
    try await submit(words, &client)
    #expect(client.reports.last == .refused && !passed(client))
    #expect(try await client.rows().code?.proofs == [:])
    #expect(client.hands.open?.newest.generation == opened.open?.newest.generation, "what was open stays open")
  }

  enum Wrong: CaseIterable { case none, origin, purpose, otherRun, late, replaced, otherAccount }

  @Test(
    "a proof for another page, purpose, run or account, a late one, or one of a replaced code notes nothing",
    arguments: Wrong.allCases)
  func refused(_ wrong: Wrong) async throws {
    let (client, words) = try await Client.enrolled(keys)
    var (browser, work) = try await trying(words, client)
    var asked = work
    switch wrong {
    case .none: break
    case .origin: browser.hands.origin = "https://elsewhere.example"
    case .purpose: browser.hands.drillPurpose = "recover"
    case .otherRun: asked.materials?.challenge = try await trying(words, client).1.materials?.challenge
    case .late: browser.clock.advance(301)
    case .replaced:
      var other = try await client.another(with: keys.yellow)
      _ = try await other.renewCode(keys.black)
    case .otherAccount:
      var robin = try await client.another()
      let others = Keys()
      try await robin.register("robin", others)
      let theirs = try await robin.enroll(others), challenge = asked.materials?.challenge
      try await robin.start(.codeTest)
      try await robin.press("confirming.confirm")
      try await robin.touch(others.yellow)
      robin.pausesAt = "way.tryWords"
      try await submit(theirs, &robin)
      browser.hands = robin.hands
      asked = try #require(robin.answer?.start.last)
      asked.materials?.challenge = challenge
    }
    let news = try browser.hands.perform(asked)
    try await browser.report(.way(news), for: work.ticket)
    #expect(passed(browser) == (wrong == .none))
    #expect(try await browser.rows().code?.proofs.isEmpty == (wrong != .none))
    #expect(try await browser.events().contains(.drillPassed) == (wrong == .none))
  }

  @Test("a proof counts once") func replayed() async throws {
    let (client, words) = try await Client.enrolled(keys)
    var (browser, work) = try await trying(words, client)
    let news = try browser.hands.perform(work)
    try await browser.report(.way(news), for: work.ticket)
    #expect(passed(browser))
    var (again, other) = try await trying(words, client)
    try await again.report(.way(news), for: other.ticket)
    #expect(!passed(again) && !again.choices.isEmpty)
    #expect(try await client.events().count { $0 == .drillPassed } == 1)
  }

  @Test("a proof of tried words opens no recovery, and one for a recovery is no drill") func purposes() async throws {
    let (client, words) = try await Client.enrolled(keys)
    var thief = try await client.another()
    thief.hands.purpose = "drill"
    try await thief.start(.recovery)
    try await thief.type(words)
    #expect(thief.choices.contains("tryAgain") && thief.session.account == nil, "nothing was recovered")
    #expect(try await client.rows().code?.proofs == [:])
  }

  @Test("whoever finds the browser signed in gets no wrap to try words on, without a key")
  func untouched() async throws {
    var (client, words) = try await Client.enrolled(keys)
    try await client.start(.codeTest)
    await #expect(throws: (any Error).self) { try await submit(words, &client) }
    #expect(client.answer?.start.allSatisfy { $0.materials == nil } == true)
    try await client.press("confirming.confirm")
    try await client.give(nil, for: try #require(client.answer?.start.last?.ticket))
    #expect(client.choices.contains("confirming.confirm") && client.reports.allSatisfy { $0 != .mismatched })
    #expect(client.answer?.start.allSatisfy { $0.materials == nil } == true)
  }

  @Test("an account without a code is told so") func codeless() async throws {
    var client = try await Client.asking()
    try await client.register("mirela", keys)
    try await client.start(.codeTest)
    #expect(client.choices == ["makeCode", "cancel"])
    try await client.press("makeCode")
    try await client.goOn()
    #expect(client.choices.contains("opening.confirm"))
  }
}
