import Vocabulary
import Model
import Testing

@testable import Flows

/// One key's drill: its findings, and their remedies.
@Suite struct KeyTestTests {
  private func standing(opens: Bool = true, others: [HeldKey] = [HeldKey(.black, "black", .backup, opens: true)])
    -> AccountState
  {
    AccountState(
      keys: [HeldKey(.yellow, "yellow", .primary, opens: opens, needsRewrap: !opens)] + others, hasMasterKey: true,
      hasCode: true, current: .black)
  }
  private func walk(_ standing: AccountState) throws -> Walk<KeyTest> {
    var walk = Walk<KeyTest>(.init(of: .yellow))
    try walk.server(.account(.state(standing)))
    return walk
  }
  private let mismatch = "“yellow” needs re-wrap. It signs you in, and can't open your journal any more."

  @Test("G-20: a key that signs in and opens passes, and the result is logged") func passes() throws {
    var walk = try walk(standing())
    #expect(walk.screen.blocks == [.detector(.waiting)] && walk.underway == [.hands(.key(.tap(.yellow)))])
    try walk.tap(.yellow, .test)
    #expect(walk.underway == [.hands(.way(.drill(.yellow)))])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.passDrill(.key(.yellow), .made))])
    #expect(walk.screen.blocks == [.detector(.read)], "what the hands say is not enough")
    try walk.server(.way(.drillPassed()))
    #expect(walk.says == ["“yellow” signs you in and opens your journal."])
    try walk.press("Done")
    #expect(walk.output == .tested && walk.output?.leadsTo == .origin)
  }

