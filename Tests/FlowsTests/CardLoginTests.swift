import Foundation
import FlowKit
import Model
import Testing
@testable import Flows

extension PINEntry {
  static func entering() throws -> Walk<CardLogin> { try holding(pin: 3, puk: 5) }
  static func holding(pin: Int, puk: Int) throws -> Walk<CardLogin> {
    var walk = Walk<CardLogin>(.pin(.reading)); try walk.hands(.card(.tries(.init(pin: pin, puk: puk)))); return walk
  }
}

@Suite struct CardLoginTests {
  @Test("a right PIN opens nothing before the server has verified the card's signature (D-33)") func evidence() throws {
    var walk = try PINEntry.entering()
    walk.form = ["pin": .ready]
    try walk.press("Continue")
    #expect(try walk.hands(.card(.correct)).start.map(\.work) == [.card(.signLogin)])
    #expect(try walk.hands(.card(.signed(.tap))).perform.map(\.work) == [.card(.verifySignature(.tap))])
    #expect(walk.output == nil)
    var refused = walk
    try refused.server(.card(.signatureRejected))
    #expect(refused.buttons == ["Try again", "Restore from backup", "Cancel"])  // D-34
    try walk.server(.card(.signatureVerified))
    #expect(walk.output == .loggedIn)
  }
  @Test("a frozen card offers PUK, reset and cancel (D-50)") func frozen() throws {
    #expect(try PINEntry.holding(pin: 0, puk: 2).buttons == ["Use PUK", "Factory reset", "Cancel"])
  }
  @Test("a wrong PUK is asked for again, the new PIN is kept, until no try is left (D-51 D-53 D-54)") func pukRunsOut() throws {
    var walk = try PINEntry.holding(pin: 0, puk: 2)
    try walk.press("Use PUK")
    walk.form = ["puk": .ready]
    #expect(walk.buttons == ["Back", "Cancel"])
    walk.form["newPIN"] = .ready
    #expect(try walk.press("Continue").start.map(\.work) == [.card(.unblockPIN(puk: "puk", newPIN: "newPIN"))])
    #expect(try walk.hands(.card(.wrong(.init(pin: 0, puk: 1)))).orders == [.hands(.forget("puk"))])
    #expect(walk.says == ["PUK", "Tries left: 1"])
    walk.form = ["puk": .ready, "newPIN": .ready]
    try walk.press("Continue"); try walk.hands(.card(.wrong(.init(pin: 0, puk: 0))))
    #expect(walk.buttons == ["Factory reset", "Cancel"])
  }
  @Test("a reset is confirmed, and outside onboarding leads to the backup (D-55 D-56)") func reset() throws {
    var walk = try PINEntry.holding(pin: 0, puk: 0)
    #expect(try walk.press("Factory reset").start.isEmpty)
    #expect(try walk.press("Erase the card").start.map(\.work) == [.card(.factoryReset)])
    try walk.hands(.card(.reset))
    try walk.press("Restore from backup")
    #expect(walk.output == .startBackup)
  }
  @Test("the card's count is shown; a malformed PIN is not ready and costs no try (D-57 D-58)") func malformed() throws {
    var walk = try PINEntry.holding(pin: 1, puk: 5)
    #expect(walk.says == ["Card PIN", "Tries left: 1"] && walk.buttons == ["Cancel"])
    #expect(throws: Refusal.needsUnmet) { try walk.press("Continue") }
  }
}
