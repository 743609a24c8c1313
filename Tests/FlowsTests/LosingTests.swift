import Vocabulary
import Model
import Testing

@testable import Flows

/// Losing one key or every key, and what can be done about it.
@Suite struct LosingTests {
  private static let standing = AccountState(
    keys: [
      HeldKey(.signUp, "", nil, opens: false), HeldKey(.yellow, "yellow", .primary, opens: true),
      HeldKey(.black, "black", .backup, opens: true),
    ],
    hasMasterKey: true, hasCode: true, current: .black)

  @Test("A-66 A-67: the sign-in page's path for a lost key shows the detector, then the panel")
  func lostKey() throws {
    var walk = Walk<LostKey>(.init())
    #expect(walk.says == ["Sign in with your backup key. Revoke the missing one from Settings after."])
    #expect(walk.screen.blocks == [.detector(.waiting)] && walk.screen.register == .plain)
    try walk.hands(.key(.given(.tap)))
    try walk.server(.key(.verified(.black, .signIn)))
    #expect(walk.output == .signedIn && walk.output?.leadsTo == .comingBack)
  }
  @Test("A-68 G-37: the panel names all other keys, asks one question, rotates, offers enrollment")
  func panel() throws {
    var walk = Walk<Revocation>(.init())
    try walk.server(.account(.state(Self.standing)))
    #expect(
      walk.says == [
        "Revoke missing key?", "The key that you signed in with stays.",
        "Whoever holds the missing key and knows its PIN can still sign in.",
      ])
    #expect(walk.screen.choices.prefix(3).allSatisfy { $0.style == .row }, "revoking all is not the one to press")
    #expect(
      walk.buttons == ["Revoke “yellow”", "Revoke “Passkey from sign-up”", "Revoke all of these", "Not now", "Cancel"])
    try walk.press("Revoke “yellow”")
    #expect(walk.says == ["Is “yellow” lost, or may someone have it?"])
    try walk.press("It's lost or broken")
    try walk.press("Confirm with your passkey"); try walk.tap(.black, .confirm)
    #expect(try walk.hands(.way(.opened)).start.map(\.work) == [.way(.drop([.yellow]))])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.revoke([.yellow], .made))])
    try walk.server(.way(.revoked([.yellow])))
    #expect(walk.buttons == ["Enroll a new primary key now", "Back to Settings"])
    try walk.press("Enroll a new primary key now")
    #expect(walk.output?.leadsTo == .enrollment)
  }
  @Test("after “someone may have it” a new recovery code is created") func mayBeHeld() throws {
    var walk = Walk<Revocation>(.init(of: .yellow))
    try walk.server(.account(.state(Self.standing)))
    try walk.press("Someone may have it")
    try walk.press("Confirm with your passkey"); try walk.tap(.black, .confirm); try walk.hands(.way(.opened))
    try walk.hands(.way(.made(.made))); try walk.server(.way(.revoked([.yellow])))
    #expect(walk.underway == [.server(.way(.noteReveal))])
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    #expect(walk.says.first == "Write these twelve words on paper, in order.")
    #expect(walk.banners == ["Revoked: “yellow”. It can't sign in any more."], "what is lost does no harm any more")
  }
  @Test("after “someone may have it”, who leaves the new words is told that the earlier code works") func codeIsDue()
    throws
  {
    var walk = Walk<Revocation>(.init(of: .yellow))
    try walk.server(.account(.state(Self.standing)))
    try walk.press("Someone may have it")
    try walk.press("Confirm with your passkey"); try walk.tap(.signUp, .confirm); try walk.hands(.way(.signsInOnly))
    try walk.server(.way(.revoked([.yellow]))); try walk.server(.way(.reminded))
    #expect(
      walk.banners.last
        == """
        The recovery code that you saved before still works. Make a new one in Settings, with a key that opens your \
        journal.
        """)
  }
  @Test("A new recovery code is promised only if every key can create it") func promisedCode() throws {
    func said(_ standing: AccountState) throws -> String {
      var walk = Walk<Revocation>(.init(of: .yellow))
      try walk.server(.account(.state(standing)))
      return try #require(walk.screen.choices.first { $0.label.text == "Someone may have it" }?.detail?.text)
    }
    let yellow = HeldKey(.yellow, "yellow", .primary, opens: true),
      black = HeldKey(.black, "black", .backup, opens: true)
    let signUp = HeldKey(.signUp, "", nil, opens: false)
    var standing = AccountState(keys: [yellow, black], hasMasterKey: true, hasCode: true, current: .black)
    #expect(
      try said(standing)
        == """
        If you are unsure, choose this. The key stops working here. Whoever has it may have what lay with it, so a new \
        recovery code follows.
        """)
    standing.keys.append(signUp)
    #expect(
      try said(standing).hasSuffix(
        "a new one follows if you confirm with a key that can open, and else you make it later in Settings."))
    standing.hasCode = false
    #expect(try said(standing) == "If you are unsure, choose this. The key stops working here.")
    // Without the last key that opens, nothing can make a new one.
    let last = AccountState(keys: [yellow, signUp], hasMasterKey: true, hasCode: true, current: .signUp)
    #expect(
      try said(last).hasSuffix("only a key that can open makes a new one: add another key first, and then revoke."))
  }
  @Test("several keys at once are handled and described in the plural") func several() throws {
    var walk = Walk<Revocation>(.init())
    let keys = [HeldKey(.yellow, "yellow", .primary, opens: true), HeldKey(.black, "black", .backup, opens: true)]
    let all = keys + [HeldKey(.signUp, "", nil, opens: true)]
    try walk.server(.account(.state(AccountState(keys: all, hasMasterKey: true, hasCode: true, current: .signUp))))
    try walk.press("Revoke all of these")
    #expect(walk.says == ["Are “yellow” and “black” lost, or may someone have them?"])
    #expect(walk.screen.choices.prefix(2).map(\.label.text) == ["They're lost or broken", "Someone may have them"])
    #expect(
      walk.screen.choices.prefix(2).allSatisfy { $0.detail?.text.contains("The keys stop working here") == true })
  }
  @Test("removing the last way in needs a saved code, and then a plain warning")
  func lastWay() throws {
    let alone = AccountState(
      keys: [HeldKey(.yellow, "yellow", .primary, opens: true)], hasMasterKey: true, hasCode: false, current: .yellow)
    var walk = Walk<Revocation>(.init(of: .yellow))
    try walk.server(.account(.state(alone)))
    #expect(
      walk.says == ["This is the last of your keys and cards. Save a recovery code or add another key first."]
        && walk.buttons == ["Back", "Cancel"])
    var coded = alone
    coded.hasCode = true
    var second = Walk<Revocation>(.init(of: .yellow))
    try second.server(.account(.state(coded)))
    #expect(
      second.banners == ["This is your last key. After this, only your recovery code opens your journal."])
  }
  @Test("joined account recovery lets the last key go; shares never joined and practice cards do not")
  func lastWayWithRecovery() throws {
    let key = HeldKey(.yellow, "yellow", .primary, opens: true)
    let practice = HeldKey(.card, "practice", nil, opens: true, kind: .card, isRehearsal: true)
    var standing = AccountState(keys: [key, practice], hasMasterKey: true, hasEscrow: true, current: .yellow)
    func asked() throws -> Walk<Revocation> {
      var walk = Walk<Revocation>(.init(of: .yellow))
      try walk.server(.account(.state(standing)))
      return walk
    }
    #expect(
      try asked().says == ["This is the last of your keys and cards. Save a recovery code or add another key first."])
    standing.escrowProvedAt = 1_800_000_000
    var walk = try asked()
    #expect(walk.banners == ["This is your last key. After this, only account recovery opens your journal."])
    try walk.press("It's lost or broken")
    #expect(walk.buttons.contains("Confirm with your passkey"))
    standing.hasCode = true
    #expect(
      try asked().banners == [
        "This is your last key. After this, only your recovery code and account recovery open your journal."
      ])
    (standing.hasCode, standing.hasEscrow, standing.practicesEscrow) = (false, false, true)
    #expect(try asked().buttons == ["Back", "Cancel"], "practice providers hold nothing that counts")
  }
  @Test("a sign-in-only key can still remove a lost one at once") func withoutMasterKey() throws {
    var walk = Walk<Revocation>(.init(of: .yellow))
    try walk.server(.account(.state(Self.standing)))
    try walk.press("It's lost or broken")
    try walk.press("Confirm with your passkey"); try walk.tap(.signUp, .confirm)
    #expect(try walk.hands(.way(.signsInOnly)).perform.map(\.work) == [.way(.revoke([.yellow], nil))])
  }
  @Test("A-69 A-70 A-72 A-73 A-74: twelve words restore the Master Key, and a new key follows") func recovery() throws {
    var walk = Walk<Recovery>(.init())
    #expect(
      walk.says == [
        "Type the twelve words on your paper.",
        "Recovery code restores your Master Key. Without it, your journal and peer history is gone.",
      ])
    #expect(throws: Refusal.needsUnmet) { try walk.press("Restore") }
    try walk.restore()
    #expect(walk.says.first == "Master Key restored. Enroll a new primary key now.")
    #expect(walk.screen.choices.filter(\.needsHands).map(\.label.text) == ["Use a Keycard instead"])
    try walk.press("Enroll a new primary key now")
    #expect(
      walk.screen.step == StepLabel(1, of: 3, Copy("A-13", "Tap your primary key"))
        && walk.screen.blocks.contains(.badge(.primary)))
    try walk.enroll()
    #expect(walk.says.first == "Which of these are gone?" && walk.screen.step?.number == 2)
    #expect(walk.underway.isEmpty, "no words are made before it is known what is gone")
    try walk.press("“old”")
    try walk.press("Go on without it")
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    #expect(walk.banners == ["When you finish, “old” is removed with your old code."])
    #expect(
      walk.screen.step == StepLabel(3, of: 3, Copy("A-14", "Save your recovery code")), "three steps are all there are")
    #expect(
      try walk.finishReading().start.map(\.work) == [.way(.startAnew(.yellow, dropping: [.black]))],
      "the new key, the new code and what is gone are one write")
    #expect(
      try walk.hands(.way(.made(.made))).perform.map(\.work) == [
        .way(.startAnew(.yellow, label: "yellow", dropping: [.black], keeping: [], .made, wasRead: true))
      ])
    try walk.server(.way(.startedAnew))
    #expect(walk.output == .recovered && walk.output?.leadsTo == .comingBack)
  }
  @Test("a recovery can go on with a passkey of this device, and says where one stands already") func device() throws {
    var walk = Walk<Recovery>(.init())
    try walk.restore()
    #expect(try walk.press("Use this device instead").start.map(\.work) == [.key(.createHere)])
    #expect(walk.says == ["Use this device's passkey."])
    try walk.hands(.key(.fault(.alreadyEnrolled)))
    #expect(walk.says == ["This device already has a passkey for this account. Sign in with it."])
  }
  @Test("an account without an old key goes from the new key to the new words") func nothingToReview() throws {
    var walk = Walk<Recovery>(.init())
    walk.form = [Recovery.words: .ready]
    try walk.press("Restore"); try walk.hands(.way(.made(.made))); try walk.server(.way(.found))
    try walk.hands(.way(.made(.made))); try walk.server(.way(.proofVerified))
    try walk.server(.account(.state(AccountState(hasMasterKey: true, hasCode: true))))
    try walk.press("Enroll a new primary key now")
    #expect(walk.screen.step == StepLabel(1, of: 2, Copy("A-13", "Tap your primary key")))
    try walk.enroll()
    #expect(walk.underway == [.server(.way(.noteReveal))])
  }
  @Test("leaving the new words of a recovery asks for confirmation, and staying keeps them")
  func leavingNewWords() throws {
    var walk = Walk<Recovery>(.init())
    try walk.restore(); try walk.press("Enroll a new primary key now"); try walk.enroll()
    try walk.press("I still have it")
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    let words = walk.screen.blocks
    #expect(try walk.press("Cancel").start.isEmpty && walk.output == nil)
    #expect(
      walk.screen.sheet?.title.text == "Stop before the end?" && walk.buttons == ["Keep going", "Stop here"]
        && walk.screen.blocks == words)
    try walk.press("Keep going")
    #expect(walk.screen.sheet == nil && walk.screen.choices.contains { $0.label.text == "Finish" })
    try walk.press("Cancel"); try walk.press("Stop here")
    #expect(walk.output == .cancelled)
  }
  @Test("A-75 A-76 A-77 A-78 G-08: all words that open nothing get the same answer and another try")
  func failed() throws {
    var walk = Walk<Recovery>(.init())
    walk.form = [Recovery.words: .ready]
    try walk.press("Restore"); try walk.hands(.way(.made(.made))); try walk.server(.way(.codeRejected))
    #expect(
      walk.says.prefix(3) == [
        "These 12 words open no account here.",
        "Check each one, and their order, against your kit, and the number of the paper.",
        "We can't recover keys from our side. That's the whole point.",
      ], "first what happened, then what to do, then what nobody can do")
    let notFound = walk.screen
    var late = Walk<Recovery>(.init())
    late.form = [Recovery.words: .ready]
    try late.press("Restore"); try late.hands(.way(.made(.made))); try late.server(.way(.found))
    try late.hands(.way(.made(.made))); try late.server(.way(.codeRejected))
    #expect(late.screen == notFound)
    #expect(
      walk.says.last
        == """
        Without these words there may be another way: another key, a card, or account recovery, where you set it up.
        """
    )
    #expect(walk.buttons == ["Try the words again", "Cancel"])
    try walk.press("Try the words again")
    #expect(walk.screen.blocks == [.wordEntry(Recovery.words)])
  }
  @Test("if writing down the new words takes long, the typed words vouch again automatically")
  func slowRecovery() throws {
    var walk = Walk<Recovery>(.init())
    try walk.restore(); try walk.press("Enroll a new primary key now"); try walk.enroll()
    try walk.press("I still have it")
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    try walk.finishReading(); try walk.hands(.way(.made(.made)))
    #expect(try walk.server(.way(.tooLate)).start.map(\.work) == [.way(.openWithCode)])
    try walk.hands(.way(.made(.made)))
    #expect(try walk.server(.way(.proofVerified)).start.map(\.work) == [.way(.startAnew(.yellow, dropping: []))])
  }
  @Test("G-17: words lost in a reload are not shown again as if they were the same") func newWords() throws {
    var walk = Walk<RecoveryCode>(.opened())
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    #expect(walk.screen.announcement == .writeTheWords)
    walk.reload()
    try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm); try walk.hands(.way(.opened))
    try walk.server(.way(.revealNoted)); try walk.hands(.way(.shown))
    #expect(walk.screen.blocks.contains(Notice.newWords.block))
  }

  @Test("a reloaded page asks for the words again") func reload() throws {
    var walk = Walk<Recovery>(.init())
    try walk.restore(); try walk.press("Enroll a new primary key now")
    walk.reload()
    #expect(walk.screen.announcement?.id == "B-27.words" && walk.screen.blocks.contains(.wordEntry(Recovery.words)))
  }
  @Test("a sign-in-only key does not open the journal, and the screen says so") func journal() throws {
    var walk = Walk<Journal>(.init())
    try walk.press("Confirm with your passkey"); try walk.tap(.signUp, .confirm); try walk.hands(.way(.signsInOnly))
    #expect(walk.says == ["This key signs you in, but it can't open your journal."])
    try walk.press("Use another key"); try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm);
    try walk.hands(.way(.opened))
    #expect(walk.screen.blocks == [.journal])
    walk.reload()
    #expect(walk.buttons == ["Confirm with your passkey", "Cancel"], "a page loaded anew has no Master Key")
  }
}

extension Walk where F == Recovery {
  mutating func restore() throws {
    form = [Recovery.words: .ready]
    try press("Restore"); try hands(.way(.made(.made))); try server(.way(.found)); try hands(.way(.made(.made)));
    try server(.way(.proofVerified))
    let old = HeldKey(.black, "old", .primary, opens: true)
    try server(.account(.state(AccountState(keys: [old], hasMasterKey: true, hasCode: true))))
  }
  mutating func enroll() throws { try tap(.yellow, .create); try name("yellow"); try tap(.yellow, .confirm) }
}
