import Vocabulary
import HandsProtocol
import Model
import Testing

@testable import Flows

/// Onboarding, and setting up a blank card.
@Suite struct CardSetUpTests {
  private func chosen(_ label: String) throws -> Walk<CardOnboarding> {
    var walk = Walk<CardOnboarding>(.init())
    try walk.press(label)
    return walk
  }
  private func generating() throws -> Walk<CardOnboarding> { try chosen("Make a new account on a card") }
  private func importing() throws -> Walk<CardOnboarding> { try chosen("Bring an account from its phrase") }
  private func existing() throws -> Walk<CardOnboarding> { try chosen("Use a card that has an account") }

  @Test("D-18: onboarding offers three ways to begin") func options() {
    #expect(
      Walk<CardOnboarding>(.init()).buttons == [
        "Make a new account on a card", "Bring an account from its phrase", "Use a card that has an account", "Cancel",
      ])
  }
  @Test(
    "D-09 D-10 D-11 D-13 D-15 D-19 D-20 D-22: an empty card needs only a PIN typed twice",
    arguments: ["Make a new account on a card", "Bring an account from its phrase"])
  func blank(_ way: String) throws {
    var walk = try chosen(way)
    #expect(walk.askedCard == .look)
    try walk.card(.absent(.noCard))
    #expect(walk.says == ["Put your card into the reader, or lay it on."])
    try walk.card(.changed); try walk.card(.present(.blank))
    #expect(
      walk.fields == ["newPIN", "newPINAgain"], "one after the other in a narrow window, told apart by their labels")
    #expect(
      walk.screen.blocks.compactMap { if case .field(let field) = $0 { field.label.text } else { nil } } == [
        "New PIN", "New PIN, once more",
      ])
    try walk.type("newPIN", "newPINAgain")
    #expect(walk.askedCard == .initialize(pin: "newPIN"))
  }
  @Test("G-11 D-13 D-15: PUK and pairing password are shown once, and must be saved to continue") func gate() throws {
    var walk = try generating()
    try walk.card(.present(.blank)); try walk.type("newPIN", "newPINAgain"); try walk.card(.initialized)
    #expect(walk.askedCard == .showSecrets && walk.screen.blocks.contains(.cardSecrets(CardPreparation.secrets)))
    try walk.card(.shown)
    #expect(walk.buttons == ["Cancel"])
    #expect(throws: Refusal.needsUnmet) { try walk.press("Continue") }
    try walk.tick(CardPreparation.box)
    #expect(walk.askedCard == .look)
    try walk.card(.present(.empty)); try walk.card(.paired); try walk.card(.tries(.full))
    #expect(walk.askedCard == .verifyPIN("newPIN"), "it is not typed a third time")
  }
  @Test("G-11: if a reload loses secrets before they are saved, the card starts over")
  func lostPUK() throws {
    var walk = try generating()
    try walk.card(.present(.blank)); try walk.type("newPIN", "newPINAgain"); try walk.card(.initialized);
    try walk.card(.shown)
    walk.reload()
    #expect(walk.buttons == ["Begin again", "Cancel"])
    try walk.press("Begin again"); try walk.card(.reset)
    #expect(walk.fields == ["newPIN", "newPINAgain"])
  }
  @Test("D-21: a card already set up can be erased, or used after pairing and PIN", arguments: [true, false])
  func initialized(erased: Bool) throws {
    var walk = try importing()
    try walk.card(.present(.empty))
    #expect(walk.buttons.contains("Go on with its PIN") && walk.buttons.contains("Factory reset"))
    if erased {
      try walk.press("Factory reset"); try walk.press("Erase the card"); try walk.card(.reset);
      try walk.card(.present(.blank))
      #expect(walk.fields == ["newPIN", "newPINAgain"])
    } else {
      try walk.press("Go on with its PIN")
      #expect(walk.askedCard == .pair)
      try walk.card(.paired); try walk.card(.tries(.full))
      #expect(walk.fields == ["pin"])
    }
  }
  @Test("D-23 D-24 G-11 G-42: one of the card's accounts is chosen, and its phrase written down")
  func generate() throws {
    var walk = try generating()
    try walk.prepare()
    #expect(walk.askedCard == .drawAccounts(CardPhrase.drawn))
    try walk.card(.accounts(["0xA", "0xB"]))
    #expect(walk.buttons.prefix(2) == ["Account 1, 0xA", "Account 2, 0xB"])
    try walk.press("Account 2, 0xB")
    #expect(walk.askedCard == .showPhrase(1))
    try walk.card(.shown)
    #expect(walk.screen.blocks.contains(.cardPhrase(CardPhrase.field)) && !walk.buttons.contains("Continue"))
    #expect(walk.says.contains { $0.contains("The recovery code is another paper, with other words.") })
    #expect(
      !walk.screen.blocks.contains { if case .words = $0 { true } else { false } },
      "it is not drawn as the recovery code")
    try walk.tick(CardPhrase.box)
    try walk.recall()
    #expect(walk.askedCard == .loadPhrase)
  }
  /// A flow at the three words to be confirmed.
  private func recalling() throws -> Walk<CardOnboarding> {
    var walk = try generating()
    try walk.prepare(); try walk.card(.accounts(["0xA"])); try walk.press("Account 1, 0xA"); try walk.card(.shown)
    try walk.tick(CardPhrase.box)
    #expect(walk.askedCard == .askWords)
    try walk.card(.wordsAsked([2, 5, 9]))
    return walk
  }
  @Test("D-24: accounts are distinguished by a number and the ends of their addresses") func addresses() throws {
    var walk = try generating()
    let address = "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"
    try walk.prepare(); try walk.card(.accounts([address, address]))
    #expect(walk.buttons.prefix(2) == ["Account 1, 0x9858…da94", "Account 2, 0x9858…da94"])
    #expect(walk.screen.choices.prefix(2).map(\.detail?.text) == [address, address])
  }
  @Test("after writing down the phrase, three of its words are confirmed, only by the hands")
  func recalled() throws {
    var walk = try recalling()
    #expect(walk.fields == CardPhrase.words)
    #expect(
      walk.screen.blocks.compactMap { if case .field(let field) = $0 { field.label.text } else { nil } } == [
        "Word C2", "Word C5", "Word C9",
      ])
    #expect(walk.fields.allSatisfy { walk.kind(of: $0) == .secret(.line(example: "", isRequired: true)) })
    #expect(!walk.screen.blocks.contains(.cardPhrase(CardPhrase.field)), "the words stand there no more")
    #expect(throws: Refusal.needsUnmet) { try walk.press("Continue") }
    try walk.type("phraseWord1", "phraseWord2", "phraseWord3")
    #expect(walk.askedCard == .checkWords(CardPhrase.words))
    #expect(try walk.card(.wordsFit).orders.contains(.hands(.forget("phraseWord2"))))
    #expect(walk.askedCard == .loadPhrase)
  }
  @Test("a wrong word is named by its number, and the phrase can be shown again")
  func misremembered() throws {
    var walk = try recalling()
    try walk.type("phraseWord1", "phraseWord2", "phraseWord3")
    #expect(try walk.card(.wordsWrong([5])).orders == CardPhrase.words.map { .hands(.forget($0)) })
    #expect(
      walk.banners.count == 1 && walk.banners[0].hasPrefix("Word C5 doesn't match.") && walk.fields == CardPhrase.words)
    try walk.type("phraseWord1", "phraseWord2", "phraseWord3"); try walk.card(.wordsWrong([2, 9]))
    #expect(walk.banners[0].hasPrefix("Words C2 and C9 don't match."))
    try walk.press("Look at the words again")
    #expect(walk.askedCard == .showPhrase(0))
    try walk.card(.shown)
    #expect(walk.screen.blocks.contains(.cardPhrase(CardPhrase.field)))
    try walk.tick(CardPhrase.box); try walk.card(.wordsAsked([1, 3, 12]))
    #expect(
      walk.screen.blocks.contains { if case .field(let field) = $0 { field.label.text == "Word C12" } else { false } })
  }
  @Test("words on paper that belong to no card are mentioned, however the phrase was lost", arguments: 0..<4)
  func worthlessPaper(_ way: Int) throws {
    var walk = try recalling()
    switch way {
    case 0: try walk.press("Look at the words again"); try walk.card(.lost)
    case 1: try walk.press("Look at the words again"); try walk.card(.shown); try walk.press("Back")
    case 2: try walk.type("phraseWord1", "phraseWord2", "phraseWord3"); try walk.card(.lost); try walk.card(.lost)
    default:
      try walk.press("Look at the words again"); try walk.card(.lost); try walk.card(.letGo)
      try walk.card(.present(.empty)); try walk.card(.paired); try walk.card(.tries(.full)); try walk.type("pin");
      try walk.card(.correct)
    }
    try walk.card(.accounts(["0xB"]))
    #expect(
      walk.banners == [
        "Words that you wrote down before this belong to no card: destroy that paper. Other words follow."
      ])
  }
  @Test("G-11: a version 3.0 card with unfinished set-up must be replaced by another card")
  func lostPUKForGood() throws {
    var walk = try generating(), card = CardFacts.empty
    card.version = "3.0"
    try walk.card(.present(.blank)); try walk.type("newPIN", "newPINAgain"); try walk.card(.initialized);
    try walk.card(.shown)
    walk.reload()
    try walk.press("Begin again"); try walk.card(.failed); try walk.press("Try again")
    try walk.card(.present(card)); try walk.card(.lost)
    #expect(
      walk.says[0].hasPrefix(
        "This card was not set up to the end, so nobody knows its PUK, and cards of its version (3.0) can't be erased.")
    )
    #expect(walk.buttons == ["Use another card", "Cancel"])
    try walk.press("Use another card")
    #expect(walk.askedCard == .watch(.otherCard))
    try walk.card(.changed); try walk.card(.present(.blank))
    #expect(walk.fields == ["newPIN", "newPINAgain"])
  }
  @Test("words forgotten by the hands are requested again, and a forgotten phrase is regenerated")
  func forgotten() throws {
    var walk = try recalling()
    try walk.type("phraseWord1", "phraseWord2", "phraseWord3")
    try walk.card(.lost)
    #expect(walk.askedCard == .askWords)
    try walk.card(.lost)
    #expect(walk.askedCard == .drawAccounts(CardPhrase.drawn) && walk.banners.count == 1)
  }
  @Test("a released card is asked for its PIN once more, and no phrase is retyped")
  func letGo() throws {
    var walk = try recalling()
    try walk.type("phraseWord1", "phraseWord2", "phraseWord3"); try walk.card(.wordsFit)
    try walk.card(.letGo)
    #expect(walk.askedCard == .look)
    try walk.card(.present(.empty)); try walk.card(.paired); try walk.card(.tries(.full))
    #expect(walk.fields == ["pin"] && walk.says == ["Type your card's PIN."])
    #expect(
      walk.banners.count == 1
        && walk.banners[0].hasPrefix("Nobody used the card for a minute, so it was let go, and its PIN with it."))
    try walk.type("pin"); try walk.card(.correct)
    #expect(walk.askedCard == .loadPhrase)
  }
  @Test("a card taken by another tab is asked for its PIN once more, and the screen says why") func taken() throws {
    var walk = try recalling()
    try walk.type("phraseWord1", "phraseWord2", "phraseWord3"); try walk.card(.wordsFit)
    try walk.card(.taken)
    #expect(walk.askedCard == .look)
    try walk.card(.present(.empty)); try walk.card(.paired); try walk.card(.tries(.full))
    #expect(
      walk.fields == ["pin"] && walk.banners.count == 1
        && walk.banners[0].hasPrefix("Another page or tab was using the card."))
  }
  @Test("D-19 G-42: an invalid phrase is rejected while it is typed; the screen names the paper")
  func bring() throws {
    var walk = try importing()
    try walk.prepare()
    #expect(walk.screen.blocks.contains(.cardPhraseEntry(CardPhrase.field)))
    #expect(walk.says.contains { $0.contains("The recovery code is another paper") })
    try walk.type(CardPhrase.field)
    #expect(walk.askedCard == .checkPhrase(CardPhrase.field, for: nil))
    try walk.card(.phraseMalformed)
    #expect(walk.banners.count == 1 && walk.screen.blocks.contains(.cardPhraseEntry(CardPhrase.field)))
    try walk.type(CardPhrase.field); try walk.card(.phraseFits)
    #expect(walk.askedCard == .loadPhrase)
  }
  @Test("G-40 D-29: a card that is new here creates an account, which opens immediately") func newAccount() throws {
    var walk = try existing()
    try walk.open(.ready)
    try walk.card(.made(.made)); try walk.server(card: .unknown)
    walk.form = ["username": .text("mirela")]
    #expect(try walk.press("Create the account").perform.map(\.work) == [.account(.checkUsername("mirela"))])
    try walk.server(.account(.usernameRefused(.taken)))
    #expect(walk.banners == ["That user name is taken. Choose another one."])
    walk.form = ["username": .text("ines")]
    try walk.press("Create the account"); try walk.server(.account(.usernameFree))
    #expect(walk.askedCard == .sign(.register))
    #expect(try walk.card(.signed(.signed)).perform.map(\.work) == [.card(.register(username: "ines", .signed))])
    try walk.server(card: .registered(.card))
    #expect(walk.askedCard == .unlock(.card) && walk.output == nil)
    try walk.card(.unlocked)
    #expect(walk.asked == [.way(.open(.card))])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.attach(.card, .made))])
    #expect(try walk.server(.way(.attached(.card))).start.map(\.work) == [.way(.open(.card))])
    #expect(walk.output == nil, "the new wrap opens before the card counts as tried")
    #expect(try walk.hands(.way(.opened)).orders == [.server(.noteOpening(.card))])
    #expect(walk.output == .signedIn)
  }
  @Test("D-25 D-26 D-28 D-29: a card with an account signs in with its PIN, without words or choice")
  func known() throws {
    var walk = try existing()
    var seen: [String] = []
    try walk.card(.absent(.noCard))
    #expect(walk.says == ["Put your card into the reader, or lay it on."])
    try walk.card(.changed); try walk.card(.present(.ready))
    #expect(walk.askedCard == .pair)
    try walk.card(.paired); try walk.card(.tries(.full))
    #expect(walk.fields == ["pin"])
    try walk.type("pin")
    let steps: [CardReply] = [.correct, .made(.made)]
    for step in steps { try walk.card(step); seen += walk.screen.choices.map(\.label.text) }
    try walk.server(card: .found(.card))
    #expect(walk.askedCard == .sign(.login))
    try walk.card(.signed(.signed)); try walk.server(card: .signatureVerified(.card, .login)); try walk.card(.unlocked)
    try walk.hands(.way(.opened))
    #expect(walk.output == .signedIn && Set(seen) == ["Cancel"])
  }
  @Test(
    "D-27: a card without an account leads back to the choice, which says so", arguments: [CardFacts.blank, .empty])
  func none(_ card: CardFacts)
    throws
  {
    var walk = try existing()
    try walk.card(.present(card))
    #expect(walk.says == ["How do you want to begin?"])
    #expect(walk.banners == ["There is no account on that card. Choose how to begin, or use another card."])
  }
}
