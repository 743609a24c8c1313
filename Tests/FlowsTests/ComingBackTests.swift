import HandsProtocol
import Model
import Testing
import Vocabulary

@testable import Flows

/// The screen on which every way back ends.
@Suite struct ComingBackTests {
  private static let yellow = HeldKey(.yellow, "yellow", .primary, opens: true)
  private static let black = HeldKey(.black, "black", .backup, opens: true)
  private static let new = HeldKey(.signUp, "green", .primary, opens: true)

  private func back(_ facts: Comeback) throws -> Walk<ComingBack> {
    var walk = Walk<ComingBack>(.init())
    try walk.server(.account(.cameBack(facts)))
    return walk
  }
  private func lines(_ walk: Walk<ComingBack>) -> [String] {
    walk.screen.blocks.flatMap { block -> [String] in
      if case .receipt(let facts) = block { facts.map { "\($0.name.said) \($0.text.text)" } } else { [] }
    }
  }

  @Test("after a recovery it says who is back, what is new, and asks about each old key that was kept")
  func recovered() throws {
    var walk = try back(
      Comeback(
        username: "mirela", newKey: Self.new, current: Self.new, kit: 3, removed: [Self.yellow],
        earlier: [Self.black]))
    try walk.server(.key(.verified(.signUp, .signIn)))
    #expect(walk.says == ["You're back, mirela."])
    #expect(
      lines(walk) == [
        "“green” New key. It signs you in and opens your journal.",
        "New recovery code Kit no. 3. The words from before open your account no more.",
        """
        Revoked: “yellow”. It can't sign in any more, and it opens nothing that is written from now on.
        """,
      ])
    #expect(walk.banners == ["It was here before. Do you still have it?"])
    #expect(
      walk.buttons == ["I still have “black”", "Remove “black”", "Go to your account", "Add another key now"])
    try walk.press("I still have “black”")
    #expect(walk.banners.isEmpty && walk.buttons == ["Go to your account", "Add another key now"])
    #expect(lines(walk).last == "“black” You still have it.")
    try walk.press("Go to your account")
    #expect(walk.output == .cancelled && walk.output?.leadsTo == .account && walk.output?.grants == false)
  }

  @Test("the journal is opened with the last touch, and no second one is asked for") func noSecondTouch() throws {
    let facts = Comeback(username: "mirela", newKey: Self.new, current: Self.new, kit: 3)
    var walk = try back(facts)
    #expect(walk.screen.blocks.first == .journalSize(.opening))
    try walk.server(.key(.verified(.signUp, .signIn)))
    #expect(walk.underway == [.hands(.way(.open(.signUp)))])
    try walk.hands(.way(.opened))
    #expect(walk.screen.blocks.first == .journalSize(.open))
    var late = try back(facts)
    try late.server(.key(.recalled(nil)))
    #expect(late.screen.blocks.first == .journalSize(.closed) && late.says == ["You're back, mirela."])
    #expect(late.buttons == ["Go to your account", "Add another key now"])
  }

  @Test("with a new code, removing an old key asks one question, and makes no second paper") func removing() throws {
    var walk = try back(
      Comeback(username: "mirela", newKey: Self.new, current: Self.new, kit: 3, earlier: [Self.black]))
    try walk.server(.key(.verified(.signUp, .signIn))); try walk.hands(.way(.opened))
    try walk.press("Remove “black”")
    let standing = AccountState(
      keys: [Self.black, Self.new], hasMasterKey: true, hasCode: true, current: .signUp)
    try walk.server(.account(.state(standing)))
    #expect(
      walk.says == ["Remove “black”? It stops signing in, and it opens nothing that is written from now on."])
    #expect(walk.buttons == ["Remove it", "Back", "Cancel"])
    try walk.press("Remove it")
    try walk.server(.key(.verified(.signUp, .signIn))); try walk.hands(.way(.opened))
    try walk.hands(.way(.made(.made)))
    #expect(
      try walk.server(.way(.revoked([.black]))).perform.map(\.work) == [.account(.readComeback)],
      "no new words follow")
    // A later touch is a later verdict; what was new stays so.
    try walk.server(.account(.cameBack(Comeback(username: "mirela", current: Self.new, removed: [Self.black]))))
    #expect(lines(walk).count == 3 && lines(walk)[1].hasPrefix("New recovery code"))
  }

  @Test("A-68: with a backup key it first asks what is missing, and does not end there") func withBackup() throws {
    let facts = Comeback(username: "mirela", current: Self.black, earlier: [Self.yellow])
    var walk = try back(facts)
    try walk.server(
      .account(
        .state(
          AccountState(
            keys: [Self.black, Self.yellow], hasMasterKey: true, hasCode: true, current: .black))))
    #expect(walk.says.first == "Revoke missing key?")
    var later = walk
    try later.press("Not now"); try later.server(.account(.cameBack(facts)))
    try later.server(.key(.recalled(nil)))
    #expect(later.says == ["You're back, mirela."] && later.buttons.contains("Remove “yellow”"))
    try walk.press("Revoke “yellow”"); try walk.press("It's lost or broken")
    try walk.server(.key(.verified(.black, .signIn))); try walk.hands(.way(.opened)); try walk.hands(.way(.made(.made)))
    try walk.server(.way(.revoked([.yellow])))
    try walk.server(
      .account(.cameBack(Comeback(username: "mirela", current: Self.black, removed: [Self.yellow]))))
    #expect(walk.says == ["You're back, mirela."])
    #expect(walk.buttons.first == "Enroll a new primary key now", "nothing is primary any more")
    try walk.press("Enroll a new primary key now")
    #expect(walk.output?.leadsTo == .enrollment)
  }

  @Test("who leaves the new words after “someone may have it” is told so on the last screen") func codeIsDue() throws {
    var walk = try back(Comeback(username: "mirela", current: Self.black, earlier: [Self.yellow]))
    try walk.server(
      .account(
        .state(
          AccountState(
            keys: [Self.black, Self.yellow], hasMasterKey: true, hasCode: true, current: .black))))
    try walk.press("Revoke “yellow”"); try walk.press("Someone may have it")
    try walk.server(.key(.verified(.black, .signIn))); try walk.hands(.way(.signsInOnly))
    try walk.server(.way(.revoked([.yellow]))); try walk.server(.way(.reminded))
    try walk.server(
      .account(.cameBack(Comeback(username: "mirela", current: Self.black, removed: [Self.yellow]))))
    #expect(walk.banners.first?.hasPrefix("The recovery code that you saved before still works.") == true)
  }

  @Test("without the account's store it still says that the person is in") func outage() throws {
    var walk = Walk<ComingBack>(.init())
    try walk.server(.unavailable)
    #expect(walk.says == ["You are in."] && walk.buttons == ["Go to your account"])
  }
}