  @Test("G-20 E-08: the drill finds a key whose wrap no longer matches and creates a new wrap") func rewraps() throws {
    var walk = try walk(standing())
    try walk.tap(.yellow, .test)
    #expect(
      try walk.hands(.way(.mismatched)).orders == [
        .server(.failDrill(.key(.yellow))), .server(.markForRewrap(.yellow)),
      ])
    #expect(walk.says.first == mismatch && walk.buttons == ["Make it open again", "Try it once more", "Cancel"])
    try walk.press("Make it open again")
    try walk.press("Confirm with your passkey"); try walk.tap(.black, .confirm); try walk.hands(.way(.opened))
    #expect(walk.says.first == "Your journal is open. Touch “yellow” once more, and it opens it again.")
    try walk.tap(.yellow, .test)
    #expect(walk.underway == [.hands(.way(.open(.yellow)))])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.attach(.yellow, .made))])
    #expect(try walk.server(.way(.attached(.yellow))).start.map(\.work) == [.way(.drill(.yellow))])
    try walk.hands(.way(.made(.made))); try walk.server(.way(.drillPassed()))
    #expect(walk.says == ["“yellow” opens your journal again."])
  }

  @Test("G-20: a key newly wrapped in a page that was then reloaded is touched once more")
  func lostAfterRewrap() throws {
    var walk = try walk(standing(opens: false))
    try walk.press("Make it open again"); try walk.press("Confirm with your passkey"); try walk.tap(.black, .confirm)
    try walk.hands(.way(.opened)); try walk.tap(.yellow, .test); try walk.hands(.way(.made(.made)))
    try walk.server(.way(.attached(.yellow)))
    #expect(walk.reload().start.map(\.work) == [.key(.tap(.yellow))])
    try walk.tap(.yellow, .test); try walk.hands(.way(.made(.made))); try walk.server(.way(.drillPassed()))
    #expect(walk.says == ["“yellow” signs you in and opens your journal."])
  }

  @Test("a damaged wrap fails the drill, and is made anew only when that is asked for") func damaged() throws {
    var walk = try walk(standing())
    try walk.tap(.yellow, .test)
    #expect(
      try walk.hands(.way(.refused)).orders == [
        .server(.failDrill(.key(.yellow))), .server(.markForRewrap(.yellow)),
      ])
    #expect(walk.says.first == mismatch && walk.screen.blocks == [Notice.tampered.block])
    #expect(walk.underway.isEmpty && walk.buttons == ["Make it open again", "Try it once more", "Cancel"])
    try walk.press("Make it open again")
    try walk.press("Confirm with your passkey"); try walk.tap(.black, .confirm); try walk.hands(.way(.opened))
    try walk.tap(.yellow, .test); try walk.hands(.way(.made(.made))); try walk.server(.way(.attached(.yellow)))
    var again = walk
    try walk.hands(.way(.made(.made))); try walk.server(.way(.drillPassed()))
    #expect(walk.says == ["“yellow” opens your journal again."])
    // The new wrap does not open either: another one would help no more.
    #expect(try again.hands(.way(.refused)).orders == [.server(.failDrill(.key(.yellow)))])
    #expect(again.screen.blocks.first == Notice.tampered.block && again.buttons == ["Tap again", "Cancel"])
  }

  @Test("before another key has opened, no state of the drill waits for anything that makes or changes a wrap")
  func changesNothing() async throws {
    for state in try await Explored.map(KeyTest.self).states where !state.isOpen {
      if case .touching = state.stage { continue }  // it was asked for
      for effect in KeyTest.awaited(state) {
        switch effect {
        case .server(.way(let work)): #expect(!work.changes, "\(work)")
        case .hands(.way(let work)): #expect(work == .drill(state.key))
        default: break
        }
      }
    }
  }

  @Test("G-20: a key that is already marked is re-wrapped at once if something else can open") func marked() throws {
    #expect(try walk(standing(opens: false)).buttons.first == "Make it open again")
    let alone = try walk(standing(opens: false, others: [HeldKey(.signUp, "", nil, opens: false)]))
    #expect(alone.buttons == ["Try it once more", "Cancel"])
    #expect(alone.says.last?.contains("With your recovery code you get back in") == true)
  }

  @Test("G-20: if the marked key is used to open for its own re-wrap, the screen says so")
  func notItself() throws {
    var walk = try walk(standing(opens: false))
    try walk.press("Make it open again"); try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm)
    #expect(try walk.hands(.way(.mismatched)).orders == [.server(.markForRewrap(.yellow))])
    #expect(walk.screen.blocks.first == Notice.needsRewrap.block)
    try walk.press("Confirm with your passkey"); try walk.tap(.black, .confirm); try walk.hands(.way(.opened))
    walk.reload()
    #expect(walk.says.first == mismatch)
  }

  @Test("G-20: a missing or different key counts as a failed read and marks nothing")
  func gone() throws {
    var walk = try walk(standing())
    #expect(try walk.hands(.key(.fault(.dismissed))).orders == [])
    #expect(walk.screen.blocks.last == .detector(.missed))
    #expect(
      walk.says.last == "A key that was reset or erased answers no more: then revoke it in Settings, and add it again.")
    try walk.press("Tap again")
    #expect(try walk.tap(.black, .test).orders == [])
    #expect(walk.screen.blocks == [Notice.differentKey("yellow").block, .detector(.refused)])
    #expect(walk.screen.announcement?.text == "That's a different key. Tap “yellow”.")
    #expect(walk.buttons == ["Tap again", "Cancel"])
  }

  @Test("G-20: a key that signs but provides no secret has not passed, and is not marked")
  func gaveNothing() throws {
    var walk = try walk(standing())
    try walk.tap(.yellow, .test)
    #expect(try walk.hands(.way(.signsInOnly)).orders == [] && walk.underway.isEmpty)
    #expect(walk.screen.blocks.first == Notice.gaveNothing.block && walk.buttons == ["Tap again", "Cancel"])
    // A key that never had a wrap can only sign in, and only that is tested.
    var only = Walk<KeyTest>(.init(of: .signUp))
    try only.server(.account(.state(standing(others: [HeldKey(.signUp, "", nil, opens: false)]))))
    try only.tap(.signUp, .test)
    #expect(try only.hands(.way(.signsInOnly)).perform.map(\.work) == [.way(.prove(.signUp))])
  }

  @Test("G-20: every flow that opens with a mismatched key marks it and asks for a different one")
  func elsewhere() throws {
    var journal = Walk<Journal>(.init())
    try journal.server(.account(.state(standing())))
    try journal.press("Confirm with your passkey"); try journal.tap(.yellow, .confirm)
    #expect(try journal.hands(.way(.mismatched)).orders == [.server(.markForRewrap(.yellow))])
    #expect(journal.screen.blocks == [Notice.needsRewrap.block] && journal.buttons.first == "Confirm with your passkey")
    var renewal = Walk<RecoveryCode>(.init())
    try renewal.server(.account(.state(standing())))
    try renewal.press("Confirm with your passkey"); try renewal.tap(.yellow, .confirm)
    #expect(try renewal.hands(.way(.mismatched)).orders == [.server(.markForRewrap(.yellow))])
  }

  @Test("G-20: the revocation panel labels a marked key, and does not count it as one that opens")
  func panel() throws {
    var walk = Walk<Revocation>(.init(of: .black))
    try walk.server(.account(.state(standing(opens: false))))
    #expect(
      walk.banners == ["This is your last key that opens. After this, only your recovery code opens your journal."])
    #expect(
      HeldKey(.yellow, "yellow", .primary, opens: false, needsRewrap: true).standing.text == "primary, needs re-wrap")
  }

  @Test("a test does not create a missing Master Key") func withoutMasterKey() throws {
    var walk = try walk(AccountState(keys: [HeldKey(.yellow, "yellow", .primary, opens: false)], current: .yellow))
    #expect(try walk.tap(.yellow, .test).start.isEmpty && walk.underway == [.server(.way(.prove(.yellow)))])
  }
}
