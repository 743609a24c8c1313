import Model
import Testing
import Vocabulary

@testable import FlowWorlds
@testable import Flows

/// The drill of one paper: whether its words open the account, and what to do if they don't.
@Suite struct CodeTestTests {
  private static let standing = AccountState(
    keys: [HeldKey(.yellow, "yellow", .primary, opens: true)], hasMasterKey: true, hasCode: true, current: .yellow)

  /// Goes to the entry of the words.
  private func entering() throws -> Walk<CodeTest> {
    var walk = Walk<CodeTest>(.init())
    try walk.server(.account(.state(Self.standing)))
    try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm)
    return walk
  }
  private func trying() throws -> Walk<CodeTest> {
    var walk = try entering()
    walk.form = [CodeTest.words: .ready]
    try walk.press("Try these words")
    return walk
  }

  @Test("the paper passes when its words opened, and the server has verified that they are here") func passes() throws {
    var walk = try entering()
    #expect(walk.says == ["Type the twelve words on your paper."])
    #expect(throws: Refusal.needsUnmet) { try walk.press("Try these words") }
    walk.form = [CodeTest.words: .ready]
    #expect(try walk.press("Try these words").start.map(\.work) == [.way(.tryWords(CodeTest.words))])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.passDrill(.code, .made))])
    #expect(walk.says == ["Trying your words…"], "what the hands say is not enough")
    try walk.server(.way(.drillPassed()))
    #expect(walk.says == ["Your paper works. These words open your account."])
    #expect(try walk.press("Done").orders == [.hands(.forget(CodeTest.words))])
    #expect(walk.output == .tested && walk.output?.leadsTo == .origin && walk.output?.grants == false)
  }

  @Test("nobody types words before a key or a card has confirmed who is here") func confirmed() throws {
    var walk = Walk<CodeTest>(.init())
    try walk.server(.account(.state(Self.standing)))
    #expect(walk.says == ["First, confirm that it's you."] && walk.buttons == ["Confirm with your passkey", "Cancel"])
    try walk.press("Confirm with your passkey")
    #expect(try walk.tap(.yellow, .confirm).start.isEmpty, "nothing is opened")
    #expect(walk.screen.blocks == [.wordEntry(CodeTest.words)])
  }

  @Test("wrong words are named as such, with what to do next, and may be typed again") func wrong() throws {
    var walk = try trying()
    let step = try walk.hands(.way(.mismatched))
    #expect(step.perform.isEmpty && step.orders == [.server(.failDrill(.code))])
    #expect(
      walk.says == [
        "These words don't open your account.",
        """
        Check each one, and their order, and the number of the paper: a newer kit makes older ones useless. If they \
        still don't open it, make a new code.
        """,
      ])
    #expect(walk.buttons == ["Try the words again", "Make a new recovery code", "Cancel"])
    var other = walk
    try walk.press("Try the words again"); try walk.server(.account(.state(Self.standing)))
    #expect(walk.screen.blocks == [.wordEntry(CodeTest.words)], "who is here was confirmed before")
    try other.press("Make a new recovery code")
    #expect(other.output?.leadsTo == .recoveryCode)
  }

  @Test("right words that the kept wrap does not open with are not called wrong words") func broken() throws {
    var walk = try trying()
    try walk.hands(.way(.refused))
    #expect(walk.says == ["These words don't open your account."])
    #expect(walk.screen.blocks == [Notice.tampered.block] && walk.buttons.contains("Make a new recovery code"))
    var replaced = try trying()
    try replaced.hands(.way(.made(.made))); try replaced.server(.way(.drillRefused))
    #expect(
      replaced.says == ["Your paper was not tried to the end."]
        && replaced.screen.blocks == [Notice.changedMeanwhile.block])
  }

  @Test("an account without a code is told so before anything is touched") func codeless() throws {
    var walk = Walk<CodeTest>(.init())
    var standing = Self.standing
    standing.hasCode = false
    try walk.server(.account(.state(standing)))
    #expect(
      walk.says == ["Your account has no recovery code yet."] && walk.buttons == ["Make a new recovery code", "Cancel"])
    // It was removed while its words were typed.
    var typed = try trying()
    try typed.hands(.way(.closed)); try typed.server(.account(.state(standing)))
    #expect(typed.says == ["Your account has no recovery code yet."])
  }

  @Test("a reloaded page asks for the words again, and for no other touch") func reloaded() throws {
    var walk = try trying()
    walk.reload()
    #expect(walk.screen.blocks == [Notice.wordsLost.block, .wordEntry(CodeTest.words)])
  }

  @Test("no state of it waits for anything that changes who can open the account") func changesNothing() async throws {
    for state in try await Explored.map(CodeTest.self).states {
      for case .server(.way(let work)) in CodeTest.awaited(state) { #expect(!work.changes) }
      for case .hands(.way(let work)) in CodeTest.awaited(state) { #expect(work == .tryWords(CodeTest.words)) }
    }
  }
}
