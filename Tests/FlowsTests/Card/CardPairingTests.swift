import HandsProtocol
import Vocabulary
import Testing

@testable import Flows

/// The pairing subflow, as part of a login.
@Suite struct CardPairingTests {
  private func pairing() throws -> Walk<CardLogin> {
    var walk = Walk<CardLogin>(.init())
    try walk.card(.present(.ready))
    return walk
  }

  @Test("D-07 D-41: the hands try their stored pairing and the default before asking anything")
  func unseen() throws {
    var walk = try pairing()
    #expect(walk.askedCard == .pair && walk.fields.isEmpty)
    try walk.card(.paired)
    #expect(walk.askedCard == .readTries && walk.fields.isEmpty)
  }
  @Test("D-05 D-06 D-44 D-45: otherwise a password of any length is requested until it is right")
  func entering() throws {
    var walk = try pairing()
    try walk.card(.notPaired)
    #expect(walk.fields == ["pairing"] && walk.kind(of: "pairing") == .secret(.nonEmpty))
    #expect(walk.buttons == ["Cancel"], "an empty one is none")
    for _ in 1...7 {
      try walk.type("pairing")
      #expect(walk.askedCard == .pairWith("pairing"))
      #expect(try walk.card(.notPaired).orders == [.hands(.forget("pairing"))])
      #expect(walk.banners == ["The card doesn't take that pairing password. Check it and type it once more."])
    }
    #expect(!walk.says.joined().contains("left"))
    try walk.type("pairing")
    try walk.card(.paired)
    #expect(walk.askedCard == .readTries)
  }
  @Test("D-45: Cancel during pairing cancels the whole flow, in every flow") func cancel() throws {
    var login = try pairing()
    try login.card(.notPaired)
    try login.press("Cancel")
    #expect(login.output == .cancelled)
    var change = Walk<CardChange>(.init(of: .puk))
    try change.card(.present(.ready)); try change.card(.notPaired); try change.press("Cancel")
    #expect(change.output == .cancelled)
    var opening = Walk<Opening>(.init(.journal, hasCard: true))
    try opening.press("Confirm with your card")
    try opening.card(.present(.ready)); try opening.card(.notPaired); try opening.press("Cancel")
    #expect(opening.output == .cancelled)
  }
  @Test("for a card with no free place, the screen offers to free them by PIN or says who can") func full() throws {
    var walk = try pairing()
    try walk.card(.noSlot)
    #expect(walk.says.first == "Every place that this card has for a computer is taken.")
    #expect(
      walk.buttons.prefix(4) == ["Try again", "Free the other computers' places", "Use another card", "Factory reset"])
    try walk.press("Free the other computers' places")
    #expect(walk.askedCard == .pairForNow(nil))
    try walk.card(.noSlot)
    #expect(walk.banners.contains { $0.contains("Only a computer that is paired with it can free the others' places") })
    #expect(walk.buttons.prefix(3) == ["Try again", "Use another card", "Factory reset"])
    try walk.press("Try again")
    #expect(walk.askedCard == .pair)
  }
  @Test("a full card is freed after its PIN, and then paired with the typed password") func freed() throws {
    var walk = Walk<CardAccess>(.init(.account))
    try walk.card(.present(.ready)); try walk.card(.noSlot); try walk.press("Free the other computers' places");
    try walk.card(.notPaired)
    try walk.type("pairing")
    #expect(walk.askedCard == .pairForNow("pairing"))
    try walk.card(.pairedForNow); try walk.card(.tries(.full))
    try walk.type("pin")
    try walk.card(.correct)
    #expect(walk.askedCard == .freeSlots)
    try walk.card(.unpaired)
    #expect(walk.askedCard == .pair)
    try walk.card(.paired); try walk.card(.tries(.full)); try walk.type("pin"); try walk.card(.correct)
    #expect(walk.output == .ready(.ready))
  }
  @Test("D-53: a full card removed right after it took the PUK is asked for its new PIN")
  func freedBrokeOff() throws {
    var walk = Walk<CardAccess>(.init(.account))
    for tries in [CardTries.frozen, .full] {
      try walk.card(.present(.ready)); try walk.card(.noSlot); try walk.press("Free the other computers' places")
      try walk.card(.pairedForNow); try walk.card(.tries(tries))
      guard tries == .frozen else { break }
      try walk.press("Use PUK"); try walk.type("newPIN", "newPINAgain", "puk"); try walk.card(.removed)
    }
    #expect(walk.fields == ["pin"] && walk.says.contains { $0.contains("it took the PUK and your new PIN") })
  }
  @Test("D-53 D-59: a third card is never reported to have the PIN of the card that took the PUK")
  func thirdCard() throws {
    var walk = Walk<CardAccess>(.init(.account, awayFrom: .other))
    try walk.card(.changed); try walk.reach(.ready, .frozen)
    try walk.press("Use PUK"); try walk.type("newPIN", "newPINAgain", "puk"); try walk.card(.removed)
    try walk.card(.present(CardFacts(.keys, instance: "3333")))
    #expect(walk.says == ["This is not the card that is needed here. Take it out and put the right one in."])
    try walk.card(.changed); try walk.reach(.ready)
    #expect(walk.says.contains { $0.contains("it took the PUK and your new PIN") })
  }
}
