import FlowKit
import Model
import Testing
@testable import Flows

extension KeyID { static let yellow = KeyID(rawValue: "yellow"), black = KeyID(rawValue: "black") }
extension Evidence { static let tap = Evidence(rawValue: "tap") }
extension Walk {
  /// A tap, as the server sees it.
  @discardableResult
  mutating func tap(_ key: KeyID, _ ceremony: Ceremony) throws -> Step<F> {
    try hands(.key(.given(.tap)))
    return try server(.key(.verified(key, ceremony)))
  }
  mutating func name(_ label: String) throws { form = ["name": .text(label)]; try press("Continue") }
}
extension Enrollment {
  static func waiting() throws -> Walk<Enrollment> { var walk = Walk<Enrollment>(.init()); try walk.server(.account(.healthy)); return walk }
  static func named(_ label: String) throws -> Walk<Enrollment> {
    var walk = try waiting(); try walk.tap(.yellow, .create)
    if !label.isEmpty { try walk.name(label) }
    return walk
  }
  static func atStep2() throws -> Walk<Enrollment> {
    var walk = try named("yellow"); try walk.tap(.yellow, .confirm); try walk.server(.key(.committed(.yellow))); return walk
  }
  static func atStep3() throws -> Walk<Enrollment> {
    var walk = try atStep2(); try walk.tap(.black, .create); try walk.name("black"); try walk.server(.key(.committed(.black))); return walk
  }
}

