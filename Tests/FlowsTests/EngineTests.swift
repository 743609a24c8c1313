import Vocabulary
import Foundation
import HandsProtocol
import Model
import Testing
@testable import FlowWorlds
@testable import Flows

/// The rules of DESIGN §4: proved for every flow by the Explorer, and for the requests that a surface can send.
@Suite struct EngineTests {
  @Test("every state of enrollment can be cancelled, stored and rolled back (A-28 A-81 A-41)")
  func enrollment() async throws {
    let map = expectProven(try await Explored.map(Enrollment.self))
    let both = ["a", "b"].map(KeyID.init(rawValue:))
    #expect(
      map.outputs == [
        .cancelled, .enrolled(both), .enrolled(both.reversed()), .enrolled([both[0]]), .enrolled([both[1]]),
      ])
    #expect(map.mermaid.contains(": Skip backup (not recommended)"))
  }
  @Test("every state is proven for an enrollment in which the sign-up key may be one of the two")
  func adoption() throws {
    let own = KeyID(rawValue: "own"), made = KeyID(rawValue: "made"), evidence = Evidence(rawValue: "made")
    let verdicts = [(own, Ceremony.confirm), (own, .test), (made, .create), (made, .confirm), (made, .test)]
    let world = World<Enrollment>(
      start: .init(), forms: [["name": .text("k")], [RecoveryCode.box: .ticked], [RecoveryCode.three: .ready]],
      hands: [
        .key(.given(.tap)), .key(.fault(.alreadyEnrolled)), .elapsed(.reading), .elapsed(.alignment), .elapsed(.health),
      ]
        + [.opened, .made(evidence), .signsInOnly, .untouched, .shown].map(HandsReply.way),
      server: [
        .account(.state(AccountState(keys: [HeldKey(own, "", nil, opens: false)]))), .key(.committed(made)),
        .key(.revoked(made)),
      ]
        + verdicts.map { .key(.verified($0, $1)) }
        + [.attached(own), .attached(made), .revealNoted, .codeSaved(generation: 1), .reminded, .renamed, .completed]
        .map(ServerReply.way))
    let map = expectProven(try Explorer(world))
    #expect(
      map.outputs == [
        .cancelled, .enrolled([own]), .enrolled([made]), .enrolled([own, made]), .enrolled([made, own]),
      ])
  }
  @Test(
    "B-23 B-25: each scenario is a flow of its own, stored, cancelled, granting on evidence",
    arguments: [
      ProvenFlow(Registration.self, [.signedIn, .cancelled]),
      ProvenFlow(PasskeyOnly.self, [.signedIn, .cancelled]),
      ProvenFlow(PasskeyOrPassword.self, [.signedIn, .toCard, .cancelled]),
      ProvenFlow(AutoFillPasskeyOnly.self, [.signedIn, .cancelled]),
      ProvenFlow(ImmediatelyAvailable.self, [.signedIn, .cancelled]),
      ProvenFlow(AutoFillHybrid.self, [.signedIn, .toCard, .cancelled]),
      ProvenFlow(PasswordSetting.self, [.passwordSet, .cancelled]),
    ])
  func scenarios(_ flow: ProvenFlow) async throws { try await flow.prove() }
  @Test(
    "every state of the flows around a key is stored, cancelled, and grants on evidence alone",
    arguments: [
      ProvenFlow(
        Opening.self, [.ready(Opening.someKey, opened: true), .ready(Opening.someKey, opened: false), .cancelled]),
      ProvenFlow(RecoveryCode.self, [.saved, .cancelled]),
      ProvenFlow(Journal.self, [.things, .cancelled]),
      ProvenFlow(Revocation.self, [.revoked, .enroll, .cancelled]),
      ProvenFlow(Renaming.self, [.renamed, .cancelled]),
      ProvenFlow(Deletion.self, [.begun, .cancelled]),
      ProvenFlow(Introduction.self, [.allowed, .another, .cancelled]),
      ProvenFlow(KeyTest.self, [.tested, .cancelled]),
      ProvenFlow(CodeTest.self, [.tested, .makeCode, .cancelled]),
      ProvenFlow(RehearsalTicket.self, [.made, .cancelled]),
      ProvenFlow(Rehearsal.self, [.ended, .cancelled]),
      ProvenFlow(Copying.self, [.taken, .makeCode, .cancelled]),
      ProvenFlow(KitCheck.self, [.checked, .tryWords, .makeCode, .cancelled]),
      ProvenFlow(LostKey.self, [.signedIn, .cancelled]),
      ProvenFlow(Recovery.self, [.recovered, .cancelled]),
      ProvenFlow(ComingBack.self, [.enroll, .cancelled]),
    ])
  func around(_ flow: ProvenFlow) async throws { try await flow.prove() }
  @Test("the Explorer catches a flow that takes the hands at their word (D-33 A-41)") func gullible() {
    #expect { try Explorer<Gullible>() } throws: { ($0 as? Explorer<Gullible>.Broken)?.rule == .grantWithoutEvidence }
  }

  @Test("the Explorer catches a flow that hears of an opening and does not note it") func forgetful() {
    #expect { try Explorer<Forgetful>() } throws: {
      ($0 as? Explorer<Forgetful>.Broken)?.rule == .law(.openingNotNoted)
    }
  }

  @Test("a double click on Cancel does not confirm it (A-80)") func doubleCancel() throws {
    var walk = try Enrollment.atStep2()
    let revision = walk.conversation.revision
    try walk.press("Cancel", at: revision)
    var conversation = walk.conversation
    #expect(throws: Refusal.outOfDate) { try conversation.press(.cancel, at: revision) }
    #expect(throws: Refusal.notOffered) { try conversation.press(.cancel, at: conversation.revision) }
    #expect(walk.output == nil && walk.screen.sheet?.title == .reallyCancel)
  }
  @Test("without JavaScript, name and Continue come in one POST (A-37)") func oneForm() throws {
    var walk = try Enrollment.named("")
    #expect(throws: Refusal.needsUnmet) { try walk.press("Continue") }
    walk.form = ["name": .text("  ")]
    #expect(throws: Refusal.needsUnmet) { try walk.press("Continue") }
    walk.form = ["name": .text(" yellow ")]
    #expect(try walk.press("Continue").start.map(\.work) == [.key(.tap(.yellow))])
  }
  @Test("G-24: an older tab changes nothing, and its tickets are worthless") func staleTab() throws {
    var walk = try Enrollment.waiting()
    let old = walk.conversation, ticket = walk.ticket(of: .hands(.key(.fault(.misread))))
    let newest = walk.reload()
    #expect(newest.cancel == [ticket] && newest.start.map(\.work) == [.key(.create(excluding: []))])
    #expect(throws: Refusal.outOfDate) { try walk.press("Cancel", at: old.revision) }
    var conversation = walk.conversation
    #expect(throws: Refusal.unknownTicket) { try conversation.report(.key(.fault(.misread)), for: ticket) }
    #expect(conversation.state == old.state)
  }
  @Test("forged and misplaced replies are rejected (D-33)") func forged() throws {
    var login = Walk<CardLogin>(.init()).conversation
    let asked = Ticket(rawValue: 1), card = HandsReply.card(.present(CardFacts(.keys, instance: "1")))
    #expect(throws: Refusal.notItsReply) { try login.report(.card(.correct), for: asked) }
    #expect(throws: Refusal.notItsReply) { try login.settle(.card(.signatureVerified(.card, .login)), for: asked) }
    #expect(throws: Refusal.unknownTicket) { try login.report(card, for: Ticket(rawValue: 7)) }
    _ = try login.report(card, for: asked)
    #expect(throws: Refusal.unknownTicket, "answered already") { try login.report(card, for: asked) }
    #expect(throws: Refusal.notOffered) { try login.press(.tryAgain, at: login.revision) }
    _ = try login.report(.card(.paired), for: Ticket(rawValue: 2))
    _ = try login.report(.card(.tries(.init(pin: 3, puk: 5))), for: Ticket(rawValue: 3))
    #expect(throws: Refusal.wrongField, "digits never travel") {
      try login.press(.access(.pin(.submit)), with: ["pin": .text("123456")], at: login.revision)
    }
    #expect(login.output == nil)
  }
  @Test("a reply that arrives after the end is rejected (A-81)") func late() throws {
    var walk = try Enrollment.waiting()
    let ticket = walk.ticket(of: .hands(.key(.fault(.misread))))
    #expect(try walk.press("Cancel").cancel == [ticket])
    var conversation = walk.conversation
    #expect(throws: Refusal.over) { try conversation.report(.key(.fault(.misread)), for: ticket) }
  }
  @Test("M-14: Back triggers the screen's own way back, or cancels if there is none") func back() throws {
    var walk = try Enrollment.atStep2()
    try walk.back()
    #expect(walk.buttons == ["Keep going", "Cancel enrollment"])
    try walk.back()
    #expect(walk.screen.step?.number == 2)
  }
  @Test("after a reload the PIN is gone, and is requested again (D-58)") func secretsLost() throws {
    var walk = Walk<CardLogin>(.init())
    try walk.reach(.ready)
    walk.form = ["pin": .ready]
    try walk.press("Continue")
    #expect(walk.reload().start.map(\.work) == [.card(.readTries)])
  }
  @Test("G-24 A-81: an abandoned run ends like a confirmed Cancel, with its rollback") func lapse() throws {
    var conversation = try Enrollment.atStep2().conversation
    let step = conversation.lapse()
    #expect(step.orders == [.server(.rollBackWraps)] && step.output == .cancelled && step.cancel.count == 1)
    #expect(conversation.lapse().orders.isEmpty, "once")
  }
  @Test("G-23: a stored run continues where it stopped") func stored() throws {
    let walk = try Enrollment.atStep2()
    let copy = try JSONDecoder().decode(Conversation<Enrollment>.self, from: JSONEncoder().encode(walk.conversation))
    #expect(
      copy.state == walk.conversation.state && copy.outstanding == walk.conversation.outstanding
        && copy.revision == walk.conversation.revision)
  }
}

