import Demo
import Encoding
import Foundation
import HandsProtocol
import Model
import TestSite
import Testing
import Vocabulary

@testable import Runner

/// Rehearsals of the worst day, from the ticket to what is written, in one process.
@Suite struct RehearsalTests {
  let keys = Keys()

  /// The signs of a new ticket, drawn by the hands of the account's own page.
  private func ticket(_ client: Client, _ way: Way?, with key: DemoAuthenticator) async throws -> String {
    var client = client
    try await client.start(.rehearsalTicket, about: try #require(way).id)
    try await client.press("confirming.confirm")
    try await client.touch(key)
    #expect(client.choices == ["leave"])
    return try #require(client.hands.tickets.last)
  }
  /// Another browser in which the ticket was typed.
  private func visitor(_ client: Client, typing ticket: String) async throws -> Client {
    var visitor = try await client.another()
    visitor.clock.advance(client.clock.now.timeIntervalSince(visitor.clock.now) + 1)
    try await visitor.start(.rehearsal)
    try await visitor.press("submit", ["ticket": ticket])
    return visitor
  }
  private func show(_ words: [String], _ visitor: inout Client) async throws {
    visitor.hands.type(words)
    try await visitor.press("useWords")
    try await visitor.press("tryWords", ["words": "ready"])
  }
  private func show(_ key: DemoAuthenticator, _ visitor: inout Client) async throws {
    try await visitor.press("useKey")
    try await visitor.touch(key)
  }
  private let missed = ["tryAgain", "cancel"]

  @Test("words that open pass, and the whole database stays as it was, but for the proof, the log and the ticket")
  func words() async throws {
    let (client, words) = try await Client.enrolled(keys)
    let before = try await client.store.everyRow(), rows = try await client.rows()
    let ticket = try await ticket(client, rows.code, with: keys.yellow)
    let afterTicket = try await client.store.everyRow()
    #expect(
      afterTicket["drill_tickets"]?.count == 1
        && afterTicket["drill_tickets"]?.contains { $0.contains(ticket) } == false, "only a hash is kept")
    var visitor = try await visitor(client, typing: " \(ticket.lowercased().prefix(4)) \(ticket.dropFirst(4)) ")
    visitor.clock.advance(100)
    try await show(words, &visitor)
    #expect(visitor.choices == ["leave"] && visitor.session.account == nil && visitor.hands.open == nil)
    #expect(visitor.answer?.screen.says.map(\.text).joined().contains("You'd be back in.") == true)
    let session = visitor.session.id
    try await visitor.press("leave")
    #expect(visitor.answer?.token == nil && visitor.answer?.endsSession == true)
    #expect(try await client.store.read { try $0.session(session) } == nil, "and no session is left")
    let after = try await client.rows()
    #expect(after.ways.withoutProofs == rows.ways.withoutProofs && after.events == rows.events + [.drillPassed])
    #expect(after.code?.proofs.keys.map(\.self) == [.words])
    let changed = try await client.store.tables(changedSince: before)
    #expect(
      changed.subtracting(["runs", "challenges", "sessions"]) == ["way_proofs", "audit_log", "credentials"],
      "the credential is that of the touch before the ticket")
    #expect(try await client.store.everyRow()["drill_tickets"] == [], "the ticket is spent")
  }

  @Test("a key that opens passes as well, and vouches for nothing") func key() async throws {
    let (client, _) = try await Client.enrolled(keys)
    let ticket = try await ticket(client, try await client.way("black"), with: keys.yellow)
    var visitor = try await visitor(client, typing: ticket)
    let rows = try await client.rows()
    try await show(keys.black, &visitor)
    #expect(visitor.choices == ["leave"] && visitor.session.account == nil)
    let run = visitor.run, session = visitor.session, runner = visitor.runner
    #expect(try await client.store.read { try runner.load(run, session, $0).contents.vouched } == nil)
    let after = try await client.rows()
    #expect(after.events == rows.events + [.drillPassed] && after.ways.withoutProofs == rows.ways.withoutProofs)
  }

  enum Wrong: CaseIterable { case none, otherSigns, late, used, replaced, otherKey, otherKind, revoked, early }

  @Test(
    "a wrong, late, used or replaced ticket and one for another way get the same miss, and no wrap",
    arguments: Wrong.allCases)
  func missed(_ wrong: Wrong) async throws {
    let (client, words) = try await Client.enrolled(keys)
    var typed = try await ticket(client, try await client.way("black"), with: keys.yellow)
    var shown = keys.black
    switch wrong {
    case .none: break
    case .otherSigns: typed = String(typed.dropLast()) + (typed.hasSuffix("0") ? "1" : "0")
    case .late: client.clock.advance(30 * 60 + 1)
    case .early: client.clock.advance(-60)
    case .used:
      var first = try await visitor(client, typing: typed)
      try await show(keys.black, &first)
      #expect(first.choices == ["leave"])
    case .replaced: _ = try await ticket(client, try await client.way("black"), with: keys.yellow)
    case .otherKey: shown = keys.yellow
    case .otherKind: break
    case .revoked:
      var owner = try await client.another(with: keys.yellow)
      try await owner.revoke(try await client.way("black").id, with: keys.yellow)
    }
    var visitor = try await visitor(client, typing: typed)
    #expect(visitor.choices == ["useKey", "useCard", "useWords", "cancel"], "nothing is said of the ticket alone")
    visitor.pausesAt = "way.drill"
    if wrong == .otherKind { try await show(words, &visitor) } else { try await show(shown, &visitor) }
    let isGiven = visitor.answer?.start.contains { $0.materials != nil } == true
    #expect(isGiven == (wrong == .none) && (visitor.choices == missed) == (wrong != .none))
    if wrong == .otherKey || wrong == .otherKind {
      var right = try await self.visitor(client, typing: typed)
      try await show(keys.black, &right)
      #expect(right.choices == ["leave"], "a miss spends no ticket")
    }
  }

  @Test("a broken wrap fails in another browser too; the log says so, the ticket is spent, and nothing else is written")
  func broken() async throws {
    let (client, _) = try await Client.enrolled(keys)
    let ticket = try await ticket(client, try await client.way("yellow"), with: keys.black)
    let other = try #require(try await client.way("black").sealed?.wrap)
    try await client.change("yellow") { $0.wrap = other }
    let rows = try await client.rows()
    var visitor = try await visitor(client, typing: ticket)
    try await show(keys.yellow, &visitor)
    #expect(visitor.choices == ["leave"] && visitor.answer?.screen.says.first?.text == "It did not open.")
    let after = try await client.rows()
    #expect(after.events == rows.events + [.drillFailed] && after.ways.withoutProofs == rows.ways.withoutProofs)
    #expect(try await client.store.everyRow()["drill_tickets"] == [])
  }

  @Test("without a touch, or for a way that opens nothing, there is no ticket; signed in, there is no rehearsal")
  func refused() async throws {
    let (client, _) = try await Client.enrolled(keys)
    var browser = client
    browser.pausesAt = "way.drawTicket"
    try await browser.start(.rehearsalTicket, about: try await client.way("yellow").id)
    try await browser.press("confirming.confirm")
    try await browser.touch(keys.yellow)
    browser.clock.advance(301)
    try await browser.resume()
    #expect(browser.choices.contains("confirming.confirm"), "the touch was too long ago")
    var robin = try await client.another()
    let others = Keys()
    try await robin.register("robin", others)
    try await robin.start(.rehearsalTicket, about: try await client.way("yellow").id)
    try await robin.press("confirming.confirm")
    try await robin.touch(others.laptop)
    #expect(robin.choices == ["tryAgain", "cancel"], "another account's way")
    #expect(try await client.store.everyRow()["drill_tickets"] == [])
    var signedIn = client
    await #expect(throws: RunnerError.self) { try await signedIn.start(.rehearsal) }
  }

  @Test("from one address, twenty missed tickets an hour are answered") func limited() async throws {
    let (client, words) = try await Client.enrolled(keys)
    var visitor = try await visitor(client, typing: "00000000")
    visitor.session.address = NetworkAddress("192.0.2.7")
    for _ in 0..<20 {
      try await show(words, &visitor)
      #expect(visitor.choices == missed)
      try await visitor.press("tryAgain")
      try await visitor.press("submit", ["ticket": "00000000"])
    }
    await #expect { try await show(words, &visitor) } throws: { ($0 as? RunnerError)?.code == .tooManyTickets }
  }

  @Test("what a rehearsal signed opens no recovery") func purposes() async throws {
    let (client, words) = try await Client.enrolled(keys)
    let ticket = try await ticket(client, try await client.rows().code, with: keys.yellow)
    var visitor = try await visitor(client, typing: ticket)
    visitor.pausesAt = "way.tryWords"
    try await show(words, &visitor)
    let work = try #require(visitor.answer?.start.last { $0.way != nil }), news = try visitor.hands.perform(work)
    var thief = try await client.another()
    thief.pausesAt = "way.openWithCode"
    try await thief.start(.recovery)
    try await thief.type(words)
    let asked = try #require(thief.answer?.start.last { $0.way != nil })
    try await thief.report(.way(news), for: asked.ticket)
    #expect(thief.choices.contains("tryAgain") && thief.session.account == nil)
    // And the reverse: a proof of a recovery passes no drill.
    let (again, _) = (try await client.another(), ())
    var recovering = again
    recovering.pausesAt = "way.openWithCode"
    try await recovering.start(.recovery)
    try await recovering.type(words)
    let recovery = try #require(recovering.answer?.start.last { $0.way != nil })
    try await visitor.report(.way(try recovering.hands.perform(recovery)), for: work.ticket)
    #expect(visitor.answer?.screen.says.first?.text == "This was not tried to the end.")
    #expect(try await client.rows().code?.proofs == [:])
  }

  @Test("leaving a rehearsal ends no other work that waits in the same browser") func otherWork() async throws {
    let (client, _) = try await Client.enrolled(keys)
    var visitor = try await client.another()
    try await visitor.start(.recovery)
    let waiting = visitor.run, session = visitor.session.id
    try await visitor.start(.rehearsal)
    try await visitor.press("cancel")
    #expect(visitor.answer?.endsSession != true)
    #expect(try await client.store.read { try $0.session(session) } != nil)
    #expect(try await client.store.read { try $0.runs(of: session).map(\.id) } == [waiting])
  }
}
