import Foundation
import HandsProtocol
import Model
import Testing
import Vocabulary

@testable import FlowWorlds
@testable import Flows

/// The worst day, rehearsed: the ticket, what is shown with it, and where it ends.
@Suite struct RehearsalTests {
  /// A rehearsal whose ticket was typed.
  private func choosing() throws -> Walk<Rehearsal> {
    var walk = Walk<Rehearsal>(.init())
    walk.form = [Rehearsal.ticket: .text("abcd-efgh")]
    #expect(try walk.press("Go on").perform.map(\.work) == [.way(.keepTicket("abcd-efgh"))])
    try walk.server(.way(.ticketKept))
    walk.form = [:]
    return walk
  }

  @Test("the ticket leaves the state with the press that hands it over") func forgotten() throws {
    let walk = try choosing()
    #expect(try !String(decoding: JSONEncoder().encode(walk.conversation.state), as: UTF8.self).contains("abcd-efgh"))
  }

  @Test("words are looked up, judged with the ticket, and then tried; nothing is granted") func words() throws {
    var walk = try choosing()
    #expect(walk.buttons == ["A key or passkey", "A card", "My twelve words", "Cancel"])
    try walk.press("My twelve words")
    walk.form = [Rehearsal.words: .ready]
    #expect(try walk.press("See whether they open it").start.map(\.work) == [.way(.lookUpCode(Rehearsal.words))])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.findByCode(.made))])
    var unknown = walk
    #expect(try walk.server(.way(.found)).perform.map(\.work) == [.way(.redeemTicket(nil))])
    #expect(
      try unknown.server(.way(.codeRejected)).perform.map(\.work) == [.way(.redeemTicket(nil))],
      "words that nobody has take the same path")
    try unknown.server(.way(.ticketRefused))
    #expect(unknown.says.first == "Nothing here answers to this ticket and what you showed.")
    #expect(try walk.server(.way(.ticketRedeemed)).start.map(\.work) == [.way(.tryWords(Rehearsal.words))])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.passDrill(.code, .made))])
    try walk.server(.way(.drillPassed(seconds: 61)))
    #expect(walk.says == ["You'd be back in. It took you 2 minutes."] && walk.buttons == ["Done"])
    #expect(try walk.press("Done").orders == [.hands(.forget(Rehearsal.words))])
    #expect(walk.output == .ended && walk.output?.grants == false)
  }

  @Test("a key is asked for as at a sign-in, and gets its wrap only with the ticket") func key() throws {
    var walk = try choosing()
    #expect(try walk.press("A key or passkey").start.map(\.work) == [.key(.signIn)])
    try walk.tap(.yellow, .signIn)
    #expect(walk.underway == [.server(.way(.redeemTicket(.yellow)))])
    var missed = walk
    try missed.server(.way(.ticketRefused))
    #expect(missed.buttons == ["Type the ticket again", "Cancel"] && missed.underway.isEmpty)
    #expect(try walk.server(.way(.ticketRedeemed)).start.map(\.work) == [.way(.drill(.yellow))])
    var failed = walk
    #expect(
      try failed.hands(.way(.refused)).orders
        == [.server(.failDrill(.key(.yellow))), .hands(.forget(Rehearsal.words))], "and nothing is marked")
    #expect(failed.says.first == "It did not open." && failed.buttons == ["Done"])
    try walk.hands(.way(.made(.made)))
    try walk.server(.way(.drillPassed(seconds: 10)))
    #expect(walk.says == ["You'd be back in. It took you a minute."])
  }

  /// The same flow, which signs in once the way has opened.
  private enum Granting: Flow, Explorable {
    typealias State = Rehearsal.State
    typealias Action = Rehearsal.Action
    enum Output: Outcome {
      case ended, cancelled
      var grants: Bool { self == .ended }
      var leadsTo: Destination { .origin }
    }
    static let lifetime = Rehearsal.lifetime
    static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
      let wasProving = if case .proving = state.stage { true } else { false }
      let step = Rehearsal.reduce(&state, signal)
      if wasProving, case .passed = state.stage { return .done(.ended) }
      return Transition(orders: step.orders, renew: step.renew, output: step.output.map { _ in .cancelled })
    }
    static func awaited(_ state: State) -> [Effect] { Rehearsal.awaited(state) }
    static func screen(_ state: State) -> Screen<Action> { Rehearsal.screen(state) }
    static var world: World<Granting> {
      var world = World<Granting>(start: Rehearsal.world.start, forms: Rehearsal.world.forms, hands: [])
      world.replies = Rehearsal.world.replies
      return world
    }
  }
  /// The same flow, which opens what it only should try.
  private enum Opens: Flow, Explorable {
    typealias State = Rehearsal.State
    typealias Action = Rehearsal.Action
    typealias Output = Rehearsal.Output
    static let lifetime = Rehearsal.lifetime
    static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
      Rehearsal.reduce(&state, signal)
    }
    static func awaited(_ state: State) -> [Effect] {
      if case .drilling(.key(let key)) = state.stage { return [.hands(.way(.open(key)))] }
      return Rehearsal.awaited(state)
    }
    static func screen(_ state: State) -> Screen<Action> { Rehearsal.screen(state) }
    static var world: World<Opens> {
      var world = World<Opens>(start: Rehearsal.world.start, forms: Rehearsal.world.forms, hands: [])
      world.replies = Rehearsal.world.replies
      return world
    }
  }

  @Test("the Explorer catches a rehearsal that signs in, and one that opens instead of trying") func caught() {
    #expect { try Explorer<Granting>() } throws: {
      ($0 as? Explorer<Granting>.Broken)?.rule == .grantWithoutEvidence
    }
    #expect { try Explorer<Opens>() } throws: {
      ($0 as? Explorer<Opens>.Broken)?.rule == .law(.rehearsalDoesMore)
    }
  }

  @Test("a ticket takes a touch, is shown by the page alone, and is drawn anew in a page that was loaded anew")
  func ticket() throws {
    var walk = Walk<RehearsalTicket>(.init(for: .yellow))
    let key = HeldKey(.yellow, "yellow", .primary, opens: true)
    try walk.server(.account(.state(AccountState(keys: [key], hasMasterKey: true, current: .yellow))))
    #expect(walk.says == ["First, confirm that it's you."])
    try walk.press("Confirm with your passkey")
    #expect(try walk.tap(.yellow, .confirm).start.map(\.work) == [.way(.drawTicket)], "nothing is opened")
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.issueTicket(.yellow, .made))])
    var late = walk
    try late.server(.way(.tooLate))
    #expect(late.buttons == ["Confirm with your passkey", "Cancel"])
    try walk.server(.way(.ticketIssued))
    #expect(walk.buttons == ["Done"])
    var again = walk
    #expect(again.reload().start.map(\.work) == [.way(.drawTicket)])
    #expect(try walk.press("Done").orders == [.hands(.forget(RehearsalTicket.ticket))])
    #expect(walk.output == .made)
  }
}
