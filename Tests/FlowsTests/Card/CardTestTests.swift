import Model
import Testing
import Vocabulary

@testable import Flows

/// The drill of one card: whether it signs in and opens, and what changes if another card lies in the reader.
@Suite struct CardTestTests {
  private func walk(
    opens: Bool = true, hasMasterKey: Bool = true, isRehearsal: Bool = false
  ) throws -> Walk<CardTest> {
    let card = HeldKey(.card, "blue", nil, opens: opens, kind: .card, isRehearsal: isRehearsal)
    var walk = Walk<CardTest>(.init(of: .card))
    try walk.server(.account(.state(AccountState(keys: [card], hasMasterKey: hasMasterKey))))
    return walk
  }
  /// Goes through the PIN and the card's signature.
  private func signed(_ walk: inout Walk<CardTest>) throws {
    try walk.open(.ready); try walk.card(.made(.made)); try walk.server(card: .found(.card))
    try walk.card(.signed(.signed)); try walk.server(card: .signatureVerified(.card, .change))
  }

  @Test("the card signs, opens its wrap, and the screen says both") func passes() throws {
    var walk = try walk()
    #expect(walk.screen.title?.text == "Try “blue”")
    try walk.open(.ready)
    #expect(walk.askedCard == .identify, "which card it is comes before anything is signed")
    try walk.card(.made(.made))
    try walk.server(card: .found(.card))
    #expect(walk.askedCard == .sign(.change))
    try walk.card(.signed(.signed)); try walk.server(card: .signatureVerified(.card, .change))
    #expect(walk.askedCard == .unlock(.card))
    try walk.card(.unlocked)
    #expect(walk.asked == [.way(.drill(.card))])
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.passDrill(.key(.card), .made))])
    try walk.server(.way(.drillPassed()))
    #expect(walk.says == ["“blue” signs you in and opens your journal."] && walk.banners == ["Tried just now."])
    try walk.press("Done")
    #expect(walk.output == .tested && walk.output?.leadsTo == .origin)
  }

  @Test("another card signs nothing and notes nothing; the right one is asked for by its name") func another() throws {
    for news in [ServerReply.Card.found(.black), .unknown] {
      var walk = try walk()
      try walk.open(.ready); try walk.card(.made(.made))
      let step = try walk.server(card: news)
      #expect(step.orders.isEmpty && step.perform.isEmpty && walk.underway.isEmpty)
      #expect(
        walk.says == [
          "That is another card. Put “blue” into the reader.", "It signed nothing, and nothing has changed.",
        ])
      try walk.press("Use another card")
      try walk.card(.changed); try walk.reach(.other); try walk.type("pin"); try walk.card(.correct)
      #expect(walk.askedCard == .identify)
    }
  }

  @Test("a card without a wrap is said to sign in only, with what to do") func signsIn() throws {
    var walk = try walk(opens: false)
    try signed(&walk)
    try walk.card(.unlocked); try walk.hands(.way(.closed)); try walk.server(.way(.proved(.card)))
    #expect(walk.says == ["“blue” signs you in."])
    #expect(walk.banners.first?.hasPrefix("It doesn't open your journal. To let it, revoke this card") == true)
    // Where there is nothing to open, nothing is missing, and none is begun.
    var begun = try self.walk(opens: false, hasMasterKey: false)
    try signed(&begun)
    #expect(begun.asked.isEmpty)
    try begun.server(.way(.proved(.card)))
    #expect(begun.says == ["“blue” signs you in."] && begun.banners == ["Tried just now."])
  }

  @Test("G-34: of the rehearsal card it is said that practice never counts") func practice() throws {
    var walk = try walk(isRehearsal: true)
    try signed(&walk)
    try walk.card(.unlocked); try walk.hands(.way(.made(.made))); try walk.server(.way(.drillPassed()))
    #expect(walk.banners.last == "This card is there to practice with. It never counts as a way back in.")
  }

  @Test("G-34: of a practice card that cannot open, only that practice never counts is said") func closedPractice()
    throws
  {
    var walk = try walk(isRehearsal: true)
    try signed(&walk)
    try walk.card(.unlocked); try walk.hands(.way(.closed)); try walk.server(.way(.proved(.card)))
    #expect(walk.banners == ["This card is there to practice with. It never counts as a way back in."])
  }

  @Test("a card that does not open its wrap has failed, and nothing is made for it") func failed() throws {
    for news in [HandsReply.Way.refused, .mismatched] {
      var walk = try walk()
      try signed(&walk)
      try walk.card(.unlocked)
      let step = try walk.hands(.way(news))
      #expect(step.orders == [.server(.failDrill(.key(.card))), .server(.markForRewrap(.card))])
      #expect(step.perform.isEmpty && walk.asked.isEmpty)
      #expect(walk.says.first == "“blue” needs re-wrap. It signs you in, and can't open your journal any more.")
      #expect(walk.buttons == ["Try it once more", "Cancel"], "nothing else opens")
      try walk.press("Try it once more")
      try walk.reach(.ready); try walk.type("pin"); try walk.card(.correct)
      #expect(walk.askedCard == .identify)
    }
  }

  @Test("G-20: only after it failed is a card offered a new wrap, which another key opens for, and which it then opens")
  func rewrapped() throws {
    let card = HeldKey(.card, "blue", nil, opens: false, kind: .card, needsRewrap: true)
    let yellow = HeldKey(.yellow, "yellow", .primary, opens: true)
    var walk = Walk<CardTest>(.init(of: .card))
    try walk.server(.account(.state(AccountState(keys: [card, yellow], hasMasterKey: true))))
    #expect(walk.buttons == ["Make it open again", "Try it once more", "Cancel"] && walk.underway.isEmpty)
    try walk.press("Make it open again")
    #expect(walk.screen.title?.text == "Try “blue”" && walk.buttons == ["Confirm with your passkey", "Cancel"])
    try walk.press("Confirm with your passkey"); try walk.hands(.key(.given(.made)))
    try walk.server(.key(.verified(.yellow, .confirm))); try walk.hands(.way(.opened))
    try signed(&walk)
    #expect(walk.askedCard == .unlock(.card))
    try walk.card(.unlocked)
    #expect(walk.asked == [.way(.open(.card))])
    var lost = walk
    try lost.hands(.way(.closed))
    #expect(lost.buttons.first == "Make it open again", "a page that was loaded anew has nothing open")
    #expect(try walk.hands(.way(.made(.made))).perform.map(\.work) == [.way(.attach(.card, .made))])
    try walk.server(.way(.attached(.card)))
    #expect(walk.asked == [.way(.drill(.card))], "the new wrap passes a drill of its own")
    try walk.hands(.way(.made(.made))); try walk.server(.way(.drillPassed()))
    #expect(walk.says == ["“blue” opens your journal again."] && walk.banners == ["Tried just now."])
  }

  @Test("a card pulled in the middle is asked for again, and a refused signature proves nothing") func broken() throws {
    var walk = try walk()
    try walk.open(.ready); try walk.card(.made(.made)); try walk.server(card: .found(.card))
    try walk.card(.removed)
    #expect(walk.banners == ["The card was taken out. Nothing is broken: put it back and go on from here."])
    var refused = try self.walk()
    try refused.open(.ready); try refused.card(.made(.made)); try refused.server(card: .found(.card))
    try refused.card(.signed(.signed)); try refused.server(card: .signatureRejected(.invalid))
    #expect(refused.says == ["Your card was not tried to the end."] && refused.buttons == ["Try again", "Cancel"])
    #expect(refused.banners == ["What the card signed didn't verify, so nothing was done. Try again."])
  }

  @Test("a card that the account no longer has is not tried") func gone() throws {
    var walk = Walk<CardTest>(.init(of: .card))
    try walk.server(.account(.state(AccountState(keys: [HeldKey(.yellow, "yellow", .primary, opens: true)]))))
    #expect(walk.says == ["This card is no way into your account any more."] && walk.underway.isEmpty)
    try walk.press("Done")
    #expect(walk.output == .cancelled)
  }
}
