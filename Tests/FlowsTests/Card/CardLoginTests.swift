import Vocabulary
import Model
import Testing

@testable import Flows

/// Signing in with a card, and confirming a change with one.
@Suite struct CardLoginTests {
  private func identified() throws -> Walk<CardLogin> {
    var walk = Walk<CardLogin>(.init())
    try walk.open(.ready)
    try walk.card(.made(.made))
    return walk
  }

  @Test("D-33 D-46: the PIN opens nothing before the server has verified the card's signature")
  func evidence() throws {
    var walk = try identified()
    try walk.server(card: .found(.card))
    #expect(walk.askedCard == .sign(.login))
    #expect(try walk.card(.signed(.signed)).perform.map(\.work) == [.card(.verifySignature(.signed, .login))])
    #expect(walk.output == nil)
    try walk.server(card: .signatureVerified(.card, .login))
    #expect(walk.askedCard == .unlock(.card), "the journal is open in the same visit")
    try walk.card(.unlocked)
    #expect(walk.asked == [.way(.open(.card))])
    #expect(try walk.hands(.way(.opened)).orders == [.server(.noteOpening(.card))])
    #expect(walk.output == .loggedIn && walk.output?.grants == true)
  }
  @Test("a card that gets its first wrap while it signs in opens with it, and that is noted") func firstWrap() throws {
    var walk = try identified()
    try walk.server(card: .found(.card))
    try walk.card(.signed(.signed)); try walk.server(card: .signatureVerified(.card, .login)); try walk.card(.unlocked)
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.attach(.card, .made))])
    #expect(try walk.server(.way(.attached(.card))).start.map(\.work) == [.way(.open(.card))])
    #expect(try walk.hands(.way(.opened)).orders == [.server(.noteOpening(.card))])
    #expect(walk.output == .loggedIn)
  }
  @Test("an invalid signature signs nobody in, and the card can sign again") func refused() throws {
    var walk = try identified()
    try walk.server(card: .found(.card)); try walk.card(.signed(.signed));
    try walk.server(card: .signatureRejected(.invalid))
    #expect(
      walk.output == nil && walk.banners == ["What the card signed didn't verify, so nothing was done. Try again."])
    try walk.press("Try again")
    #expect(walk.askedCard == .look)
  }
  @Test("D-34: a person with a lost or new card is offered recovery from the phrase") func lost() throws {
    var walk = Walk<CardLogin>(.init())
    try walk.card(.absent(.noCard))
    var fresh = walk
    try walk.press("I have a new card")
    #expect(walk.output == .startBackup && walk.output?.leadsTo == .cardBackup)
    try fresh.card(.changed); try fresh.card(.present(.blank))
    #expect(fresh.buttons.contains("I have a new card"))
  }
  @Test("a forgotten PIN leads to what the PUK can do, and back to the same PIN page") func forgotten() throws {
    var walk = Walk<CardLogin>(.init())
    try walk.reach(.ready)
    let before = walk.screen
    #expect(walk.buttons.contains("I forgot the PIN"))
    try walk.press("I forgot the PIN")
    #expect(walk.says.first == "Without the PIN, your PUK opens the card." && walk.underway.isEmpty)
    try walk.press("Back to the PIN")
    #expect(walk.screen == before)
  }
  @Test("G-40: a card unknown to every account is reported, and creating one with it is offered")
  func unknown() throws {
    var walk = try identified()
    try walk.server(card: .unknown)
    #expect(walk.says == ["No account here knows this card. Use another card, or set up an account with this one."])
    try walk.press("Make an account with a card")
    #expect(walk.output?.leadsTo == .cardOnboarding)
  }

  @Test("the account's card confirms a change, and opens the Master Key if there is one") func opening() throws {
    let card = HeldKey(.card, "blue", nil, opens: true, kind: .card)
    var walk = Walk<Opening>(.init(.journal))
    #expect(walk.buttons == ["Confirm with your passkey", "Cancel"])
    try walk.server(.account(.state(AccountState(keys: [card], hasMasterKey: true))))
    try walk.press("Confirm with your card")
    try walk.open(.ready)
    #expect(walk.askedCard == .sign(.change))
    try walk.card(.signed(.signed)); try walk.server(card: .signatureVerified(.card, .change)); try walk.card(.unlocked)
    try walk.hands(.way(.opened))
    #expect(walk.output == .ready(.card, opened: true))
  }
  @Test("a passkey that gets its first wrap opens with it, by the same touch, and that is noted")
  func firstWrapOfPasskey() throws {
    var walk = Walk<Opening>(.init(.journal, hasCard: false))
    try walk.press("Confirm with your passkey")
    try walk.hands(.key(.given(.tap))); try walk.server(.key(.verified(.yellow, .confirm)))
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.attach(.yellow, .made))])
    #expect(try walk.server(.way(.attached(.yellow))).start.map(\.work) == [.way(.open(.yellow))])
    #expect(walk.output == nil)
    #expect(try walk.hands(.way(.opened)).orders == [.server(.noteOpening(.yellow))])
    #expect(walk.output == .ready(.yellow, opened: true))
  }
  @Test("an account without a card is not asked for a card") func noCard() throws {
    var walk = Walk<Journal>(.init())
    try walk.server(
      .account(.state(AccountState(keys: [HeldKey(.yellow, "yellow", .primary, opens: true)], hasMasterKey: true))))
    #expect(
      walk.buttons == ["Confirm with your passkey", "Close"] || walk.buttons == ["Confirm with your passkey", "Cancel"])
    #expect(walk.underway.isEmpty)
  }
}
