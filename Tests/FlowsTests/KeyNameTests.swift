import Vocabulary
import Model
import Testing

@testable import Flows

/// Names let a person tell keys apart: no two keys of an account share one.
@Suite struct KeyNameTests {
  @Test("a key's name is one line of up to sixty characters, with at most a kilobyte of marks") func line() {
    #expect(KeyName(" yellow\nkey \u{1F511} ").text == "yellowkey \u{1F511}")
    #expect(KeyName(String(repeating: "\u{915}\u{94D}\u{937}", count: 70)).text.count == 60)
    #expect(KeyName("a" + String(repeating: "\u{301}", count: 30_000)).text.isEmpty)
    #expect(KeyName("key e" + String(repeating: "\u{301}", count: 30_000) + "z").text == "key")
  }

  @Test(
    "a name that is taken gets the first number that is free, and stays a line",
    arguments: [
      ("Blue key", ["yellow"], "Blue key"), ("blue KEY ", ["Blue key"], "blue KEY 2"),
      ("Blue key", ["blue key", "Blue Key 2"], "Blue key 3"),
      (
        String(repeating: "x", count: 60), [String(repeating: "x", count: 60)], String(repeating: "x", count: 58) + " 2"
      ),
    ])
  func free(_ name: String, _ others: [String], _ free: String) {
    #expect(KeyName(name).free(among: others).text == free)
    #expect(KeyName(name).isTaken(among: others) == (free != name))
  }

  @Test("the second key of an enrollment can't have the first one's name and gets a number added")
  func second() throws {
    var walk = try Enrollment.atStep2()
    try walk.tap(.black, .create)
    try walk.name("YELLOW")
    #expect(walk.underway.isEmpty && walk.screen.step?.number == 2)
    #expect(
      walk.screen.announcement?.text
        == "You already have a key with that name. Take this name with a number, or choose another one."
        && walk.screen.blocks.contains(.field("name", label: .nameThisKey, hint: .nameHint, .text("YELLOW 2"))))
    walk.form = [:]
    #expect(try walk.press("Continue").start.map(\.work) == [.way(.open(.black))])
    #expect(
      try walk.hands(.way(.made(.made))).perform.map(\.work) == [
        .key(.commitWrap(.black, label: "YELLOW 2", role: .backup, .made))
      ])
    try walk.server(.key(.committed(.black)))
    try walk.tested(.yellow)
    try walk.tap(.yellow, .test)
    #expect(walk.says == ["That's a different key. Tap “YELLOW 2”."], "the test tells them apart")
  }

  @Test("a key can't have the name of an earlier key, a card, or an unnamed passkey")
  func before() throws {
    let standing = AccountState(keys: [
      HeldKey(KeyID(rawValue: "card"), "Blue spare", nil, opens: true, kind: .card),
      HeldKey(.signUp, "", nil, opens: false),
    ])
    for name in ["passkey from sign-up", "blue spare"] {
      var walk = try Enrollment.admitted(standing)
      try walk.tap(.yellow, .create); try walk.name(name)
      #expect(walk.screen.announcement == .nameTaken, "\(name)")
    }
    var walk = try Enrollment.admitted(standing)
    try walk.hands(.key(.fault(.alreadyEnrolled)))
    #expect(
      try walk.press("Use this key").start.map(\.work) == [.key(.tap(.signUp))], "a card is no key that can be touched")
  }

  @Test("G-36: a key keeps its own name when edited again, and can't take another key's") func revisited() throws {
    let standing = AccountState(keys: [HeldKey(.signUp, "laptop", nil, opens: false)])
    var walk = try Enrollment.admitted(standing)
    try walk.tap(.yellow, .create); try walk.name("yellow"); try walk.tap(.yellow, .confirm); try walk.made(.yellow)
    try walk.press("Back to step 1"); try walk.name("Laptop")
    #expect(walk.screen.announcement == .nameTaken && walk.screen.step?.number == 1 && walk.underway.isEmpty)
    try walk.name("yellow")
    #expect(walk.screen.step?.number == 2, "its own name is no other's")
  }

  @Test("a name taken elsewhere at the same moment is requested again") func meanwhile() throws {
    var walk = try Enrollment.named("yellow")
    try walk.tap(.yellow, .confirm); try walk.hands(.way(.made(.made)))
    try walk.server(.key(.nameTaken(free: "yellow 2")))
    #expect(walk.screen.announcement == .nameTaken && walk.screen.step?.number == 1)
    walk.form = [:]
    #expect(try walk.press("Continue").start.map(\.work) == [.key(.tap(.yellow))])

    var later = try Enrollment.atStep2()
    try later.press("Back to step 1"); try later.name("black"); try later.server(.way(.nameTaken(free: "black 2")))
    #expect(later.screen.announcement == .nameTaken && later.buttons.contains("Replace this key"))

    var renaming = Walk<Renaming>(.init(of: .yellow))
    try renaming.press("Confirm with your passkey"); try renaming.tap(.yellow, .confirm)
    renaming.form = ["name": .text("black")]; try renaming.press("Save the name");
    try renaming.server(.way(.nameTaken(free: "black 2")))
    #expect(renaming.screen.announcement == .nameTaken && renaming.output == nil)
    renaming.form = [:]
    #expect(try renaming.press("Save the name").perform.map(\.work) == [.way(.rename(.yellow, "black 2"))])
  }

  @Test("with two old keys of the same name, a test of one does not deny the other's name") func namesakes() throws {
    var walk = Walk<KeyTest>(.init(of: .yellow))
    try walk.server(
      .account(
        .state(
          AccountState(keys: [
            HeldKey(.yellow, "blue", .primary, opens: true), HeldKey(.black, "Blue", .backup, opens: true),
          ]))))
    try walk.tap(.black, .test)
    #expect(walk.screen.announcement?.text.hasPrefix("You touched your other key called “blue”.") == true)
    try walk.press("Tap again"); try walk.tap(.signUp, .test)
    #expect(walk.screen.announcement?.text == "That's a different key. Tap “blue”.")
  }
}
