import Model
import Testing
import Vocabulary

@testable import FlowWorlds
@testable import Flows

/// Taking everything along: what must be open for it, and what the person is told.
@Suite struct CopyingTests {
  private static let standing = AccountState(
    keys: [HeldKey(.yellow, "yellow", .primary, opens: true)], hasMasterKey: true, hasCode: true, current: .yellow)

  private func touched(opens: Bool = true) throws -> Walk<Copying> {
    var walk = Walk<Copying>(.init())
    try walk.server(.account(.state(Self.standing)))
    try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm)
    try walk.hands(.way(opens ? .opened : .signsInOnly))
    return walk
  }

  @Test("the open Master Key signs the request, the server grants it, and only then the copy is made")
  func made() throws {
    var walk = try touched()
    #expect(walk.says == ["Making your copy…"])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.takeCopy(.made))])
    #expect(try walk.server(.way(.copyTaken)).start.map(\.work) == [.way(.makeCopy)])
    try walk.hands(.way(.shown))
    #expect(walk.says.first == "Your copy is made. This page read it back, and everything in it opened.")
    #expect(walk.says.last?.contains("still opens it later") == true, "a later revocation does not reach it")
    #expect(walk.screen.blocks == [.copy] && walk.buttons == ["Done"])
    try walk.press("Done")
    #expect(walk.output == .taken && walk.output?.leadsTo == .origin && walk.output?.grants == false)
  }

  @Test("a key that only signs in makes no copy") func signsIn() throws {
    var walk = try touched(opens: false)
    #expect(
      walk.says == ["This key signs you in, but it can't open your journal."]
        && walk.buttons == ["Use another key", "Cancel"])
    try walk.press("Use another key"); try walk.server(.account(.state(Self.standing)))
    #expect(walk.says == ["First, confirm that it's you."])
  }

  @Test("an account without a journal, or with nothing that opens a copy, is told so before a touch")
  func nothing() throws {
    var empty = Walk<Copying>(.init()), keysAlone = empty, standing = Self.standing
    standing.hasCode = false
    try keysAlone.server(.account(.state(standing)))
    #expect(keysAlone.buttons == ["Make a new recovery code", "Cancel"])
    try keysAlone.press("Make a new recovery code")
    #expect(keysAlone.output?.leadsTo == .recoveryCode)
    standing.hasMasterKey = false
    try empty.server(.account(.state(standing)))
    #expect(empty.says == ["You have no journal yet, so there is nothing to take along."])

    // Practice opens no copy; a card does.
    standing.hasMasterKey = true
    for isRehearsal in [true, false] {
      var walk = Walk<Copying>(.init())
      standing.practicesEscrow = true
      standing.keys = [HeldKey(.black, "card", nil, opens: true, kind: .card, isRehearsal: isRehearsal)]
      try walk.server(.account(.state(standing)))
      #expect(walk.buttons.contains("Make a new recovery code") == isRehearsal)
    }
  }

  @Test("what goes wrong is said, and the copy may be made again") func wrong() throws {
    var refused = try touched()
    try refused.hands(.way(.made(.made))); try refused.server(.way(.conflict))
    #expect(
      refused.screen.blocks == [Notice.changedMeanwhile.block] && refused.buttons == ["Make the copy again", "Cancel"])
    var tampered = try touched()
    try tampered.hands(.way(.made(.made))); try tampered.server(.way(.copyTaken)); try tampered.hands(.way(.refused))
    #expect(tampered.screen.blocks == [Notice.tampered.block])
    var late = try touched()
    try late.hands(.way(.made(.made))); try late.server(.way(.tooLate));
    try late.server(.account(.state(Self.standing)))
    #expect(late.screen.blocks == [Notice.tooLate.block], "and asks for a touch again")
  }

  @Test("a page that was loaded anew has no copy any more, and asks for another touch") func reloaded() throws {
    var walk = try touched()
    try walk.hands(.way(.made(.made))); try walk.server(.way(.copyTaken)); try walk.hands(.way(.shown))
    walk.reload(); try walk.server(.account(.state(Self.standing)))
    #expect(walk.screen.blocks == [Notice.copyLost.block] && walk.buttons.first == "Confirm with your passkey")
  }
}
