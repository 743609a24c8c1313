import Vocabulary
import HandsProtocol
import Sentences
import Testing

@testable import Flows

/// One challenge with its payment, its answer or its waiting time.
@Suite struct ChallengeAnswerTests {
  private func question(cost: String?) throws -> Walk<ChallengeAnswer> {
    var walk = Walk<ChallengeAnswer>.beginning(.question, cost: cost)
    try walk.escrow(.ready)
    return walk
  }
  private func code(_ kind: EscrowKind = .email) throws -> Walk<ChallengeAnswer> {
    var walk = Walk<ChallengeAnswer>.beginning(kind)
    try walk.escrow(.sent)
    return walk
  }

  @Test("C-46 C-60 C-61 C-63: a provider that charges first is paid by wallet, then needs the code")
  func payFirst() throws {
    var walk = Walk<ChallengeAnswer>.beginning(.email, cost: "EUR:2.5")
    #expect(walk.askedEscrow == .begin(challenge: 1))
    try walk.escrow(.due([.fee]))
    #expect(walk.screen.heading?.text == "Pay this provider")
    #expect(
      walk.screen.blocks.contains(
        .payment(
          .fee, amount: .price("EUR:2.5"), .payProvider(Sentence(verbatim: "harbor.example"), "EUR:2.5"))))
    try walk.press("I have paid")
    #expect(walk.askedEscrow == .begin(challenge: 1))
    try walk.escrow(.due([.fee]))
    #expect(walk.banners == ["The provider has not seen the payment yet. Give it a moment, then try again."])
    try walk.press("I have paid"); try walk.escrow(.sent)
    #expect(walk.screen.heading?.text == "Enter challenge response" && walk.fields == ["sentCode"])
  }
  @Test("C-61: the payment is polled automatically while the page remains unchanged") func polled() throws {
    var walk = Walk<ChallengeAnswer>.beginning(.email, cost: "EUR:2.5")
    try walk.escrow(.due([.fee]))
    let revision = walk.conversation.revision
    #expect(walk.asked == [.wait(.polling, seconds: ChallengeAnswer.paymentPause)])
    try walk.hands(.elapsed(.polling)); try walk.escrow(.due([.fee]))
    #expect(
      walk.conversation.revision == revision && walk.asked == [.wait(.polling, seconds: ChallengeAnswer.paymentPause)])
    try walk.hands(.elapsed(.polling)); try walk.escrow(.sent)
    #expect(walk.fields == ["sentCode"])
  }
  @Test("C-62: a free question has “Give this answer”; a paid one names its price and has “Pay”")
  func question() throws {
    var free = try question(cost: "EUR:0")
    #expect(free.fields == [ChallengeAnswer.answer] && free.labels.first == "Give this answer" && free.costs.isEmpty)
    #expect(free.tells == [EscrowText.challenge(1)], "the question is the hands' to tell")
    var walk = try question(cost: "EUR:2.5")
    #expect(
      walk.fields == [ChallengeAnswer.answer] && walk.labels.first == "Pay" && walk.costs == ["Amount due: €2.50"])
    try free.type(ChallengeAnswer.answer, press: "Give this answer"); try free.escrow(.solved(1))
    #expect(free.output == .solved)
    try walk.type(ChallengeAnswer.answer, press: "Pay"); try walk.escrow(.due([.fee]))
    #expect(walk.fields == [ChallengeAnswer.answer])
    #expect(
      walk.screen.blocks.contains(
        .payment(.fee, amount: .price("EUR:2.5"), .payProvider(Sentence(verbatim: "harbor.example"), "EUR:2.5"))))
    try walk.type(ChallengeAnswer.answer, press: "I have paid"); try walk.escrow(.wrong)
    #expect(walk.labels.first == "Give this answer", "a try that was taken is paid")
  }
  @Test("C-64 C-65: the code field begins with A-, accepts bare digits, and only the hands read it")
  func prefix() throws {
    let walk = try code()
    #expect(walk.kind(of: "sentCode") == .secret(.sentCode))
    #expect(walk.tells == [EscrowText.sentTo(1)])
    #expect(walk.buttons == ["Send a new code", "Back", "Cancel"])
  }
  @Test("C-68: a wrong code is reported in place and forgotten; it can be retyped or sent again")
  func wrong() throws {
    var walk = try code()
    for _ in 1...2 {
      try walk.type("sentCode")
      #expect(walk.askedEscrow == .answer(challenge: 1, "sentCode"))
      #expect(try walk.escrow(.wrong).orders == [.hands(.forget("sentCode"))])
      #expect(
        walk.banners == ["That code is wrong. Check it and type it once more. What you have done so far is kept."]
          && walk.fields == ["sentCode"])
    }
    try walk.type("sentCode"); try walk.escrow(.expired)
    #expect(walk.banners.first?.hasPrefix("That code no longer counts.") == true)
    try walk.press("Send a new code")
    #expect(walk.askedEscrow == .begin(challenge: 1))
  }
  @Test("C-47 C-48: a provider may demand payment after an attempt; then the code dialog returns")
  func payLater() throws {
    var walk = try code()
    try walk.type("sentCode"); try walk.escrow(.due([.fee]))
    #expect(walk.screen.heading?.text == "Pay this provider")
    try walk.press("I have paid"); try walk.escrow(.sent)
    #expect(walk.fields == ["sentCode"])
  }
  @Test("C-49 G-12: Back leads to the other challenges and discards typed text", arguments: EscrowKind.allCases)
  func back(_ kind: EscrowKind) throws {
    var walk = Walk<ChallengeAnswer>.beginning(kind)
    try walk.escrow(.ready)
    #expect(try walk.back().orders.count == 1)
    #expect(walk.output == .back)
  }
  @Test("C-63: the hands describe the transfer, which is polled automatically and on request") func transfer() throws {
    var walk = Walk<ChallengeAnswer>.beginning(.iban)
    try walk.escrow(.ready)
    #expect(
      walk.tells == [
        EscrowText.transferAmount, EscrowText.transferAccount, EscrowText.transferName, EscrowText.transferSubject,
      ]
        && walk.fields.isEmpty)
    let revision = walk.conversation.revision
    try walk.hands(.elapsed(.polling)); try walk.escrow(.notYet)
    #expect(walk.conversation.revision == revision, "a look that finds nothing changes nothing")
    try walk.press("I have sent it")
    #expect(walk.askedEscrow == .poll(challenge: 1))
    try walk.escrow(.notYet)
    #expect(walk.banners.first?.hasPrefix("The provider has not seen it yet.") == true)
    walk.reload()
    #expect(walk.askedEscrow == .begin(challenge: 1), "what is to be sent is told once more")
    try walk.escrow(.ready); try walk.hands(.elapsed(.polling)); try walk.escrow(.solved(1))
    #expect(walk.output == .solved)
  }
  @Test("C-26 G-32: the hands say how to meet the host; the decision is polled or requested")
  func photo() throws {
    var walk = Walk<ChallengeAnswer>.beginning(.video)
    try walk.escrow(.ready)
    #expect(
      walk.tells == [
        EscrowText.reviewExaminer, EscrowText.reviewMeeting, EscrowText.reviewNumber, EscrowText.reviewUntil,
      ] && walk.fields.isEmpty)
    #expect(walk.screen.heading?.text == "Meet whoever has your photo")
    let beside = walk.screen.aside?.points.map(\.heading.text) ?? []
    #expect(beside.contains("Your photo") && !beside.contains("Where your answer goes"), "nothing is answered here")
    let revision = walk.conversation.revision
    #expect(walk.asked == [.wait(.polling, seconds: ChallengeAnswer.transferPause)])
    try walk.hands(.elapsed(.polling))
    #expect(walk.askedEscrow == .poll(challenge: 1))
    try walk.escrow(.notYet)
    #expect(walk.conversation.revision == revision, "a look that finds nothing changes nothing")
    try walk.press("See how it went"); try walk.escrow(.notYet)
    #expect(walk.banners.first?.hasPrefix("Nobody there has decided yet.") == true)
    walk.reload()
    #expect(walk.askedEscrow == .begin(challenge: 1), "whom to meet is told once more")
    try walk.escrow(.ready); try walk.press("See how it went"); try walk.escrow(.solved(1))
    #expect(walk.output == .solved)
  }
  @Test("G-32 C-68: a refusal states the host's reason; a refused or expired photo can start over")
  func turnedDown() throws {
    var walk = Walk<ChallengeAnswer>.beginning(.video)
    try walk.escrow(.ready); try walk.press("See how it went"); try walk.escrow(.wrong)
    #expect(
      walk.says.first?.hasPrefix("Whoever looked at the photo said no.") == true
        && walk.tells == [EscrowText.reviewReason])
    #expect(
      walk.asked.isEmpty && walk.buttons == ["Ask once more", "Back", "Cancel"]
        && walk.screen.heading?.text == "They said no")
    var anew = walk
    anew.reload()
    #expect(
      anew.tells.isEmpty && anew.buttons == walk.buttons, "the reason is told once, and no empty line stands for it")
    try walk.press("Ask once more")
    #expect(walk.askedEscrow == .begin(challenge: 1))
    try walk.escrow(.ready); try walk.hands(.elapsed(.polling)); try walk.escrow(.expired)
    #expect(walk.banners == ["The photo no longer waits there. Try again, and it waits under a new number."])
    #expect(walk.buttons == ["Try again", "Back", "Cancel"])
  }
  @Test(
    "C-68: too many attempts, or a provider without its part, are reported with a way on",
    arguments: [EscrowReply.limited, .unknownChallenge, .trouble(.unreachable)])
  func blocked(_ news: EscrowReply) throws {
    var walk = Walk<ChallengeAnswer>.beginning(.email)
    try walk.escrow(news)
    #expect(
      walk.banners.count == 1 && walk.buttons == ["Try again", "Back", "Cancel"]
        && walk.screen.heading?.text == "This can't go on now")
  }
  private static let refund = EscrowRefund(
    url: "https://harbor.example/", amount: "EUR:2.5", uri: "taler://refund/harbor.example/1")
  @Test("C-63: for a paid, unsent code the screen shows the refund, how to claim it, and what next")
  func unsent() throws {
    var walk = Walk<ChallengeAnswer>.beginning(.email, cost: "EUR:2.5")
    try walk.escrow(.due([.fee])); try walk.press("I have paid"); try walk.escrow(.notSent(Self.refund))
    #expect(
      walk.says == [
        "The e-mail with the code could not be sent.",
        "Try again in a while, or take another way. What you have done so far is kept.",
      ])
    let says = "harbor.example gives back the €2.50 that you paid for it. Open it in your wallet to take it."
    guard case .refund(Self.refund, .price("EUR:2.5"), let copy)? = walk.screen.blocks.first else {
      return #expect(Bool(false), "\(walk.screen.blocks)")
    }
    #expect(copy.text == says && walk.screen.blocks.count == 1)
    #expect(walk.buttons == ["Try again", "Back", "Cancel"] && walk.asked.isEmpty, "nothing is begun by itself")
    try walk.press("Try again")
    #expect(walk.askedEscrow == .begin(challenge: 1))
    try walk.escrow(.due([.fee]))
    #expect(walk.screen.heading?.text == "Pay this provider")
  }
  @Test("C-63: an untraced refund is shown as coming; money covering the next try is not refunded")
  func unsentOtherwise() throws {
    var walk = Walk<ChallengeAnswer>.beginning(.sms, cost: "EUR:2.5"), owed = Self.refund
    owed.uri = nil
    try walk.escrow(.notSent(owed))
    guard case .refund(owed, _, let copy)? = walk.screen.blocks.first else {
      return #expect(Bool(false), "\(walk.screen.blocks)")
    }
    #expect(copy.text.hasPrefix("harbor.example gives back the €2.50 that you paid for it. It is on its way:"))
    let till = EscrowRefund(
      url: "http://localhost:8081/", amount: "PRACTICE:0.25", uri: "taler+http://refund/localhost:8081/till/A1/")
    walk = .beginning(.sms, cost: "PRACTICE:0.25")
    try walk.escrow(.notSent(till))
    guard case .refund(till, _, let practice)? = walk.screen.blocks.first else {
      return #expect(Bool(false), "\(walk.screen.blocks)")
    }
    #expect(
      practice.text.hasSuffix("It was practice money, and is back already: you need not do anything.")
        && till.walletLink == nil)
    walk = .beginning(.post, cost: "EUR:2.5")
    try walk.escrow(.notSent(isCovered: true))
    #expect(walk.says.first == "The letter with the code could not be sent." && walk.screen.blocks.isEmpty)
    #expect(walk.says.last?.hasPrefix("What you paid counts for the next try.") == true)
    walk = .beginning(.email)
    try walk.escrow(.notSent())
    #expect(!walk.says.joined().contains("paid") && walk.screen.blocks.isEmpty)
  }
  @Test("a page reloaded while an answer is pending requests it again") func reload() throws {
    var walk = try code()
    try walk.type("sentCode")
    walk.reload()
    #expect(walk.askedEscrow == nil && walk.fields == ["sentCode"] && walk.banners.count == 1)
  }
}
