#if DEBUG
  import HandsProtocol
  import Model
  import Vocabulary

  @testable import Flows

  extension FlowMaps {
    static var rehearsals: [any Mapped.Type] { [RehearsalTicket.self, Rehearsal.self] }
  }

  extension RehearsalTicket: Explorable {
    public static var world: World<RehearsalTicket> {
      let key = HeldKey(Opening.someKey, "a", .primary, opens: true)
      return World(
        start: State(for: key.id),
        hands: signInNews + [.made(Evidence(rawValue: "made")), .unable].map(HandsReply.way),
        server: [
          .unavailable, .account(.state(AccountState(keys: [key], hasMasterKey: true, current: key.id))),
          .key(.verified(key.id, .confirm)), .key(.rejected(.invalid)), .way(.ticketIssued), .way(.tooLate),
          .way(.conflict),
        ])
    }
  }

  extension Rehearsal: Explorable {
    public static var world: World<Rehearsal> {
      let key = Opening.someKey, made = Evidence(rawValue: "made")
      return World(
        start: State(),
        forms: CardAccess.cardForms + [[ticket: .text("ABCD-EFGH")], [words: .ready]],
        hands: signInNews + CardAccess.news(CardAccess.someCard, CardAccess.blankCard)
          + [.made(made), .signed(made), .unlocked].map(HandsReply.card)
          + [.made(made), .signsInOnly, .closed, .untouched, .mismatched, .refused, .fromBefore, .unable]
          .map(HandsReply.way),
        server: signInVerdicts + [
          .way(.ticketKept), .way(.found), .way(.codeRejected), .way(.ticketRedeemed), .way(.ticketRefused),
          .way(.drillPassed(seconds: 90)), .way(.drillPassed(seconds: 30)), .way(.drillRefused), .card(.found(key)),
          .card(.unknown), .card(.signatureVerified(key, .login)), .card(.signatureRejected(.invalid)),
        ])
    }
  }
#endif
