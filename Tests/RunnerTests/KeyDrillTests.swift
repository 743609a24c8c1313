import Demo
import Encoding
import Foundation
import HandsProtocol
import Model
import Testing
import Vocabulary

@testable import Runner

/// A key tried by its owner: its own secret must open its own current wrap, and sign with what the wrap held. Nothing
/// changes but the proofs and the log.
@Suite struct KeyDrillTests {
  let keys = Keys()

  private func begin(_ client: inout Client, _ label: String = "yellow") async throws {
    try await client.start(.keyTest, about: try await client.way(label).id)
  }
  /// A signed-in client whose hands are about to try yellow.
  private func drilling(_ client: Client, _ key: DemoAuthenticator) async throws -> (Client, HandsWork) {
    var client = client
    client.pausesAt = "way.drill"
    try await begin(&client)
    try await client.touch(key)
    return (client, try #require(client.answer?.start.last))
  }
  /// Replaces a key's wrap by another key's.
  private func breakWrap(of label: String, _ client: Client) async throws {
    let other = try #require(try await client.way("black").sealed?.wrap)
    try await client.change(label) { $0.wrap = other }
  }

  @Test("a key that opens its wrap passes; the whole database stays as it was, but proofs, log and the touch")
  func right() async throws {
    var (client, _) = try await Client.enrolled(keys)
    client.clock.advance(3600)
    let begun = client.clock.now, before = try await client.store.everyRow(), rows = try await client.rows()
    try await begin(&client)
    try await client.touch(keys.yellow)
    #expect(client.choices == ["leave"] && client.hands.open == nil)
    try await client.press("leave")
    #expect(
      try await client.store.tables(changedSince: before) == ["way_proofs", "audit_log", "credentials"],
      "the credential has its counter and the date of its last use")
    let after = try await client.rows()
    #expect(after.ways.withoutProofs == rows.ways.withoutProofs && after.events == rows.events + [.drillPassed])
    #expect(try #require(try await client.way("yellow").proofs[.opened]) > begun)
  }

  @Test("a wrap that does not open fails the drill, although the journal is open in these hands; then it is mended")
  func tampered() async throws {
    var (client, _) = try await Client.enrolled(keys)
    try await client.openJournal(keys.yellow)
    let opened = client.hands, proofs = try await client.way("yellow").proofs
    try await breakWrap(of: "yellow", client)
    try await begin(&client)
    client.hands = opened  // as in a page that was not loaded anew in between
    let before = try await client.rows()
    try await client.touch(keys.yellow)
    #expect(client.reports.last == .refused && client.choices == ["rewrap", "tapAgain", "cancel"])
    #expect(try await client.way("yellow").proofs[.opened] == proofs[.opened])
    let failed = try await client.rows()
    #expect(failed.events == before.events + [.drillFailed, .keyNeedsRewrap])
    #expect(failed.generations == before.generations && failed.ways.map(\.sealed) == before.ways.map(\.sealed))

    try await client.press("rewrap")
    try await client.press("opening.confirm")
    try await client.touch(keys.black)
    try await client.touch(keys.yellow)
    #expect(client.choices == ["leave"])
    #expect(try await client.way("yellow").opens)
    #expect(try await client.events().suffix(3) == [.masterKeyRotated, .keyOpensAgain, .drillPassed])
    #expect(try await client.openJournal(keys.yellow))
  }

  @Test("a marked key that passes its drill is no longer marked") func wellAgain() async throws {
    var (client, _) = try await Client.enrolled(keys)
    let whole = try #require(try await client.way("yellow").sealed)
    try await breakWrap(of: "yellow", client)
    try await begin(&client)
    try await client.touch(keys.yellow)
    #expect(try await client.way("yellow").needsRewrapSince != nil)
    try await client.change("yellow") { $0 = whole }
    try await client.press("tapAgain")
    try await client.touch(keys.yellow)
    #expect(client.choices == ["leave"])
    #expect(try await client.way("yellow").opens)
    #expect(try await client.events().suffix(2) == [.keyOpensAgain, .drillPassed])
  }

  enum Wrong: CaseIterable { case none, origin, how, otherRun, late, rotated, otherKey }

