import Vocabulary
import HandsProtocol
import Model
import Testing

@testable import Flows

/// Second cards, migration, signing and changing secrets.
@Suite struct CardCareTests {
  private let held = HeldKey(.card, "blue", nil, opens: true, kind: .card)
  private func backup() throws -> Walk<CardBackup> {
    var walk = Walk<CardBackup>(.init(signedIn: true))
    try walk.server(.account(.state(AccountState(keys: [held], hasMasterKey: true))))
    return walk
  }

  @Test(
    "D-36 D-57: a card that went while its PIN was changed may have the new one: that is said",
    arguments: [CardSecret.pin, .puk])
  func pinInDoubt(_ secret: CardSecret) throws {
    var walk = Walk<CardChange>(.init(of: secret))
    try walk.card(.present(.ready)); try walk.card(.paired); try walk.card(.tries(.full))
    #expect(walk.says == ["Type your card's PIN."])
    try walk.type("pin"); try walk.card(.correct)
    walk.form = [secret.first: .ready, secret.second: .ready]
    var declined = walk
    try declined.press(secret == .pin ? "Change the PIN" : "Change the PUK"); try declined.card(.declined);
    try declined.press("Try again")
    try declined.card(.present(.ready)); try declined.card(.paired); try declined.card(.tries(.full))
    #expect(declined.says == ["Type your card's PIN."], "where nothing was done nothing is in doubt")
    try walk.press(secret == .pin ? "Change the PIN" : "Change the PUK"); try walk.card(.removed)
    try walk.card(.present(.ready)); try walk.card(.paired); try walk.card(.tries(.full))
    let isInDoubt = walk.says.contains { $0.contains("the card may have your new PIN already") }
    #expect(isInDoubt == (secret == .pin), "no other secret is in doubt where a PIN is asked for")
  }

