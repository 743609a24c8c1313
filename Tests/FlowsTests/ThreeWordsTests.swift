import Model
import Testing
import Vocabulary

@testable import FlowWorlds
@testable import Flows

/// Three words are read off the paper before a code is saved, or that is left for later.
@Suite struct ThreeWordsTests {
  /// A screen that shows words, with the box ticked.
  private func shown() throws -> Walk<RecoveryCode> {
    var walk = Walk<RecoveryCode>(.opened())
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    walk.form = [RecoveryCode.box: .ticked]
    return walk
  }
  private func reading() throws -> Walk<RecoveryCode> {
    var walk = try shown()
    try walk.press("Finish")
    walk.form = [:]
    return walk
  }

  @Test("Finish covers the words and asks for three of them, and saves nothing before they are right")
  func asked() throws {
    var walk = try shown()
    #expect(try walk.press("Finish").start.isEmpty && walk.underway.isEmpty)
    #expect(walk.screen.blocks == [.threeWords(RecoveryCode.three)], "no words are on the screen")
    #expect(walk.says.first == "Read three words from the paper, not from the screen.")
    walk.form = [:]
    #expect(walk.buttons == ["Show the words again", "Not now", "Cancel"])
    #expect(throws: Refusal.needsUnmet) { try walk.press("The paper is good") }
    walk.form = [RecoveryCode.three: .ready]
    #expect(try walk.press("The paper is good").start.map(\.work) == [.way(.sealCode)])
    #expect(walk.screen.blocks == [.threeWords(RecoveryCode.three)], "they stay covered while the code is sealed")
    #expect(
      try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.commitCode(.made, wasRead: true))])
    try walk.server(.way(.codeSaved(generation: 1)))
    #expect(walk.output == .saved)
  }

  @Test("“Not now” saves the code as one that was never read") func skipped() throws {
    var walk = try reading()
    #expect(try walk.press("Not now").start.map(\.work) == [.way(.sealCode)])
    #expect(
      try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.commitCode(.made, wasRead: false))])
  }

  @Test("the words can be shown again, with Back as well, and must be read again after that") func again() throws {
    var walk = try reading()
    try walk.press("Show the words again")
    #expect(walk.screen.blocks.contains(.words(RecoveryCode.codeField)))
    #expect(throws: Refusal.needsUnmet) { try walk.press("Finish") }
    walk.form = [RecoveryCode.box: .ticked]
    try walk.press("Finish")
    #expect(walk.screen.blocks == [.threeWords(RecoveryCode.three)])
    try walk.back()
    #expect(walk.screen.blocks.contains(.words(RecoveryCode.codeField)) && walk.output == nil)
  }

  @Test("a page reloaded while the words are covered shows other words next, uncovered") func reloaded() throws {
    var walk = try reading()
    walk.reload()
    try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm); try walk.hands(.way(.opened))
    #expect(walk.screen.blocks.contains(.words(RecoveryCode.codeField)))
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    #expect(walk.screen.blocks.contains(.words(RecoveryCode.codeField)))
  }

  @Test("words that were read count as read after an outage; those of a reloaded page do not") func kept() throws {
    var walk = try reading()
    walk.form = [RecoveryCode.three: .ready]
    try walk.press("The paper is good"); try walk.hands(.way(.made(.made))); try walk.server(.unavailable)
    #expect(walk.screen.blocks.contains(.words(RecoveryCode.codeField)), "they can be looked at again")
    walk.form = [RecoveryCode.box: .ticked]
    try walk.press("Finish")
    #expect(
      try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.commitCode(.made, wasRead: true))])
    try walk.server(.unavailable)
    walk.reload()
    try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm); try walk.hands(.way(.opened))
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    walk.form = [RecoveryCode.box: .ticked]
    try walk.press("Finish")
    #expect(walk.screen.blocks == [.threeWords(RecoveryCode.three)], "other words stand on another paper")
  }
}
