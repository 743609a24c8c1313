import Vocabulary
import HandsProtocol
import Model
import Testing
@testable import Flows

extension KeyID {
  static let signUp = KeyID(rawValue: "sign-up"), yellow = KeyID(rawValue: "yellow"), black = KeyID(rawValue: "black")
}
extension Evidence { static let tap = Evidence(rawValue: "tap") }
extension Walk where F.Words == AccountWords {
  /// A tap, as seen by the server.
  @discardableResult
  mutating func tap(_ key: KeyID, _ ceremony: Ceremony) throws -> Step<F> {
    try hands(.key(.given(.tap)))
    return try server(.key(.verified(key, ceremony)))
  }
  /// Ticks the box, presses Finish and reads three words off the paper.
  @discardableResult
  mutating func finishReading() throws -> Step<F> {
    form = [RecoveryCode.box: .ticked]
    try press("Finish")
    form = [RecoveryCode.three: .ready]
    return try press("The paper is good")
  }
  mutating func name(_ label: String) throws { form = ["name": .text(label)]; try press("Continue") }
}
extension Walk where F == Enrollment {
  /// The hands' result after a touch, and the server's response.
  mutating func made(_ key: KeyID) throws {
    try hands(.way(.made(.made)))
    try server(.key(.committed(key)))
  }
  /// The receipt's lines, as a person reads them.
  var receipt: [String] {
    screen.blocks.flatMap {
      if case .receipt(let facts) = $0 { facts.map { "\($0.name): \($0.text.text)" } } else { [String]() }
    }
  }
  /// Finishes with words that were read off the paper.
  mutating func finish() throws {
    try finishReading(); try hands(.way(.made(.made))); try server(.way(.codeSaved(generation: 1)));
    try server(.way(.completed))
  }
  mutating func tested(_ key: KeyID) throws { try tap(key, .test); try hands(.way(.opened)) }
}
extension Evidence { static let made = Evidence(rawValue: "made") }
extension Enrollment {
  static func admitted(_ standing: AccountState = AccountState()) throws -> Walk<Enrollment> {
    var walk = Walk<Enrollment>(.init()); try walk.server(.account(.state(standing)))
    try walk.press("Confirm with your passkey"); try walk.tap(.signUp, .confirm)
    return walk
  }
  static func waiting() throws -> Walk<Enrollment> { try admitted() }
  static func named(_ label: String) throws -> Walk<Enrollment> {
    var walk = try waiting(); try walk.tap(.yellow, .create)
    if !label.isEmpty { try walk.name(label) }
    return walk
  }
  static func atStep2() throws -> Walk<Enrollment> {
    var walk = try named("yellow"); try walk.tap(.yellow, .confirm); try walk.made(.yellow); return walk
  }
  static func atStep3() throws -> Walk<Enrollment> {
    var walk = try atStep2(); try walk.tap(.black, .create); try walk.name("black"); try walk.made(.black); return walk
  }
  static func atStep4() throws -> Walk<Enrollment> {
    var walk = try atStep3(); try walk.tested(.yellow); try walk.tested(.black); return walk
  }
  static func withWords() throws -> Walk<Enrollment> {
    var walk = try atStep4(); try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown)); return walk
  }
}

