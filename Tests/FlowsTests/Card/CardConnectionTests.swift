import Vocabulary
import HandsProtocol
import Testing

@testable import Flows

/// The reader, and the card in it.
@Suite struct CardConnectionTests {
  private func looking(_ wanted: CardWanted = .any) -> Walk<CardConnection> { Walk(CardConnection.State(wanted)) }

  @Test("D-16 D-26: a card is requested while the reader is empty, and not once a card is there") func insert() throws {
    var walk = Walk<CardLogin>(.init())
    try walk.card(.absent(.noCard))
    #expect(walk.says == ["Put your card into the reader, or lay it on."])
    try walk.card(.changed)
    try walk.card(.present(.ready))
    #expect(walk.askedCard == .pair && walk.says == ["Reading the card…"])
    try walk.card(.removed)
    #expect(walk.askedCard == .look, "looked for again")
    try walk.card(.absent(.noCard))
    #expect(walk.says == ["Put your card into the reader, or lay it on."])
  }

  @Test("G-34: the rehearsal card is rejected as a way in, before a PIN or a word is typed") func wayIn() throws {
    var walk = Walk<NewCard>(.init())
    #expect(walk.says == ["Which card do you want as a way into your account?"])
    try walk.press("An empty card, with a new phrase"); try walk.card(.present(CardFacts(.blank, isRehearsal: true)))
    #expect(
      walk.banners.first?.hasPrefix("The rehearsal card is there to practice with, and is no way back in.") == true)
    #expect(walk.fields.isEmpty && walk.askedCard == .watch(.otherCard))
    try walk.card(.changed); try walk.card(.absent(.noReader))
    #expect(!walk.buttons.contains("Use the rehearsal card"))
    try walk.card(.changed); try walk.card(.present(CardFacts(.blank)))
    #expect(walk.fields.contains(NewPIN.first), "a real card goes on")
    var used = Walk<NewCard>(.init())
    try used.press("An empty card, with a new phrase"); try used.card(.present(.other));
    try used.press("Use another card")
    try used.card(.changed); try used.card(.present(CardFacts(.keys, instance: "9", isRehearsal: true)))
    #expect(
      used.askedCard == .watch(.otherCard) && !used.buttons.contains("Use the rehearsal card"),
      "another card is a real one too")
  }

  @Test("D-59: the flow waits for a removed real card and offers no rehearsal card in its place")
  func sameKind() throws {
    for (card, isOffered) in [(CardFacts.ready, false), (CardFacts(.keys, instance: "9", isRehearsal: true), true)] {
      var walk = Walk<CardLogin>(.init())
      try walk.card(.present(card)); try walk.card(.paired); try walk.card(.removed); try walk.card(.absent(.noCard))
      #expect(walk.buttons.contains("Use the rehearsal card") == isOffered)
    }
  }

  @Test("D-51 D-55: a version 3.0 card has no reset, and the screen says so before asking anything")
  func noReset() throws {
    var walk = Walk<CardReset>(.init())
    try walk.card(.present(CardFacts(.keys, instance: "1", version: "3.0")))
    #expect(
      walk.says == [
        "This card can't be erased: cards of its version (3.0) have no reset. What is on it stays. Use another card."
      ])
    #expect(walk.buttons == ["Use another card", "Back", "Cancel"])
    try walk.press("Use another card")
    #expect(walk.askedCard == .watch(.otherCard))
  }

  @Test("a card that was already empty is not reported as erased") func emptyBefore() throws {
    var walk = Walk<CardReset>(.init())
    try walk.card(.present(.blank))
    #expect(walk.says == ["This card is empty already: there was nothing to erase on it."])
    walk = Walk<CardReset>(.init())
    try walk.card(.present(.ready)); try walk.press("Erase the card"); try walk.card(.reset)
    try walk.card(.present(.blank))
    #expect(walk.says == ["The card is empty now. Put your account back from its words."])
  }

  @Test("an unwanted rehearsal card is reported as present, because it cannot be taken out")
  func otherRehearsal() throws {
    var walk = Walk<CardChange>(.init(of: .pin))
    try walk.card(.present(CardFacts(.blank, isRehearsal: true)))
    try walk.press("Use another card")
    #expect(walk.banners.contains { $0.hasPrefix("What lies there is the rehearsal card, played by this computer.") })
  }

  @Test("D-17: every screen that talks to a contactless card asks the person to keep it in place")
  func contactless() throws {
    let hold = "Keep the card on the reader until this is done."
    var walk = Walk<CardLogin>(.init()), plugged = walk
    try walk.card(.present(.held()))
    try plugged.card(.present(.ready))
    let news: [CardReply] = [.paired, .tries(.full)]
    for reply in news {
      #expect(walk.banners.contains(hold) && plugged.banners.isEmpty)
      try walk.card(reply); try plugged.card(reply)
    }
    #expect(walk.banners.contains(hold) && plugged.banners.isEmpty)
    try walk.type("pin"); try plugged.type("pin")
    #expect(walk.banners.contains(hold) && plugged.banners.isEmpty)
    try walk.card(.correct); try plugged.card(.correct)
    #expect(walk.banners.contains(hold) && plugged.banners.isEmpty)
  }

  @Test(
    "D-59: each absence of reader, service or card has its own screen, and its end is noticed",
    arguments: CardAbsence.allCases)
  func absences(_ why: CardAbsence) throws {
    var walk = looking()
    try walk.card(.absent(why))
    #expect(walk.says.contains(why.copy.text))
    if why == .handsUnasked {
      try walk.press("Find my card reader")
    } else if why == .handsUnknown {
      #expect(
        walk.screen.says.compactMap(\.atHome?.said) == [
          "Let this browser use this computer.", "1. Go to the terminal in which Latchstring runs, and press Enter.",
          "2. Open the address that it shows, in this browser. This page notices by itself.",
          "Or type the code that stands there.",
        ])
      #expect(walk.kind(of: CardConnection.code) == .secret(.code))
      var paired = walk
      #expect(paired.askedCard == .watch(.handsUnknown), "another tab may pair this browser")
      try paired.card(.changed)
      #expect(paired.askedCard == .look)
      try walk.type(CardConnection.code)
      #expect(walk.askedCard == .meet(CardConnection.code))
      try walk.card(.met)
    } else {
      #expect(walk.askedCard == .watch(why))
      try walk.card(.changed)
    }
    #expect(walk.askedCard == .look, "what lies there is read anew")
    try walk.card(.present(.ready))
    #expect(walk.output == .connected(.ready))
  }
  @Test("every kind of absence has its own message") func sentences() {
    #expect(Set(CardAbsence.allCases.map(\.copy.text)).count == CardAbsence.allCases.count)
  }

  @Test("a wrong pairing code for the hands is reported, forgotten and requested again") func wrongCode() throws {
    var walk = looking()
    try walk.card(.absent(.handsUnknown))
    try walk.type(CardConnection.code)
    #expect(try walk.card(.wrongCode).orders == [.hands(.forget(CardConnection.code))])
    #expect(
      walk.banners == [
        "That is not the code in the terminal. It may be a new one by now: look there, and type it once more."
      ])
  }

  @Test("hands that refuse codes for a minute say so and why, and the typed code is forgotten")
  func noCodeTaken() throws {
    var walk = looking()
    try walk.card(.absent(.handsUnknown))
    try walk.type(CardConnection.code)
    #expect(try walk.card(.noCodeTaken).orders == [.hands(.forget(CardConnection.code))])
    #expect(
      walk.banners == [
        """
        Something sent too many wrong codes to this computer, so for a minute no code is taken. Then type the new one \
        that the terminal shows.
        """
      ])
  }

  @Test("without a reader the rehearsal card is offered", arguments: [CardAbsence.noReader, .noDaemon]) func rehearsal(
    _ why: CardAbsence
  ) throws {
    var walk = looking()
    try walk.card(.absent(why))
    try walk.press("Use the rehearsal card")
    #expect(walk.askedCard == .rehearse)
    try walk.card(.absent(.inUse))
    #expect(
      walk.banners == [
        """
        Another program on this computer plays the rehearsal card. End that program, then take the rehearsal card \
        here.
        """
      ])
    try walk.press("Use the rehearsal card")
    try walk.card(.rehearsing)
    #expect(walk.askedCard == .look)
  }

  @Test("D-59: a card other than the first is reported plainly, and the first card is awaited") func another() throws {
    var walk = looking(.only("1111"))
    try walk.card(.present(.other))
    #expect(walk.says == ["This is not the card that is needed here. Take it out and put the right one in."])
    #expect(walk.askedCard == .watch(.otherCard))
    try walk.card(.changed); try walk.card(.present(.ready))
    #expect(walk.output == .connected(.ready))
  }
}