/// A flow that opens the Master Key and leaves the key unproved.
private enum Forgetful: Flow, Explorable {
  enum Output: Outcome { case cancelled }
  static let lifetime = Lifetime.session
  static func reduce(_ state: inout Bool, _ signal: Signal<OnlyCancel>) -> Transition<Output> {
    if case .action = signal { return .done(.cancelled) }
    if case .reply = signal { state = true }
    return .stay
  }
  static func awaited(_ isOpen: Bool) -> [Effect] { isOpen ? [] : [.hands(.way(.open(.yellow)))] }
  static func screen(_ state: Bool) -> Screen<OnlyCancel> {
    Screen(.plain, [], choices: [Choice(.cancel, .cancel, .cancel)])
  }
  static var world: World<Self> { World(start: false, hands: [.way(.opened)]) }
}

private enum Gullible: Flow, Explorable {
  enum Output: Outcome { case loggedIn, cancelled; var grants: Bool { self == .loggedIn } }
  static let lifetime = Lifetime.session
  static func reduce(_ state: inout Bool, _ signal: Signal<OnlyCancel>) -> Transition<Output> {
    switch signal {
    case .reply: .done(.loggedIn);
    case .action: .done(.cancelled);
    default: .stay
    }
  }
  static func awaited(_ state: Bool) -> [Effect] { [.hands(.card(.verifyPIN("pin")))] }
  static func screen(_ state: Bool) -> Screen<OnlyCancel> {
    Screen(.plain, [], choices: [Choice(.cancel, .cancel, .cancel)])
  }
  static var world: World<Self> { World(start: false, hands: [.card(.correct)]) }
}
