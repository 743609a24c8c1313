#if DEBUG
  import HandsProtocol
  import Model
  import Vocabulary

  @testable import Flows

  extension CardTest: Explorable {
    public static var world: World<CardTest> {
      let key = Opening.someKey, other = KeyID(rawValue: "b"), made = Evidence(rawValue: "made")
      func standing(isPractice: Bool) -> ServerReply {
        let card = HeldKey(key, "k", nil, opens: !isPractice, kind: .card, isRehearsal: isPractice)
        return .account(.state(AccountState(keys: [card], hasMasterKey: !isPractice)))
      }
      let opener = HeldKey(other, "o", .primary, opens: true)
      let marked = HeldKey(key, "k", nil, opens: false, kind: .card, needsRewrap: true)
      let verdicts = [
        ServerReply.Card.found(key), .found(other), .unknown, .signatureVerified(key, .change),
        .signatureVerified(other, .change), .signatureRejected(.invalid),
      ].map(ServerReply.card)
      return World(
        start: State(of: key), forms: CardAccess.cardForms,
        hands: CardAccess.news(CardAccess.someCard, CardAccess.blankCard)
          + [.made(made), .signed(made), .unlocked, .declined].map(HandsReply.card) + Opening.handsNews,
        server: verdicts + [
          .unavailable, standing(isPractice: false), standing(isPractice: true), .account(.state(AccountState())),
          .account(.state(AccountState(keys: [marked, opener], hasMasterKey: true))), .key(.verified(other, .confirm)),
          .key(.rejected(.invalid)), .way(.attached(key)), .way(.attached(other)), .way(.tooLate), .way(.conflict),
          .way(.proved(key)), .way(.drillPassed()), .way(.drillRefused),
        ])
    }
  }
#endif