  @Test(
    "a drill at another page, of another kind, run, key or generation, or a late one, notes nothing",
    arguments: Wrong.allCases)
  func refused(_ wrong: Wrong) async throws {
    let (client, _) = try await Client.enrolled(keys)
    var (browser, work) = try await drilling(client, keys.yellow)
    let before = try await client.rows()
    var asked = work
    switch wrong {
    case .none: break
    case .origin: browser.hands.origin = "https://elsewhere.example"
    case .how: browser.hands.drillHow = "words"
    case .otherRun: asked.materials?.challenge = try await drilling(client, keys.yellow).1.materials?.challenge
    case .late: browser.clock.advance(301)
    case .rotated:
      var other = try await client.another(with: keys.black)
      _ = try await other.renewCode(keys.black)
    case .otherKey:
      var other = client
      other.pausesAt = "way.drill"
      try await begin(&other, "black")
      try await other.touch(keys.black)
      browser.hands = other.hands
      let challenge = asked.materials?.challenge
      asked = try #require(other.answer?.start.last)
      asked.materials?.challenge = challenge
    }
    let news = try browser.hands.perform(asked)
    try await browser.report(.way(news), for: work.ticket)
    #expect((browser.choices == ["leave"]) == (wrong == .none))
    let after = try await browser.rows()
    #expect(after.events.contains(.drillPassed) == (wrong == .none))
    if wrong != .none {
      #expect(after.way("yellow")?.proofs[.opened] == before.way("yellow")?.proofs[.opened])
    }
  }

  @Test("a drill counts once, and vouches for nothing") func replayed() async throws {
    let (client, words) = try await Client.enrolled(keys)
    var (browser, work) = try await drilling(client, keys.yellow)
    let news = try browser.hands.perform(work)
    try await browser.report(.way(news), for: work.ticket)
    #expect(browser.choices == ["leave"])
    var (again, other) = try await drilling(client, keys.yellow)
    try await again.report(.way(news), for: other.ticket)
    #expect(again.choices != ["leave"])
    #expect(try await client.events().count { $0 == .drillPassed } == 1)
    // As a proof of a recovery, it is refused as well.
    var thief = try await client.another()
    thief.pausesAt = "way.openWithCode"
    try await thief.start(.recovery)
    try await thief.type(words)
    let asked = try #require(thief.answer?.start.last { $0.way != nil })
    try await thief.report(.way(news), for: asked.ticket)
    #expect(thief.choices.contains("tryAgain") && thief.session.account == nil)
  }

  @Test("a drill is no request for a copy, and the reverse, also over the other's challenge") func copies() async throws
  {
    let (client, _) = try await Client.enrolled(keys)
    var (tried, drill) = try await drilling(client, keys.yellow), copying = client
    copying.pausesAt = "way.signCopy"
    try await copying.start(.copying)
    try await copying.press("opening.confirm")
    try await copying.touch(keys.yellow)
    let copy = try #require(copying.answer?.start.last)
    func made<Proof: Decodable>(_ work: HandsWork, by hands: inout Hands, over challenge: String?) throws -> Proof {
      var asked = work
      asked.materials?.challenge = challenge
      guard case .made(let text) = try hands.perform(asked) else { throw Hands.Refused() }
      return try JSONDecoder().decode(Proof.self, from: Data(text.utf8))
    }
    let signed: DrillProof = try made(drill, by: &tried.hands, over: copy.materials?.challenge)
    let request: RecoveryProof = try made(copy, by: &copying.hands, over: drill.materials?.challenge)
    let asCopy = try WayNews(making: RecoveryProof(challenge: signed.challenge, proof: signed.drill))
    let asDrill = try WayNews(making: DrillProof(challenge: request.challenge, drill: request.proof))
    try await copying.report(.way(asCopy), for: copy.ticket)
    try await tried.report(.way(asDrill), for: drill.ticket)
    #expect(copying.hands.copy == nil && tried.choices != ["leave"])
    let events = try await client.events()
    #expect(!events.contains(.copyTaken) && !events.contains(.drillPassed))
  }

  @Test("the hands get what a drill needs and no more, for a key that was touched in this run alone")
  func given() async throws {
    let (client, _) = try await Client.enrolled(keys)
    let (_, work) = try await drilling(client, keys.yellow)
    let given = try #require(work.materials)
    #expect(given.way?.wrap == (try await client.way("yellow").sealed?.wrap) && given.challenge != nil)
    #expect(given.records.isEmpty && given.index == nil && given.dropping.isEmpty && given.unsealed.isEmpty)
    // Black answers instead of yellow: it is named as another key, and no wrap is given out.
    var other = client
    other.pausesAt = "way.drill"
    try await begin(&other)
    try await other.touch(keys.black)
    #expect(other.answer?.start.allSatisfy { $0.materials == nil } == true)
  }

  @Test("hands cannot report a failed drill of a key that was not touched") func wordAlone() async throws {
    let (client, _) = try await Client.enrolled(keys)
    let black = try await client.way("black").id, (browser, _) = try await drilling(client, keys.yellow)
    let run = browser.run, session = browser.session, runner = browser.runner
    try await client.store.write { records in
      let current = try runner.load(run, session, records)
      try runner.failDrill(.key(black), current, records)
    }
    #expect(try await !client.events().contains(.drillFailed))
  }
}
