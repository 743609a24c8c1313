import Model
import Testing
import Vocabulary

@testable import FlowWorlds
@testable import Flows

/// The check of a paper: whether it is there and the newest, and nothing else.
@Suite struct KitCheckTests {
  private func standing(hasCode: Bool = true, kit: Int? = 2) -> ServerReply {
    .account(
      .state(
        AccountState(
          keys: [HeldKey(.yellow, "yellow", .primary, opens: true)], hasMasterKey: true, hasCode: hasCode, kit: kit,
          current: .yellow)))
  }
  private func entering() throws -> Walk<KitCheck> {
    var walk = Walk<KitCheck>(.init())
    try walk.server(standing())
    return walk
  }
  private func judging(_ typed: String = "2 7KQ4-M2XD") throws -> Walk<KitCheck> {
    var walk = try entering()
    walk.form = [KitCheck.kit: .text(typed)]
    try walk.press("Check this paper")
    return walk
  }

  @Test("the right number and check say that the paper is there, and what that does not show") func passes() throws {
    var walk = try entering()
    #expect(throws: Refusal.needsUnmet) { try walk.press("Check this paper") }
    walk.form = [KitCheck.kit: .text("2 7kq4-m2xd")]
    #expect(
      try walk.press("Check this paper").perform.map(\.work) == [.way(.checkKit(number: 2, check: "7KQ4M2XD"))])
    try walk.server(.way(.kitMatches))
    #expect(
      walk.says == [
        "This paper is there, and it is the newest.",
        "That its words can be read, and that they open your account, is not shown: only trying all twelve shows that.",
      ])
    var other = walk
    try walk.press("Done")
    #expect(walk.output == .checked && walk.output?.grants == false)
    try other.press("Try its twelve words")
    #expect(other.output?.leadsTo == .codeTest)
  }

  @Test(
    "what is no number and check is told so, and uses no try",
    arguments: ["2", "7KQ4-M2XD", "two 7KQ4-M2XD", "0 7KQ4M2XD"])
  func malformed(_ typed: String) throws {
    var walk = try judging(typed)
    #expect(walk.underway.isEmpty && walk.screen.blocks.first == Notice.notKit.block)
    walk.form = [KitCheck.kit: .text("no. 12, 7KQ4-M2XD")]
    try walk.press("Check this paper")
    #expect(walk.screen.blocks.first == Notice.notKit.block, "other words beside them are not guessed at")
  }

  @Test("an older kit, one that was never saved, and a wrong check are told apart") func refused() throws {
    var older = try judging("1 7KQ4-M2XD"), later = try judging("3 7KQ4-M2XD"), wrong = try judging()
    try older.server(.way(.kitHasOtherNumber(newest: 2)))
    #expect(older.says.first == "This is an older kit. The newest is kit no. 2.")
    try later.server(.way(.kitHasOtherNumber(newest: 2)))
    #expect(later.says.first == "This is not the kit that opens your account. That is kit no. 2.")
    try wrong.server(.way(.checkDiffers))
    #expect(wrong.says.first == "The number is right, but not the check.")
    try wrong.press("Check again"); try wrong.server(standing())
    #expect(wrong.says == ["Type the kit number and the check that stand on your paper, with a space between them."])
  }

  @Test("after five tries it says when there is another") func spent() throws {
    var walk = try judging()
    try walk.server(.way(.tooManyChecks))
    #expect(walk.says.first == "Five tries are used up. Nothing was compared.")
    #expect(walk.buttons == ["Try its twelve words", "Cancel"])
  }

  @Test("a paper from before there was a check leads to its twelve words, and no code to a new one")
  func without() throws {
    var walk = Walk<KitCheck>(.init()), none = walk
    try walk.server(standing(kit: nil))
    #expect(walk.says.first == "Your paper has no check. It is from before there was one.")
    try walk.press("Try its twelve words")
    #expect(walk.output?.leadsTo == .codeTest)
    try none.server(standing(hasCode: false, kit: nil))
    #expect(none.buttons == ["Make a new recovery code", "Cancel"])
  }

  @Test("no state of it opens anything, changes anything, or asks for a word") func changesNothing() async throws {
    for state in try await Explored.map(KitCheck.self).states {
      for effect in KitCheck.awaited(state) {
        switch effect {
        case .server(.way(let work)): #expect(!work.changes)
        case .server(.account(.readAccount)): break
        default: Issue.record("\(effect)")
        }
      }
      #expect(!KitCheck.screen(state).blocks.contains { if case .wordEntry = $0 { true } else { false } })
    }
  }
}