  @Test("D-32: the phrase is checked while it is typed, before any card is used") func phraseOfAnother() throws {
    var walk = try backup()
    try walk.type(CardPhrase.field)
    #expect(walk.askedCard == .checkPhrase(CardPhrase.field, for: .card))
    try walk.card(.phraseOfAnother)
    #expect(walk.screen.blocks.contains(.cardPhraseEntry(CardPhrase.field)))
    #expect(walk.banners == ["That is the phrase of another account. Type the phrase of this account's card."])
  }
  @Test(
    "D-30 D-31: a card in use is erased after a warning or another taken, and a trace is left",
    arguments: [CardFacts.other, .empty])
  func erases(_ card: CardFacts) throws {
    var walk = try backup()
    try walk.type(CardPhrase.field); try walk.card(.phraseFits); try walk.card(.present(card))
    #expect(
      walk.says.first?.hasPrefix("This card is in use already. Putting another account on it erases what it holds now.")
        == true)
    #expect(walk.buttons == ["Use another card", "Erase the card", "Cancel"], "it is never used as it is")
    try walk.press("Erase the card"); try walk.card(.reset)
    try walk.prepare()
    #expect(walk.askedCard == .loadPhrase)
    #expect(try walk.card(.loaded).perform.map(\.work) == [.card(.noteBackup(.card))])
    try walk.server(card: .backupNoted)
    #expect(walk.says == ["The second card is ready. It opens the same account."])
  }
  @Test("D-30: the account's own card is recognized, and the flow waits for a different one")
  func ownCard() throws {
    var walk = try backup(), own = CardFacts.ready
    own.holdsPhrase = true
    try walk.type(CardPhrase.field); try walk.card(.phraseFits); try walk.card(.present(own))
    #expect(
      walk.says.first
        == """
        This is a card that you have already: this account is on it. Take it out, and put in the card that is to be \
        the second one.
        """
    )
    #expect(!walk.says.contains { $0.contains("another account") } && walk.facts.contains("Name: blue"))
    #expect(
      walk.buttons == ["Use another card", "Erase the card", "Cancel"],
      "whoever knows neither PIN nor PUK puts the account back on it")
    var erased = walk, old = try backup(), another = walk
    try walk.card(.changed); try walk.prepare()
    #expect(walk.askedCard == .loadPhrase)
    try another.press("Use another card"); try another.card(.changed); try another.card(.present(own))
    #expect(
      another.says == ["This is not the card that is needed here. Take it out and put the right one in."],
      "another was asked for")
    try another.card(.changed); try another.prepare()
    #expect(another.askedCard == .loadPhrase)
    try erased.press("Erase the card"); try erased.card(.reset)
    try erased.prepare()
    #expect(erased.askedCard == .loadPhrase)
    own.version = "3.0"
    try old.type(CardPhrase.field); try old.card(.phraseFits); try old.card(.present(own))
    #expect(old.says.count == 1 && old.buttons == ["Use another card", "Cancel"])
  }
  @Test("D-30: however the readers change, the account's own card leads to the same screen")
  func ownCardMoved() throws {
    var walk = try backup(), own = CardFacts.ready
    own.holdsPhrase = true
    try walk.type(CardPhrase.field); try walk.card(.phraseFits); try walk.card(.present(own))
    let before = walk.screen
    try walk.card(.changed); try walk.card(.absent(.noCard)); try walk.card(.changed); try walk.card(.present(own))
    #expect(walk.screen == before)
    try walk.press("Erase the card"); try walk.card(.reset); try walk.prepare()
    #expect(walk.askedCard == .loadPhrase)
  }
  @Test(
    "D-30: where the rehearsal card has the account already, nobody is told to take it out", arguments: [nil, "3.0"])
  func ownRehearsalCard(_ version: String?) throws {
    var walk = try backup(), own = CardFacts.ready
    (own.holdsPhrase, own.isRehearsal, own.version) = (true, true, version)
    try walk.type(CardPhrase.field); try walk.card(.phraseFits); try walk.card(.present(own))
    let next =
      version == nil
      ? "Put the second card into a reader, or erase the rehearsal card." : "Put the second card into a reader."
    #expect(walk.says.first == "This is the rehearsal card, and this account is on it. \(next)")
    #expect(
      walk.screen.announcement == walk.screen.says.first && walk.buttons.contains("Erase the card") == (version == nil))
    try walk.card(.changed); try walk.prepare()
    #expect(walk.askedCard == .loadPhrase, "a card that is put into a reader goes on by itself")
  }
  @Test("D-30 D-34: when signed out, the phrase finds the account, and the new card signs in") func signedOut() throws {
    var walk = Walk<CardBackup>(.init(signedIn: false))
    try walk.type(CardPhrase.field); try walk.card(.phraseFits)
    #expect(walk.askedCard == .identifyPhrase)
    try walk.card(.made(.made)); try walk.server(card: .unknown)
    #expect(walk.banners.count == 1, "a phrase that finds nobody is an error where it is typed")
    try walk.type(CardPhrase.field); try walk.card(.phraseFits); try walk.card(.made(.made));
    try walk.server(card: .found(.card))
    try walk.prepare(); try walk.card(.loaded)
    #expect(walk.askedCard == .sign(.login))
    try walk.card(.signed(.signed)); try walk.server(card: .signatureVerified(.card, .login));
    try walk.server(card: .backupNoted)
    #expect(walk.output == .signedIn)
  }

  @Test("D-34 D-59: hands missing during the phrase check are found, and it is not typed again")
  func handsMissed() throws {
    var walk = Walk<CardBackup>(.init(signedIn: false))
    try walk.type(CardPhrase.field); try walk.card(.absent(.noHands))
    #expect(walk.askedCard == .watch(.noHands))
    try walk.card(.changed); try walk.card(.absent(.handsUnknown))
    try walk.type(CardConnection.code); try walk.card(.met)
    #expect(walk.askedCard == .look)
    try walk.card(.absent(.noReader))
    #expect(walk.askedCard == .checkPhrase(CardPhrase.field, for: nil), "no card is needed for it")
  }

  private func migrating(_ standing: AccountState) throws -> Walk<CardMigration> {
    var walk = Walk<CardMigration>(.init(signedIn: true))
    try walk.server(.account(.state(standing)))
    try walk.press("Confirm with your passkey"); try walk.tap(.yellow, .confirm)
    if standing.hasMasterKey { try walk.hands(.way(.opened)) }
    return walk
  }
  @Test("D-38 D-40: a card becomes a way in, and the receipt names everything that is kept")
  func migration() throws {
    var walk = try migrating(
      AccountState(keys: [HeldKey(.yellow, "yellow", .primary, opens: true)], hasMasterKey: true, hasCode: true))
    var done: [ServerEffect] = []
    #expect(walk.says == ["Which card do you want to add to your account?"])
    try walk.press("An empty card, with a card phrase that I have on paper")
    try walk.prepare(); try walk.type(CardPhrase.field); try walk.card(.phraseFits)
    try walk.card(.loaded)
    #expect(walk.askedCard == .sign(.enroll))
    done += try walk.card(.signed(.signed)).perform.map(\.work)
    try walk.server(card: .signatureVerified(.card, .enroll)); try walk.card(.unlocked)
    done += try walk.hands(.way(.made(.made))).perform.map(\.work)
    try walk.server(card: .committed(.card))
    #expect(done == [.card(.verifySignature(.signed, .enroll)), .card(.commit(.card, label: "Keycard", .made))])
    #expect(
      walk.facts == [
        "yellow: Kept. It opens as before.", "Recovery code: Kept. It still works.",
        "Journal and history: Kept, whole.",
        "The card: Signs you in and opens your journal.",
      ])
    try walk.press("Back to Settings")
    #expect(walk.output == .migrated)
  }
  @Test("When adding a card, the screens mention its keys, and never a new account") func adding() throws {
    var walk = try migrating(
      AccountState(keys: [HeldKey(.yellow, "yellow", .primary, opens: true)], hasMasterKey: true))
    var heard = walk.says + walk.buttons
    try walk.press("An empty card, with a new phrase"); try walk.card(.present(.ready))
    heard += walk.says
    try walk.press("Go on with its PIN"); try walk.card(.paired); try walk.card(.tries(.full)); try walk.type("pin");
    try walk.card(.correct)
    heard += walk.says
    try walk.card(.accounts(["0xA", "0xB"]))
    heard += walk.says
    try walk.press("Account 1, 0xA"); try walk.card(.shown)
    heard += walk.says
    #expect(
      heard.contains(
        "Pick one of these for the card. They differ only in their address, and your own account stays as it is."))
    #expect(
      heard.contains("Write down this card's phrase. If the card is lost, only these words make another one like it."))
    #expect(!heard.contains { $0.contains("new account") || $0.contains("begin") }, "\(heard)")
  }
  @Test("D-38: without a Master Key the passkey is also requested, and the card creates the first")
  func passwordAccount() throws {
    var walk = try migrating(AccountState(keys: [HeldKey(.yellow, "", nil, opens: false)]))
    try walk.press("A card that is in use already"); try walk.open(.ready)
    try walk.card(.signed(.signed)); try walk.server(card: .signatureVerified(.card, .enroll)); try walk.card(.unlocked)
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.card(.commit(.card, label: "blue", .made))])
  }
  @Test("D-39 G-40: when signed out, migration begins with a sign-in, or with the recovery code")
  func signedOutMigration() throws {
    var walk = Walk<CardMigration>(.init(signedIn: false)), other = walk
    #expect(walk.underway.isEmpty)
    try walk.press("Sign in"); try other.press("Use my recovery code")
    #expect(walk.output?.leadsTo == .signIn && other.output?.leadsTo == .recovery)
  }

  @Test(
    "D-35: a text is shown and signed after the PIN; address, hash and signature follow",
    arguments: CardSigning.Kind.allCases)
  func signing(_ kind: CardSigning.Kind) throws {
    var walk = Walk<CardSigning>(.init())
    let path = "m/44'/60'/0'/0/3", made = CardSignature(address: "0x1", hash: "2", signature: "3")
    try walk.press(["message": "A message", "hash": "A hash", "file": "A file"][kind.rawValue] ?? "")
    #expect(walk.fields == [kind.field], "no path is asked of who signs with the usual address")
    try walk.type(kind.field)
    #expect(walk.screen.blocks.contains(.toSign(kind.field)) && walk.asked.isEmpty)
    #expect(walk.facts == ["Signs with: The card's first wallet address (m/44'/60'/0'/0/0)"])
    try walk.press("Sign with another wallet address")
    #expect(walk.fields == ["path"] && walk.kind(of: "path") == .text("m/44'/60'/0'/0/0"))
    walk.form = ["path": .text(path)]
    #expect(try walk.press("Continue").orders.isEmpty, "what was typed before stays with the hands")
    #expect(
      walk.screen.blocks.contains(.toSign(kind.field)) && walk.facts == ["Signs with: \(path)"] && walk.asked.isEmpty)
    try walk.press("Sign it")
    try walk.open(.ready)
    let order: CardEffect =
      switch kind {
      case .message: .signMessage(kind.field, path: path)
      case .hash: .signHash(kind.field, path: path)
      case .file: .signFile(kind.field, path: path)
      }
    #expect(walk.askedCard == order)
    try walk.card(.signature(made))
    #expect(walk.screen.blocks.contains(.signature(made)))
  }
  @Test(
    "a path that is none, and one of the keys that sign in, is refused before the card is asked",
    arguments: ["m/a", "m/01", "m/1818326115'/0'"])
  func paths(_ path: String) throws {
    var walk = Walk<CardSigning>(.init())
    try walk.press("A hash"); try walk.type(CardSigning.Kind.hash.field)
    try walk.press("Sign with another wallet address")
    walk.form = ["path": .text(path)]
    #expect(try walk.press("Continue").orders.isEmpty, "the hash stays with the hands")
    #expect(
      walk.banners == ["That is not a wallet path. It looks like m/44'/60'/0'/0/0."] && walk.asked.isEmpty
        && walk.fields == ["path"])
    try walk.press("Back")
    #expect(walk.facts == ["Signs with: The card's first wallet address (m/44'/60'/0'/0/0)"])
  }

  @Test(
    "D-09 D-10 D-12 D-14 D-36 D-37: PIN, PUK and pairing password are changed alike",
    arguments: CardSecret.allCases)
  func change(_ secret: CardSecret) throws {
    var walk = Walk<CardChange>(.init(of: secret))
    #expect(walk.askedCard == .look)
    try walk.card(.present(.ready))
    #expect(walk.askedCard == .pair)
    try walk.card(.paired); try walk.card(.tries(.full))
    #expect(walk.fields == ["pin"])
    try walk.type("pin"); try walk.card(.correct)
    #expect(
      walk.fields == [secret.first, secret.second] && walk.kind(of: secret.second) == .secret(.repeats(secret.first)))
    let shape: SecretShape = [.pin: .digits(6), .puk: .digits(12)][secret] ?? .nonEmpty
    #expect(walk.kind(of: secret.first) == .secret(shape))
    try walk.type(secret.first, secret.second, press: secret.title.text)
    #expect(walk.askedCard == .change(secret, secret.first))
    try walk.card(.set)
    try walk.press("Close")
    #expect(walk.output == .done)
  }
  @Test("G-10 D-49: the PUK is requested only for a frozen card, and opens the PIN") func unblock() throws {
    var walk = Walk<CardUnblock>(.init()), working = walk
    try working.reach(.ready, CardTries(pin: 2, puk: 5))
    #expect(working.says.last == "2 tries left." && working.fields.isEmpty)
    try walk.reach(.ready, .frozen)
    try walk.press("Use PUK"); try walk.type("newPIN", "newPINAgain", "puk"); try walk.card(.correct)
    #expect(walk.says == ["The card is open again, with its new PIN."])
  }
  @Test(
    "D-49 D-53 D-59: a card that went right after it took the PUK is asked for its new PIN",
    arguments: [CardReply.removed, .failed, .absent(.noHands)])
  func unblockBrokeOff(_ reply: CardReply) throws {
    var walk = Walk<CardUnblock>(.init())
    try walk.reach(.ready, .frozen)
    try walk.press("Use PUK"); try walk.type("newPIN", "newPINAgain", "puk"); try walk.card(reply)
    if reply == .failed { try walk.press("Try again") }
    if reply == .absent(.noHands) { try walk.card(.changed) }
    var still = walk
    try still.reach(.ready, .frozen)
    #expect(
      still.buttons == ["Use PUK", "Factory reset", "Cancel"], "where the card did not take it, it is frozen as before")
    try walk.reach(.ready)
    #expect(
      walk.says.last
        == """
        The card is open: it took the PUK and your new PIN before it went. Type the new PIN, and we go on from here.
        """
    )
    #expect(walk.fields == ["pin"])
    try walk.type("pin"); try walk.card(.correct)
    #expect(walk.says == ["The card is open again, with its new PIN."])
  }
  @Test("D-53: after a card is removed right after taking the PUK, login says which PIN it needs")
  func unblockBrokeOffAtLogin() throws {
    var walk = Walk<CardLogin>(.init())
    try walk.reach(.ready, .frozen)
    try walk.press("Use PUK"); try walk.type("newPIN", "newPINAgain", "puk")
    var declined = walk
    try walk.card(.removed); try walk.reach(.ready)
    #expect(walk.says.contains { $0.contains("it took the PUK and your new PIN") } && walk.fields == ["pin"])
    try declined.card(.declined); try declined.press("Try again"); try declined.reach(.ready)
    #expect(declined.says == ["Type your card's PIN."])
  }
  @Test("A card that cannot write is reported as such in every flow, and can be tried again")
  func unwritten() throws {
    var walk = Walk<CardNaming>(.init()), rehearsing = Walk<CardNaming>(.init())
    try walk.reach(.ready); try walk.type("pin"); try walk.card(.unwritten)
    #expect(walk.asked.isEmpty && walk.banners.first?.hasPrefix(Self.unwrittenSentence) == true)
    try walk.press("Try again")
    #expect(walk.askedCard == .look)
    try rehearsing.card(.absent(.noReader)); try rehearsing.press("Use the rehearsal card");
    try rehearsing.card(.unwritten)
    #expect(rehearsing.banners.first?.contains("A rehearsal card is kept in a file") == true)
  }
  private static let unwrittenSentence =
    "The card could not write down all that it was to keep, so this may be done in part."
  @Test("D-36 D-57: a card that may have stored part of a new PIN is never reported as unchanged")
  func newPINUnwritten() throws {
    var walk = Walk<CardChange>(.init(of: .pin))
    try walk.open(.ready); try walk.type("newPIN", "newPINAgain", press: "Change the PIN"); try walk.card(.unwritten)
    #expect(
      walk.banners.first?.hasPrefix(Self.unwrittenSentence) == true
        && !walk.banners.contains { $0.contains("not done") })
    try walk.press("Try again"); try walk.reach(.ready)
    #expect(walk.says.contains { $0.contains("the card may have your new PIN already") })
  }
  @Test("D-56: a reset from its own flow leads to the backup too") func reset() throws {
    var walk = Walk<CardReset>(.init())
    try walk.card(.present(.ready))
    #expect(walk.asked.isEmpty && walk.buttons == ["Back", "Erase the card", "Cancel"])
    try walk.press("Erase the card"); try walk.card(.reset); try walk.card(.present(.blank))
    try walk.press("Restore from backup")
    #expect(walk.output?.leadsTo == .cardBackup)
  }
  @Test("a card's name can have up to 20 bytes", arguments: [("12345678901234567890", true), ("ööööööööööö", false)])
  func naming(
    _ name: String, _ fits: Bool
  ) throws {
    var walk = Walk<CardNaming>(.init())
    try walk.open(.ready)
    #expect(walk.kind(of: "name") == .text("blue"))
    walk.form = ["name": .text(name)]
    try walk.press("Save the name")
    #expect((walk.askedCard == .name(name)) == fits)
  }
  @Test("D-57: the status shows the card's counts without a PIN; freeing places needs one") func status() throws {
    var walk = Walk<CardStatus>(.init())
    try walk.card(.present(.ready)); try walk.card(.paired); try walk.card(.tries(.last))
    #expect(walk.askedCard == .identifyMaker)
    try walk.card(.maker(.test))
    #expect(walk.facts.contains("Maker: Keycard, as a card for tests"))
    #expect(
      walk.facts.suffix(2) == ["PIN tries: 1 left", "PUK tries: 5 left"]
        && walk.facts.contains("Places for computers: 4 free"))
    try walk.press("Free the other computers' places")
    #expect(walk.asked.isEmpty, "asked first")
    try walk.press("Free the other computers' places"); try walk.open(.ready)
    #expect(walk.askedCard == .freeSlots)
    try walk.card(.unpaired)
    #expect(walk.askedCard == .look, "counted anew")
  }
  @Test("the status of a blank card says that it is blank, and names its maker") func blankStatus() throws {
    var walk = Walk<CardStatus>(.init()), card = CardFacts.blank
    card.maker = CardMaker.none
    try walk.card(.present(card))
    #expect(walk.asked.isEmpty && walk.says.first == "This card is empty: it has no PIN and no account yet.")
    #expect(walk.facts == ["Maker: The card has no certificate"])
    #expect(
      walk.says.contains { $0.hasPrefix("No maker that we know vouches for this card. That is normal for older cards") }
    )
    try walk.press("Look again"); try walk.card(.present(card))
    try walk.press("Close")
    #expect(walk.output == .done)
  }
  @Test(
    "what it means that nobody vouches for a card is said of a real one, and of no other",
    arguments: CardMaker.allCases, [true, false])
  func maker(_ maker: CardMaker, isRehearsal: Bool) throws {
    var walk = Walk<CardStatus>(.init()), card = CardFacts.ready
    card.isRehearsal = isRehearsal
    try walk.card(.present(card)); try walk.card(.paired); try walk.card(.tries(.full)); try walk.card(.maker(maker))
    let isSaid = walk.says.contains { $0.hasPrefix("No maker that we know vouches for this card.") }
    #expect(isSaid == (!isRehearsal && (maker == .unknown || maker == CardMaker.none)))
  }
}