@Suite struct EnrollmentTests {
  @Test("two keys, named, confirmed, tested (A-34 A-37 A-41 A-42 A-46 A-47)") func twoKeys() throws {
    var walk = try Enrollment.waiting()
    #expect(walk.screen.step?.number == 1 && walk.buttons == ["Tap again", "Cancel"])  // Continue is there, but not yet
    try walk.hands(.key(.given(.tap)))
    #expect(walk.says == ["Reading…"])
    #expect(try walk.server(.key(.verified(.yellow, .create))).orders == [.hands(.buzz)])
    #expect(walk.screen.announcement == .keyDetected)
    try walk.name("yellow")
    #expect(walk.says == ["Tap once more to confirm. Same key."])
    #expect(try walk.tap(.yellow, .confirm).perform.map(\.work) == [.key(.commitWrap(.yellow, label: "yellow", role: .primary))])
    #expect(try walk.server(.key(.committed(.yellow))).start.map(\.work) == [.key(.create(excluding: [.yellow]))])
    #expect(walk.screen.step?.number == 2 && walk.screen.register == .hearth)
    try walk.tap(.black, .create)
    try walk.name("black")
    try walk.server(.key(.committed(.black)))
    #expect(walk.screen.step?.number == 3 && walk.says == ["Tap your primary."])
    try walk.tap(.yellow, .test)
    #expect(walk.says == ["Now your backup."])
    try walk.tap(.black, .test)
    #expect(walk.output == .keysHeld([.yellow, .black]))
  }
  @Test("a different key writes nothing, and the first one is asked for again (G-04)") func differentKey() throws {
    var walk = try Enrollment.named("yellow")
    #expect(try walk.tap(.black, .confirm).perform.isEmpty)
    #expect(walk.says == ["That's a different key. Tap “yellow”."])
    #expect(try walk.press("Tap again").start.map(\.work) == [.key(.tap(.yellow))])
  }
  @Test("the primary cannot be its own backup (G-05)") func sameKey() throws {
    var walk = try Enrollment.atStep2()
    try walk.hands(.key(.fault(.alreadyEnrolled)))
    #expect(walk.says == ["That's your primary. Use a different key."])
  }
  @Test("the 30 seconds begin at Reading (A-36 G-31)") func timeout() throws {
    var walk = try Enrollment.waiting()
    #expect(walk.underway == [.hands(.key(.create(excluding: [])))])
    #expect(try walk.hands(.key(.given(.tap))).start.map(\.work) == [.wait(.reading, seconds: 30)])
    #expect(try walk.hands(.elapsed(.reading)).cancel.count == 1, "the verification is called off")
    #expect(walk.buttons == ["Tap again", "Cancel"])
  }
  @Test("step 1 cancels silently (A-82)") func silentCancel() throws {
    var walk = try Enrollment.named("yellow")
    try walk.press("Cancel")
    #expect(walk.output == .cancelled)
  }
  @Test("from step 2 on Cancel asks, then rolls back (A-79 A-80 A-81 G-03)") func rollBack() throws {
    var walk = try Enrollment.atStep3()
    #expect(try walk.press("Cancel").orders == [])
    #expect(try walk.press("Cancel").orders == [.server(.rollBackWraps)])
    #expect(walk.output == .cancelled)
  }
  @Test("Keep going restores the stage with its key and its name, and asks for no tap twice (A-79)") func keepGoing() throws {
    var walk = try Enrollment.atStep2()
    let underway = walk.underway
    #expect(try walk.press("Cancel").cancel == [] && walk.underway == underway)
    try walk.tap(.black, .create)  // comes in under the sheet
    #expect(walk.buttons == ["Keep going", "Cancel"])
    #expect(try walk.press("Keep going").start.isEmpty)
    #expect(walk.says == ["Name this key"])
    try walk.name("black")
    #expect(walk.underway == [.server(.key(.commitWrap(.black, label: "black", role: .backup)))])
  }
  @Test("the last tap under the sheet does not end the flow over the person's head (A-79 A-46)") func finishedUnderSheet() throws {
    var walk = try Enrollment.atStep3()
    try walk.tap(.yellow, .test); try walk.press("Cancel"); try walk.tap(.black, .test)
    #expect(walk.output == nil)
    try walk.press("Keep going")
    #expect(walk.output == .keysHeld([.yellow, .black]))
  }
  @Test("skip asks once, then the primary alone is tested (A-44 A-45 G-06)") func skip() throws {
    var walk = try Enrollment.atStep2()
    try walk.press("Skip backup (not recommended)")
    #expect(walk.says == ["Go on with one key?"])
    try walk.press("Skip backup (not recommended)")
    try walk.hands(.key(.fault(.dismissed)))
    #expect(try walk.press("Revoke this key").perform.map(\.work) == [.key(.revokeWrap(.yellow))])
    try walk.server(.key(.revoked(.yellow)))
    #expect(walk.screen.step?.number == 1)
    try walk.tap(.black, .create); try walk.name("black"); try walk.tap(.black, .confirm); try walk.server(.key(.committed(.black)))
    try walk.press("Skip backup (not recommended)")
    try walk.tap(.black, .test)
    #expect(walk.output == .keysHeld([.black]))
  }
  @Test("a key that fails its test can be tried again or revoked (A-49 G-06)") func testFails() throws {
    var walk = try Enrollment.atStep3()
    try walk.tap(.black, .test)
    #expect(walk.buttons == ["Tap again", "Revoke this key", "Cancel"])
    try walk.press("Tap again"); try walk.tap(.yellow, .test)
    try walk.hands(.key(.fault(.misread))); try walk.press("Revoke this key"); try walk.server(.key(.revoked(.black)))
    #expect(walk.screen.step?.number == 2, "a backup is wanted again")
  }
  @Test("Tap again asks with a fresh challenge (A-83)") func tapAgain() throws {
    var walk = try Enrollment.waiting()
    let step = try walk.press("Tap again")
    #expect(step.cancel.count == 1 && step.start.map(\.work) == [.key(.create(excluding: []))])
  }
  @Test("three misreads within 15 seconds show the diagram, once (A-88 A-89)") func alignment() throws {
    var walk = try Enrollment.waiting()
    func misread(_ times: Int) throws { for _ in 0..<times { try walk.hands(.key(.fault(.misread))); try walk.press("Tap again") } }
    func diagram() -> Bool { walk.screen.blocks.contains(.detector(.aligning)) }
    try misread(2)
    try walk.hands(.elapsed(.alignment))
    try misread(2)
    #expect(!diagram())
    try misread(1)
    #expect(diagram())
    try walk.tap(.yellow, .create); try walk.name("y")
    try misread(3)
    #expect(!diagram())
  }
  @Test("without the server step 1 shows the banner and only Cancel, and asks for no key (A-101 A-102)") func outageAtStart() throws {
    var walk = Walk<Enrollment>(.init())
    try walk.server(.unavailable)
    #expect(walk.screen.blocks == [.banner(.cannotEnrollNow)] && walk.buttons == ["Cancel"])
    #expect(walk.underway == [.hands(.wait(.health, seconds: 30))])
  }
  @Test("an outage at step 2 keeps the stage and its row, and goes on by itself after it (G-23)") func outage() throws {
    var walk = try Enrollment.atStep2()
    try walk.hands(.key(.given(.tap)))
    try walk.server(.unavailable)
    #expect(walk.screen.blocks == [.banner(.cannotEnrollNow)] && walk.buttons == ["Cancel"] && walk.screen.step?.number == 2)
    try walk.hands(.elapsed(.health)); try walk.server(.unavailable)
    try walk.hands(.elapsed(.health)); try walk.server(.account(.healthy))
    #expect(walk.underway.contains(.server(.key(.verify(.tap, .create)))))
    try walk.server(.key(.verified(.black, .create)))
    #expect(walk.says == ["Name this key"])
  }
}
