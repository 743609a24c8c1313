import Vocabulary
import HandsProtocol
import Testing

@testable import Flows

/// The PIN subflow, as part of a login.
@Suite struct PINEntryTests {
  private func at(_ tries: CardTries) throws -> Walk<CardLogin> {
    var walk = Walk<CardLogin>(.init())
    try walk.reach(.ready, tries)
    return walk
  }
  /// A flow at the new PIN and the PUK.
  private func unfreezing(puk: Int = 5) throws -> Walk<CardLogin> {
    var walk = try at(CardTries(pin: 0, puk: puk))
    try walk.press("Use PUK")
    return walk
  }

  @Test("D-01 D-46 D-47 D-58: input other than six digits is never sent and uses up no try") func entry() throws {
    var walk = try at(.full)
    #expect(walk.fields == ["pin"] && walk.kind(of: "pin") == .secret(.digits(6)))
    #expect(throws: Refusal.needsUnmet) { try walk.press("Continue") }
    walk.form = ["pin": .text("12345")]
    #expect(throws: Refusal.wrongField) { try walk.press("Continue") }
    #expect(walk.asked.isEmpty)
    try walk.type("pin")
    #expect(walk.askedCard == .verifyPIN("pin"))
  }
  @Test("D-48 D-57: after a wrong PIN the card's own count applies, and the last try has a warning")
  func wrong() throws {
    var walk = try at(.full)
    try walk.type("pin")
    #expect(try walk.card(.wrong(CardTries(pin: 2, puk: 5))).orders == [.hands(.forget("pin"))])
    #expect(
      walk.says == ["Type your card's PIN.", "2 tries left."]
        && walk.banners == ["That PIN is wrong. Type it once more."])
    try walk.type("pin")
    try walk.card(.wrong(.last))
    #expect(walk.says == ["Type your card's PIN.", "1 try left. If it is wrong, the card freezes."])
    #expect(
      try at(.last).says.last == "1 try left. If it is wrong, the card freezes.", "also one that somebody else used up")
  }
  @Test("D-02 D-49 D-50 G-09: with no try left, the card is frozen and allows PUK, reset and Cancel")
  func frozen() throws {
    var walk = try at(.last)
    try walk.type("pin")
    try walk.card(.wrong(.frozen))
    #expect(walk.says == ["The card is frozen. Your PUK opens it again.", "5 tries left for the PUK."])
    #expect(walk.buttons == ["Use PUK", "Factory reset", "Cancel"])
    #expect(try at(.frozen).buttons == walk.buttons, "a count of 0 is none: the PIN is not asked for")
  }
  @Test("D-03 D-09 D-10 D-52 D-53 G-10: PUK and a new PIN typed twice go to the card together") func unfreeze() throws {
    var walk = try unfreezing()
    #expect(walk.fields == ["newPIN", "newPINAgain", "puk"] && walk.kind(of: "puk") == .secret(.digits(12)))
    #expect(
      walk.kind(of: "newPIN") == .secret(.digits(6)) && walk.kind(of: "newPINAgain") == .secret(.repeats("newPIN")))
    walk.form = ["puk": .ready, "newPIN": .ready]
    #expect(walk.buttons == ["Back", "Cancel"], "not before the new PIN was repeated")
    try walk.type("newPIN", "newPINAgain", "puk")
    #expect(walk.askedCard == .unblockPIN(puk: "puk", newPIN: "newPIN"))
    try walk.card(.correct)
    #expect(walk.askedCard == .identify, "the person is let in")
  }
  @Test("D-54 D-57: after a wrong PUK only the PUK is requested again, and the new PIN is kept")
  func wrongPUK() throws {
    var walk = try unfreezing(puk: 2)
    try walk.type("newPIN", "newPINAgain", "puk")
    #expect(try walk.card(.wrong(CardTries(pin: 0, puk: 1))).orders == [.hands(.forget("puk"))])
    #expect(walk.fields == ["puk"])
    #expect(
      walk.says.last
        == "1 try left for the PUK. If it is wrong, the card is blocked, and only erasing it makes it usable.")
    try walk.type("puk")
    #expect(walk.askedCard == .unblockPIN(puk: "puk", newPIN: "newPIN"))
  }
  @Test("D-04 D-51 D-54: with no PUK try left, the card is blocked and allows only reset and Cancel")
  func blocked() throws {
    var walk = try unfreezing(puk: 1)
    try walk.type("newPIN", "newPINAgain", "puk")
    try walk.card(.wrong(.blocked))
    #expect(walk.says == ["The card is blocked. Only a factory reset makes it usable, and that removes its keys."])
    #expect(walk.buttons == ["Factory reset", "Cancel"])
    #expect(try at(.blocked).buttons == walk.buttons)
  }
  @Test("for a blocked card without a reset, the screen offers another card instead of a reset")
  func withoutReset() throws {
    var walk = Walk<CardLogin>(.init()), old = CardFacts.ready
    old.version = "3.0"
    try walk.reach(old, CardTries(pin: 0, puk: 1))
    #expect(
      walk.says.last
        == "1 try left for the PUK. If it is wrong, the card is blocked, and a card of its version (3.0) stays so.")
    #expect(walk.buttons == ["Use PUK", "Cancel"])
    try walk.press("Use PUK"); try walk.type("newPIN", "newPINAgain", "puk"); try walk.card(.wrong(.blocked))
    #expect(walk.says == [Copy.blockedForGood.text] && walk.says[0].contains("have no reset"))
    #expect(walk.buttons == ["Use another card", "Cancel"])
    try walk.press("Use another card")
    #expect(walk.says == ["This is not the card that is needed here. Take it out and put the right one in."])

    var status = Walk<CardStatus>(.init())
    try status.card(.present(old)); try status.card(.paired); try status.card(.tries(.blocked));
    try status.card(.maker(.official))
    #expect(status.says == [Copy.blockedForGood.text])
  }
  @Test("a new PIN equal to the PUK's start is rejected beforehand, and no PUK try is used up")
  func unfit() throws {
    var walk = try unfreezing()
    try walk.type("newPIN", "newPINAgain", "puk")
    try walk.card(.unfit)
    try walk.card(.tries(.frozen))
    #expect(walk.banners == ["The PUK must not begin with the PIN. Choose another PIN."] && walk.fields.count == 3)
  }
  @Test("D-56: a reset outside onboarding is confirmed, and leads to the backup") func reset() throws {
    var walk = try at(.blocked)
    try walk.press("Factory reset")
    #expect(walk.asked.isEmpty && walk.says == ["Erase the card? Every key on it is gone."])
    try walk.press("Erase the card")
    #expect(walk.askedCard == .factoryReset)
    try walk.card(.reset)
    #expect(walk.says == ["The card is empty now. Put your account back from its words."])
    try walk.press("Restore from backup")
    #expect(walk.output == .startBackup && walk.output?.leadsTo == .cardBackup)
  }
  @Test("D-55: in onboarding the step before the reset is repeated, with an empty card")
  func resetInOnboarding() throws {
    var walk = Walk<CardOnboarding>(.init())
    try walk.press("Make a new account on a card")
    try walk.card(.present(.ready))
    try walk.press("Go on with its PIN")
    try walk.card(.paired); try walk.card(.tries(.blocked))
    try walk.press("Factory reset"); try walk.press("Erase the card"); try walk.card(.reset)
    #expect(walk.askedCard == .look)
    try walk.card(.present(.blank))
    #expect(walk.fields == ["newPIN", "newPINAgain"])
  }
}