@Suite struct EnrollmentTests {
  @Test("A-01 A-13 A-35 A-37 A-41 A-46 A-47 A-48: two keys are named, confirmed, tested; code saved")
  func twoKeys() throws {
    var walk = try Enrollment.waiting()
    #expect(
      walk.screen.step?.number == 1 && walk.screen.step?.label.text == "Tap your primary key"
        && walk.buttons == ["Tap again", "Cancel"])
    try walk.hands(.key(.given(.tap)))
    #expect(walk.says == ["Reading…"])
    #expect(try walk.server(.key(.verified(.yellow, .create))).orders == [.hands(.buzz)])
    #expect(walk.screen.announcement?.text == "Key detected. Name field below.")
    #expect(walk.buttons == ["Cancel"], "Continue waits for a name")
    try walk.name("yellow")
    #expect(walk.says == ["Tap once more to confirm. Same key."])
    #expect(try walk.tap(.yellow, .confirm).start.map(\.work) == [.way(.open(.yellow))])
    #expect(
      try walk.hands(.way(.made(.made))).perform.map(\.work) == [
        .key(.commitWrap(.yellow, label: "yellow", role: .primary, .made))
      ])
    #expect(try walk.server(.key(.committed(.yellow))).start.map(\.work) == [.key(.create(excluding: [.yellow]))])
    #expect(walk.screen.step?.number == 2 && walk.screen.register == .hearth)
    try walk.tap(.black, .create)
    try walk.name("black")
    try walk.made(.black)
    #expect(
      walk.screen.step?.number == 3
        && walk.says.prefix(2) == ["Tap your primary.", "Quick test. Tap your primary. Then your backup."])
    try walk.tested(.yellow)
    #expect(walk.says.first == "Now your backup.")
    try walk.tested(.black)
    #expect(walk.underway == [.server(.way(.noteReveal))], "the reveal is written down before the words are shown")
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    try walk.finish()
    #expect(walk.says == ["Keys are in. Two enrolled, recovery code saved. The kitchen's locked up well."])
    try walk.press("Back to Settings")
    #expect(walk.output == .enrolled([.yellow, .black]))
  }
  @Test("A-50 A-51 A-57 A-59: the code can be postponed, and only a ticked box allows finishing") func code() throws {
    var walk = try Enrollment.withWords()
    #expect(walk.screen.step?.label.text == "Save your recovery code" && walk.screen.register == .plain)
    #expect(
      walk.says == [
        "Write these twelve words on paper, in order.",
        """
        This restores your Master Key if every key and device is lost. Without it, your journal and peer history is \
        gone.
        """,
      ])
    #expect(!walk.buttons.contains("Finish"))
    #expect(try walk.press("Show again later").perform.map(\.work) == [.way(.remind)])
    try walk.server(.way(.reminded))
    #expect(!walk.buttons.contains("Finish") && walk.screen.announcement?.id == "G-27")
    #expect(
      walk.screen.announcement?.text.hasSuffix("To finish now, save this one and tick the box.") == true,
      "it says what leads on")
    #expect(throws: Refusal.needsUnmet) { try walk.press("Finish") }
    try walk.finishReading()
    #expect(
      try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.commitCode(.made, wasRead: true))])
  }
  @Test("words that took more than five minutes to write down are kept, after a touch") func slowWriter() throws {
    var walk = try Enrollment.withWords()
    try walk.finishReading()
    try walk.hands(.way(.made(.made))); try walk.server(.way(.tooLate))
    try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm); try walk.hands(.way(.opened))
    #expect(
      walk.screen.step?.number == 4 && !walk.underway.contains(.hands(.way(.showCode))), "the same words, not new ones")
    walk.form = [RecoveryCode.box: .ticked]
    #expect(try walk.press("Finish").start.map(\.work) == [.way(.sealCode)], "which were read off the paper before")
    #expect(
      try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.commitCode(.made, wasRead: true))])
  }
  @Test("a page reloaded at step 4 opens again and shows a new code, logged beforehand") func reloadAtCode() throws {
    var walk = try Enrollment.withWords()
    walk.reload()
    try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm); try walk.hands(.way(.opened))
    #expect(walk.underway == [.server(.way(.noteReveal))])
  }
  @Test("G-39: a previously saved code can be kept") func keptCode() throws {
    let standing = AccountState(
      keys: [HeldKey(.yellow, "yellow", .primary, opens: true)], hasMasterKey: true, hasCode: true)
    var walk = try Enrollment.admitted(standing)
    try walk.hands(.way(.opened))
    #expect(walk.screen.step?.number == 2, "the primary is there; a backup is what it lacks")
    try walk.tap(.black, .create); try walk.name("black"); try walk.made(.black); try walk.tested(.black)
    #expect(walk.buttons == ["Keep the code I have", "Make a new recovery code", "Cancel"])
    try walk.press("Keep the code I have"); try walk.server(.way(.completed))
    #expect(walk.says == ["Key is in. One enrolled, recovery code saved."])
    #expect(walk.screen.aside == .enrolledOne, "no other key is promised")
  }
  @Test("an account with a Master Key opens it first, for which a sign-in-only key is not enough")
  func opensFirst() throws {
    var walk = try Enrollment.admitted(
      AccountState(keys: [HeldKey(.signUp, "", nil, opens: false)], hasMasterKey: true))
    try walk.hands(.way(.closed))
    #expect(walk.screen.blocks.contains(.banner(.keyCannotOpen)) && walk.screen.step == nil)
  }
  @Test("G-04: a different key writes nothing, and the first one is requested again by name")
  func differentKey() throws {
    var walk = try Enrollment.named("yellow")
    #expect(try walk.tap(.black, .confirm).perform.isEmpty)
    #expect(walk.says == ["That's a different key. Tap “yellow”."])
    #expect(try walk.press("Tap again").start.map(\.work) == [.key(.tap(.yellow))])
  }
  @Test("A-30 G-36: only between steps 1 and 2 can the first key be renamed and replaced") func revisit() throws {
    var walk = try Enrollment.atStep2()
    try walk.press("Back to step 1")
    #expect(
      walk.screen.step?.number == 1 && walk.screen.blocks.contains(.badge(.primary))
        && walk.buttons.contains("Replace this key"))
    walk.form = ["name": .text("yellow 5C")]
    #expect(try walk.press("Continue").perform.map(\.work) == [.way(.rename(.yellow, "yellow 5C"))])
    try walk.server(.way(.renamed))
    #expect(walk.screen.step?.number == 2)
    try walk.press("Back to step 1")
    #expect(try walk.press("Replace this key").perform.map(\.work) == [.key(.revokeWrap(.yellow))])
    try walk.server(.key(.revoked(.yellow)))
    #expect(walk.screen.step?.number == 1 && walk.underway == [.hands(.key(.create(excluding: [])))])
    for later in [try Enrollment.atStep3(), try Enrollment.withWords()] {
      #expect(!later.screen.choices.contains { $0.style == .past })
    }
  }
  @Test("the primary cannot be its own backup (G-05)") func sameKey() throws {
    var walk = try Enrollment.atStep2()
    try walk.hands(.key(.fault(.alreadyEnrolled)))
    #expect(walk.says == ["That's your primary. Use a different key."])
  }
  @Test("G-19: a key without PRF is stored for sign-in only, and the receipt says so") func signsInOnly() throws {
    var walk = try Enrollment.named("yellow")
    try walk.tap(.yellow, .confirm)
    #expect(
      try walk.hands(.way(.signsInOnly)).perform.map(\.work) == [
        .key(.commitWrap(.yellow, label: "yellow", role: .primary, nil))
      ])
    try walk.server(.key(.committed(.yellow)))
    #expect(walk.screen.blocks.contains(.banner(.keyCannotOpen)))
    try walk.tap(.black, .create); try walk.name("black"); try walk.made(.black)
    try walk.tap(.yellow, .test); try walk.hands(.way(.signsInOnly)); try walk.tested(.black)
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown)); try walk.finish()
    #expect(
      walk.receipt == [
        "yellow: Primary. Tested just now. It can sign in only.", "black: Backup. Tested just now.",
        "Recovery code: Keep it offline.",
      ])
  }
  @Test("a server's wrap that does not open is reported plainly, and the key is not tested") func tampered() throws {
    var walk = try Enrollment.atStep3()
    try walk.tap(.yellow, .test); try walk.hands(.way(.refused))
    #expect(
      walk.screen.announcement?.id == "B-27.tampered" && walk.buttons == ["Tap again", "Revoke “yellow”", "Cancel"])
  }
  @Test("G-31 A-36: the 30-second limit starts at Reading") func timeout() throws {
    var walk = try Enrollment.waiting()
    #expect(walk.underway == [.hands(.key(.create(excluding: [])))])
    #expect(try walk.hands(.key(.given(.tap))).start.map(\.work) == [.wait(.reading, seconds: 30)])
    #expect(try walk.hands(.elapsed(.reading)).cancel.count == 1, "the verification is called off")
    #expect(walk.buttons == ["Tap again", "Cancel"])
  }
  @Test("A-28 A-82: step 1 cancels silently") func silentCancel() throws {
    var walk = try Enrollment.named("yellow")
    try walk.press("Cancel")
    #expect(walk.output == .cancelled)
  }
  @Test("A-29 A-79 A-80 A-81 G-03: from step 2 on, Cancel asks first, then rolls back") func rollBack() throws {
    for start in [
      try Enrollment.atStep2(), try Enrollment.atStep3(), try Enrollment.atStep4(), try Enrollment.withWords(),
    ] {
      var walk = start
      #expect(try walk.press("Cancel").orders == [])
      #expect(walk.screen.sheet?.title.text == "Cancel enrollment? Your primary key won't be saved.")
      #expect(try walk.press("Cancel enrollment").orders == [.server(.rollBackWraps)])
      #expect(walk.output == .cancelled)
    }
  }
  @Test("Keep going restores the stage with its key and its name, and repeats no tap (A-79)")
  func keepGoing() throws {
    var walk = try Enrollment.atStep2()
    let underway = walk.underway
    #expect(try walk.press("Cancel").cancel == [] && walk.underway == underway)
    try walk.tap(.black, .create)  // comes in under the sheet
    #expect(walk.buttons == ["Keep going", "Cancel enrollment"])
    #expect(try walk.press("Keep going").start.isEmpty)
    #expect(walk.screen.announcement == .keyDetected)
    try walk.name("black")
    #expect(walk.underway == [.hands(.way(.open(.black)))])
  }
  @Test("A-44 A-45 G-01 G-06: Skip asks once; then only the primary key is tested and counted") func skip() throws {
    var walk = try Enrollment.atStep2()
    try walk.press("Skip backup (not recommended)")
    #expect(
      walk.screen.sheet?.title.text == "Go on with one key?"
        && walk.buttons == ["Add a second key", "Go on with one key", "Cancel"])
    try walk.press("Go on with one key")
    try walk.hands(.key(.fault(.dismissed)))
    #expect(try walk.press("Revoke “yellow”").perform.map(\.work) == [.key(.revokeWrap(.yellow))])
    try walk.server(.key(.revoked(.yellow)))
    #expect(walk.screen.step?.number == 1)
    try walk.tap(.black, .create); try walk.name("black"); try walk.tap(.black, .confirm); try walk.made(.black)
    try walk.press("Skip backup (not recommended)")
    try walk.tested(.black)
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown)); try walk.finish()
    #expect(walk.says == ["Key is in. One enrolled, recovery code saved."])
  }
  @Test("A-49: a key that fails its test can be tried again or revoked") func testFails() throws {
    var walk = try Enrollment.atStep3()
    try walk.tap(.black, .test)
    #expect(walk.buttons == ["Tap again", "Revoke “yellow”", "Cancel"])
    try walk.press("Tap again"); try walk.tested(.yellow)
    try walk.hands(.key(.fault(.misread))); try walk.press("Revoke “black”"); try walk.server(.key(.revoked(.black)))
    #expect(walk.screen.step?.number == 2, "a backup is wanted again")
  }
  @Test("A-83: Tap again sends a request with a fresh challenge") func tapAgain() throws {
    var walk = try Enrollment.waiting()
    let step = try walk.press("Tap again")
    #expect(step.cancel.count == 1 && step.start.map(\.work) == [.key(.create(excluding: []))])
  }
  @Test("A-88 A-89 G-22: three misreads within 15 seconds show the diagram, once") func alignment() throws {
    var walk = try Enrollment.waiting()
    func misread(_ times: Int) throws {
      for _ in 0..<times { try walk.hands(.key(.fault(.misread))); try walk.press("Tap again") }
    }
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
  @Test("A-101 A-102: if keys can't be stored, step 1 shows the banner and only Cancel") func outageAtStart() throws {
    var walk = Walk<Enrollment>(.init())
    try walk.server(.unavailable)
    #expect(walk.screen.blocks == [.banner(.cannotEnrollNow)] && walk.buttons == ["Cancel"])
    #expect(walk.underway == [.hands(.wait(.health, seconds: 30))])
  }
  @Test("G-23: after an outage at step 2, stage and row are kept and the flow continues by itself")
  func outage() throws {
    var walk = try Enrollment.atStep2()
    try walk.hands(.key(.given(.tap)))
    try walk.server(.unavailable)
    #expect(
      walk.screen.blocks == [.banner(.cannotEnrollNow)] && walk.buttons == ["Cancel"] && walk.screen.step?.number == 2)
    try walk.hands(.elapsed(.health)); try walk.server(.unavailable)
    try walk.hands(.elapsed(.health)); try walk.server(.account(.state(AccountState())))
    #expect(walk.underway.contains(.server(.key(.verify(.tap, .create)))))
    try walk.server(.key(.verified(.black, .create)))
    #expect(walk.screen.announcement == .keyDetected)
  }

  @Test(
    "A-90 A-91 A-92: step 2 says what fits this device if the primary key does not",
    arguments: [
      (
        ["usb"], "",
        """
        Pick a backup that fits this phone — Lightning or NFC. Your primary is USB-C; that's fine but it won't sign \
        you in here in a pinch.
        """
      ),
      (
        ["nfc"],
        """
        Pick a backup that fits this computer — USB. Your primary is NFC; that's fine but it won't sign you in here in \
        a pinch.
        """,
        ""
      ),
    ])
  func fits(_ transports: [String], _ onComputer: String, _ onIPhone: String) throws {
    var walk = try Enrollment.named("yellow")
    try walk.tap(.yellow, .confirm); try walk.hands(.way(.made(.made)))
    try walk.server(.key(.committed(.yellow, reach: KeyReach(transports: transports))))
    let fit = walk.screen.says.dropFirst()
    #expect(walk.screen.says.first == .secondKey && fit.first?.text == onComputer)
    // Only Apple ever made phones with Lightning, so no other phone mentions it.
    #expect(
      (fit.first?.onIPhone ?? fit.first?.onPhone)?.said == onIPhone
        && fit.allSatisfy { $0.onPhone?.said ?? $0.text == "" || $0.text == onComputer })
    let later = AccountState(
      keys: [HeldKey(.yellow, "yellow", .primary, opens: true, reach: KeyReach(transports: transports))],
      hasMasterKey: true)
    var admitted = Walk<Enrollment>(.init()); try admitted.server(.account(.state(later)))
    try admitted.press("Confirm with your passkey"); try admitted.tap(.yellow, .confirm);
    try admitted.hands(.way(.opened))
    #expect(admitted.screen.says == walk.screen.says, "a primary key of an earlier day counts as well")
  }

  @Test(
    "A-90: nothing is said of a primary key that works both ways, or that did not say",
    arguments: [["usb", "nfc"], [], ["internal"]])
  func fitsEverywhere(_ transports: [String]) throws {
    var walk = try Enrollment.named("yellow")
    try walk.tap(.yellow, .confirm); try walk.hands(.way(.made(.made)))
    try walk.server(.key(.committed(.yellow, reach: KeyReach(transports: transports))))
    #expect(walk.screen.says == [.secondKey])
  }

  @Test("A-49: a key needed by the journal is kept, and the screen says why")
  func neededByTheJournal() throws {
    var walk = try Enrollment.atStep3()
    try walk.hands(.key(.fault(.misread))); try walk.press("Revoke “yellow”")
    try walk.server(.key(.notCommitted))
    #expect(walk.screen.says == [Notice.keyIsNeeded.copy] && walk.buttons.contains("Tap again"))
  }

  @Test("G-05: one more tap makes a person's sign-up key their primary key")
  func signUpKey() throws {
    var walk = try Enrollment.admitted(AccountState(keys: [HeldKey(.signUp, "", nil, opens: false)]))
    try walk.hands(.key(.fault(.alreadyEnrolled)))
    #expect(
      walk.screen.says == [.ownKeyAsPrimary] && walk.buttons == ["Use this key", "Tap a different key", "Cancel"])
    try walk.press("Use this key"); try walk.tap(.signUp, .test); try walk.name("yellow")
    try walk.hands(.way(.made(.made))); try walk.server(.way(.attached(.signUp)))
    #expect(walk.screen.step?.number == 2)
    try walk.tap(.black, .create); try walk.name("black"); try walk.made(.black)
    #expect(walk.screen.says.first == .tapPrimary, "it is tested like any other")
    try walk.tested(.signUp); try walk.tested(.black)
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    try walk.finishReading(); try walk.hands(.way(.made(.made)))
    let step = try walk.server(.way(.codeSaved(generation: 1)))
    #expect(step.perform.map(\.work) == [.way(.complete([.init(.signUp, "yellow", .primary)]))])
    try walk.server(.way(.completed))
    #expect(walk.screen.says == [.keysAreIn])
  }

  @Test("a key that turns out to be usable is shown as read, and never called the wrong one")
  func signUpKeyIsRead() throws {
    var walk = try Enrollment.admitted(AccountState(keys: [HeldKey(.signUp, "", nil, opens: false)]))
    try walk.hands(.key(.fault(.alreadyEnrolled)))
    #expect(walk.screen.says == [.ownKeyAsPrimary] && walk.screen.blocks.contains(.detector(.read)))
    var other = try Enrollment.atStep2()
    try other.hands(.key(.fault(.alreadyEnrolled)))
    #expect(other.screen.blocks.contains(.detector(.refused)), "the primary is no backup")
  }

  @Test("a passkey that will open the Master Key is named before the touch and on the receipt")
  func opensToo() throws {
    let standing = AccountState(keys: [HeldKey(.signUp, "", nil, opens: false)])
    var walk = Walk<Enrollment>(.init()); try walk.server(.account(.state(standing)))
    #expect(walk.screen.says == [.confirmFirst, .passkeyWillOpen])
    try walk.press("Confirm with your passkey"); try walk.tap(.signUp, .confirm)
    try walk.tap(.yellow, .create); try walk.name("yellow"); try walk.tap(.yellow, .confirm);
    try walk.hands(.way(.made(.made)))
    try walk.server(.key(.committed(.yellow, alsoOpening: [.signUp])))
    try walk.press("Skip backup (not recommended)")
    #expect(
      walk.screen.sheet?.note?.text
        == """
        If that key is lost or breaks, only your recovery code and “Passkey from sign-up” open your journal.
        """, "the passkey is not passed over")
    try walk.press("Go on with one key"); try walk.tested(.yellow)
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown)); try walk.finish()
    let told = "Passkey from sign-up: \(Copy.opensToo.text)"
    #expect(walk.receipt == ["yellow: Primary. Tested just now.", "Recovery code: Keep it offline.", told])
    #expect(walk.screen.blocks.count == 1)

    var opening = Walk<Enrollment>(.init())
    try opening.server(
      .account(.state(AccountState(keys: [HeldKey(.signUp, "", nil, opens: true)], hasMasterKey: true))))
    #expect(opening.screen.says == [.confirmFirst], "nothing changes for one that opens already")
  }

  @Test("a passkey that first opens to begin an enrollment is on the receipt as well")
  func admittedOpensToo() throws {
    let standing = AccountState(
      keys: [HeldKey(.signUp, "", nil, opens: false), HeldKey(.yellow, "yellow", .primary, opens: true)],
      hasMasterKey: true, hasCode: true)
    var walk = try Enrollment.admitted(standing)
    try walk.hands(.way(.made(.made))); try walk.server(.way(.attached(.signUp)))
    try walk.hands(.way(.opened))
    try walk.tap(.black, .create); try walk.name("black"); try walk.made(.black); try walk.tested(.black)
    try walk.press("Keep the code I have"); try walk.server(.way(.completed))
    let told = "Passkey from sign-up: \(Copy.opensToo.text)"
    #expect(walk.receipt == ["black: Backup. Tested just now.", "Recovery code: Keep it offline.", told])
    #expect(walk.screen.blocks.count == 1)
  }

  @Test("a key that gets its wrap in its test opens with it before it passes") func opensInItsTest() throws {
    var walk = try Enrollment.named("yellow")
    try walk.tap(.yellow, .confirm); try walk.hands(.way(.signsInOnly)); try walk.server(.key(.committed(.yellow)))
    try walk.press("Skip backup (not recommended)"); try walk.press("Go on with one key")
    try walk.tap(.yellow, .test)
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work).count == 1)
    #expect(try walk.server(.way(.attached(.yellow))).start.map(\.work) == [.way(.open(.yellow))])
    #expect(walk.screen.step?.number == 3)
    #expect(try walk.hands(.way(.opened)).orders == [.server(.noteOpening(.yellow))])
    #expect(walk.screen.step?.number == 4)
  }

  @Test("G-05: in step 2 the primary is still the likely key, and the sign-up key is offered too")
  func signUpKeyAsBackup() throws {
    var walk = try Enrollment.admitted(AccountState(keys: [HeldKey(.signUp, "", nil, opens: false)]))
    try walk.tap(.yellow, .create); try walk.name("yellow"); try walk.tap(.yellow, .confirm); try walk.made(.yellow)
    try walk.hands(.key(.fault(.alreadyEnrolled)))
    #expect(
      walk.screen.says == [.thatIsYourPrimary]
        && walk.buttons == [
          "Tap again", "Use the key I signed up with", "Skip backup (not recommended)", "Cancel", "Back to step 1",
        ])
    try walk.press("Use the key I signed up with")
    try walk.tap(.yellow, .test)
    #expect(walk.screen.says == [.alreadyEnrolled], "that was the primary")
    try walk.press("Tap again"); try walk.tap(.signUp, .test); try walk.name("black");
    try walk.hands(.way(.signsInOnly))
    #expect(walk.screen.step?.number == 3, "it has no PRF; it still is a second key that signs in")
  }

  @Test(
    "G-25: the test says how its key is touched, by what the key's transports are",
    arguments: [
      (["usb"], Copy.plugItIn), (["usb", "nfc"], .holdYourKey), (["nfc"], .layYourKey),
      (["internal", "hybrid"], .useThisDevice),
    ])
  func manner(_ transports: [String], _ sentence: Copy) throws {
    var walk = try Enrollment.named("yellow")
    try walk.tap(.yellow, .confirm); try walk.hands(.way(.made(.made)))
    try walk.server(.key(.committed(.yellow, reach: KeyReach(transports: transports))))
    try walk.press("Skip backup (not recommended)"); try walk.press("Go on with one key")
    #expect(walk.screen.says == [.tapPrimary, sentence], "of one key nothing is said about a second (G-06)")
  }

  @Test(
    "A-63 G-38: the receipt leads back to Settings, to the chat of the nudge, or to the account",
    arguments: [
      ("/settings/keys", "Back to Settings"), ("/account?nudge", "Back to chat"), ("/account", "Back to your account"),
    ])
  func back(_ origin: String, _ button: String) throws {
    var state = Enrollment.State(from: Enrollment.Entry(origin: origin))
    state.stage = .enrolled
    #expect(Enrollment.screen(state).choices.map(\.label.text) == [button])
  }

  @Test("an enrollment needs room for its diagram; in a recovery it runs at any size") func room() {
    #expect(Enrollment.screen(.init(from: .settings)).needsRoom && Enrollment.screen(.init(from: .chat)).needsRoom)
    #expect(!Enrollment.screen(.init(from: .recovery)).needsRoom)
    #expect(!RecoveryCode.screen(.init()).needsRoom)
  }

  @Test("a wrap created in an enrollment is rolled back with it; a wrap for only the code is kept") func goesWithRun() {
    func goes(_ stage: RecoveryCode.Stage) -> Bool? {
      if case .touching(let opening) = stage { opening.goesWithRun } else { nil }
    }
    #expect(goes(RecoveryCode.State(endsEnrollment: true).touching()) == true)
    #expect(goes(RecoveryCode.State().touching()) == false && goes(RecoveryCode.State().stage) == false)
    for goesWithRun in [true, false] {
      var state = Opening.State(.enrollment, goesWithRun: goesWithRun)
      state.stage = .attaching(.yellow, .made)
      #expect(Opening.awaited(state) == [.server(.way(.attach(.yellow, .made, goesWithRun: goesWithRun)))])
    }
  }
}
