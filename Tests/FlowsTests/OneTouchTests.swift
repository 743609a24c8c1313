import HandsProtocol
import Model
import Testing
import Vocabulary

@testable import FlowWorlds
@testable import Flows

/// Signing in with one press, and opening the journal with the touch that signed in.
@Suite struct OneTouchTests {
  @Test("E-29: a sign-in whose button was pressed on the page before asks the browser at once") func pressed() throws {
    var walk = Walk<PasskeyOnly>(.init(isPressed: true))
    #expect(walk.step.start.map(\.work) == [.key(.signIn)])
    #expect(walk.says == ["Your browser is asking."] && walk.screen.blocks == [.detector(.waiting)])
    try walk.hands(.key(.fault(.dismissed)))
    #expect(walk.buttons == ["Sign in with a passkey", "Cancel"], "whoever declined can press it")
  }

  @Test("E-29: every request to the browser has its line and the detector") func detector() throws {
    var opening = Walk<Journal>(.init()), password = Walk<PasswordSetting>(.init())
    try opening.press("Confirm with your passkey")
    try password.press("Confirm with your passkey")
    var immediate = Walk<ImmediatelyAvailable>(.init()), registration = Walk<Registration>(.init())
    try immediate.press("Sign in")
    registration.form = ["username": .text("mirela")]
    try registration.press("Create a passkey"); try registration.server(.account(.usernameFree))
    let shown = [
      (opening.says, opening.screen.blocks), (password.says, password.screen.blocks),
      (immediate.says, immediate.screen.blocks), (registration.says, registration.screen.blocks),
    ]
    for (says, blocks) in shown {
      #expect(says == ["Your browser is asking."] && blocks == [.detector(.waiting)])
    }
  }

  private func recalled() throws -> Walk<Journal> {
    var walk = Walk<Journal>(.init(recalls: true))
    #expect(walk.underway == [.server(.key(.recall))] && walk.says == ["Opening…"])
    #expect(try walk.server(.key(.recalled(.yellow))).start.map(\.work) == [.way(.open(.yellow))])
    return walk
  }

  @Test("the journal opens with the touch that signed in, and asks for no other") func opens() throws {
    var walk = try recalled()
    try walk.hands(.way(.opened))
    #expect(walk.screen.blocks == [.journal] && walk.underway.isEmpty)
    walk.reload()
    #expect(walk.buttons.first == "Confirm with your passkey", "a page loaded anew has no touch to open with")
  }

  @Test("opened for the room where things lie, it leads there; a key that opens nothing leads to another touch")
  func things() throws {
    var walk = Walk<Journal>(.init(recalls: true, isForThings: true))
    try walk.server(.key(.recalled(.yellow)))
    try walk.hands(.way(.opened))
    #expect(walk.output == .things && Journal.Output.things.leadsTo == .things)

    var closed = Walk<Journal>(.init(isForThings: true))
    try closed.press("Confirm with your passkey")
    try closed.hands(.key(.given(.tap)))
    try closed.server(.key(.verified(.yellow, .confirm)))
    try closed.hands(.way(.signsInOnly))
    try closed.press("Use another key")
    #expect(closed.output == nil && closed.buttons.first == "Confirm with your passkey")

    var open = try recalled()
    try open.hands(.way(.opened))
    try open.press("Where your things lie")
    #expect(open.output == .things)
  }

  @Test("a lost key is revoked with the touch that signed in; a touch for reading is not enough")
  func revokes() throws {
    var walk = Walk<Revocation>(.init(recalls: true))
    let standing = AccountState(
      keys: [HeldKey(.black, "black", .backup, opens: true), HeldKey(.yellow, "yellow", .primary, opens: true)],
      hasMasterKey: true, current: .black)
    try walk.server(.account(.state(standing)))
    try walk.press("Revoke “yellow”")
    try walk.press("It's lost or broken")
    #expect(walk.underway == [.server(.key(.recall))])
    var reading = walk
    try reading.server(.key(.recalled(.black)))
    #expect(reading.says == ["First, confirm that it's you."])
    #expect(try walk.server(.key(.verified(.black, .signIn))).start.map(\.work) == [.way(.open(.black))])
  }

  @Test("without a touch to open with, the journal asks for one, as it does on a page of its own") func none() throws {
    var walk = Walk<Journal>(.init(recalls: true))
    try walk.server(.key(.recalled(nil)))
    #expect(walk.says == ["First, confirm that it's you."] && walk.screen.blocks.isEmpty)
    walk = try recalled()
    walk.reload()
    #expect(walk.says == ["First, confirm that it's you."])
  }

  @Test(
    "a touch from before writes nothing: whatever would, takes a touch made for it",
    arguments: [
      HandsReply.Way.made(.made), .signsInOnly, .closed, .untouched, .mismatched, .unable,
    ])
  func writesNothing(_ news: HandsReply.Way) throws {
    var walk = try recalled()
    let step = try walk.hands(.way(news))
    #expect(step.orders.isEmpty && walk.underway == [.server(.account(.readAccount))])
    #expect(walk.says == ["First, confirm that it's you."] && walk.screen.blocks.isEmpty)
    try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm); try walk.hands(.way(.opened))
    #expect(walk.screen.blocks == [.journal])
  }

  /// The law of `AccountLaws` would break if the touch alone led to a change; here the hands say everything they can.
  @Test("with no touch but the one that signed in, no state of the journal changes the account") func proven() throws {
    let world = World<Journal>(
      start: .init(recalls: true), hands: Opening.handsNews,
      server: [.key(.recalled(.yellow)), .key(.rejected(.invalid)), .unavailable, .account(.state(AccountState()))])
    let map = expectProven(try Explorer(world))
    #expect(map.states.contains(.open))
    for case .server(let work) in map.states.flatMap(Journal.awaited) {
      if case .way(let way) = work { #expect(!way.changes, "\(way)") }
    }
  }
}
