#if DEBUG
  import HandsProtocol
  import Model
  import Vocabulary

  @testable import Flows

  extension FlowMaps {
    static var keys: [any Mapped.Type] {
      [
        Enrollment.self, Opening.self, RecoveryCode.self, Journal.self, Revocation.self, Renaming.self, KeyTest.self,
        CodeTest.self, Copying.self, KitCheck.self, LostKey.self, Restoring.self, Recovery.self, ComingBack.self,
        Deletion.self, Introduction.self,
      ]
    }
  }

  extension Opening: Explorable {
    static let someKey = KeyID(rawValue: "a")

    static let handsNews: [HandsReply] =
      signInNews
      + [
        .opened, .made(Evidence(rawValue: "made")), .signsInOnly, .closed, .untouched, .mismatched, .refused,
        .fromBefore, .unable,
      ]
      .map(HandsReply.way)

    static let serverNews: [ServerReply] =
      [
        .unavailable, .account(.state(AccountState())), .key(.verified(someKey, .confirm)), .way(.attached(someKey)),
        .way(.conflict), .way(.tooLate), .key(.recalled(someKey)), .key(.recalled(nil)),
      ]
      + Rejection.allCases.map { .key(.rejected($0)) }

    /// A world that includes a card. The flows that contain this one are proved without a card.
    public static var world: World<Opening> {
      let made = Evidence(rawValue: "made"), card = HeldKey(someKey, "card", nil, opens: true, kind: .card)
      return World(
        start: State(.journal, recalls: true), forms: CardAccess.cardForms,
        hands: handsNews + CardAccess.fewNews(CardAccess.someCard, CardAccess.blankCard)
          + [.signed(made), .unlocked].map(HandsReply.card),
        server: serverNews + [.account(.state(AccountState(keys: [card], hasMasterKey: true)))]
          + [.signatureVerified(someKey, .change), .signatureRejected(.invalid)].map(ServerReply.card))
    }
  }

  extension Enrollment: Explorable {
    public static var world: World<Enrollment> {
      let faults: [HandsReply] = [.misread, .alreadyEnrolled, .dismissed].map { .key(.fault($0)) }
      let timers: [HandsReply] = [.reading, .alignment, .health].map { .elapsed($0) }
      let made = Evidence(rawValue: "made")
      let opening: [HandsReply.Way] = [
        .opened, .made(made), .signsInOnly, .closed, .untouched, .mismatched, .refused, .fromBefore, .unable, .shown,
      ]
      let ways = opening.map(HandsReply.way)
      let verdicts: [ServerReply] = ["a", "b"].map(KeyID.init(rawValue:)).flatMap { key -> [ServerReply] in
        [Ceremony.create, .confirm, .test].map { .key(.verified(key, $0)) }
          + [
            .key(.committed(key, reach: key.rawValue == "a" ? .plugOnly : nil)), .key(.revoked(key)),
            .way(.attached(key)),
          ]
      }
      let account: [ServerReply] = [
        .account(.state(AccountState())), .way(.revealNoted), .way(.codeSaved(generation: 1)), .way(.reminded),
        .way(.renamed), .way(.completed),
        .way(.tooLate),
        .way(.conflict), .key(.notCommitted), .key(.tooLate),
      ]
      return World(
        start: State(), forms: [["name": .text("k")], [RecoveryCode.box: .ticked], [RecoveryCode.three: .ready]],
        hands: [.key(.given(Evidence(rawValue: "tap")))] + faults + timers + ways,
        server: [.unavailable, .key(.rejected(.invalid))] + account + verdicts)
    }
  }

  extension KeyTest: Explorable {
    public static var world: World<KeyTest> {
      let a = KeyID(rawValue: "a"), b = KeyID(rawValue: "b")
      func standing(_ needsRewrap: Bool) -> ServerReply {
        let keys = [
          HeldKey(a, "a", .backup, opens: true),
          HeldKey(b, "b", .primary, opens: !needsRewrap, needsRewrap: needsRewrap),
        ]
        return .account(.state(AccountState(keys: keys, hasMasterKey: true, current: a)))
      }
      return World(
        start: State(of: b), hands: Opening.handsNews,
        server: Opening.serverNews + [
          standing(false), standing(true),
          .account(.state(AccountState(keys: [HeldKey(b, "b", nil, opens: false)], current: b))), .way(.attached(b)),
          .way(.proved(b)), .way(.drillPassed()), .way(.drillRefused),
        ]
          + [.key(.verified(a, .test)), .key(.verified(b, .test)), .key(.verified(b, .confirm))])
    }
  }

  extension CodeTest: Explorable {
    public static var world: World<CodeTest> {
      let made = Evidence(rawValue: "made"), key = HeldKey(Opening.someKey, "a", .primary, opens: true)
      func standing(hasCode: Bool) -> ServerReply {
        .account(.state(AccountState(keys: [key], hasMasterKey: true, hasCode: hasCode, current: key.id)))
      }
      return World(
        start: State(), forms: [[words: .ready]],
        hands: signInNews
          + [.made(made), .mismatched, .closed, .refused, .fromBefore, .unable].map(HandsReply.way),
        server: [
          .unavailable, standing(hasCode: true), standing(hasCode: false), .key(.verified(key.id, .confirm)),
          .key(.rejected(.invalid)), .way(.drillPassed()), .way(.drillRefused),
        ])
    }
  }

  extension Copying: Explorable {
    public static var world: World<Copying> {
      let made = Evidence(rawValue: "made"), key = HeldKey(Opening.someKey, "a", .primary, opens: true)
      func standing(hasMasterKey: Bool = true, hasCode: Bool = true) -> ServerReply {
        .account(.state(AccountState(keys: [key], hasMasterKey: hasMasterKey, hasCode: hasCode, current: key.id)))
      }
      return World(
        start: State(),
        hands: signInNews
          + [.opened, .signsInOnly, .made(made), .shown, .closed, .refused, .fromBefore, .unable].map(HandsReply.way),
        server: [
          .unavailable, standing(), standing(hasCode: false), standing(hasMasterKey: false),
          .key(.verified(key.id, .confirm)), .key(.rejected(.invalid)), .way(.attached(key.id)), .way(.copyTaken),
          .way(.conflict), .way(.tooLate),
        ])
    }
  }

  extension KitCheck: Explorable {
    public static var world: World<KitCheck> {
      let key = HeldKey(Opening.someKey, "a", .primary, opens: true)
      func standing(hasCode: Bool, kit: Int?) -> ServerReply {
        .account(.state(AccountState(keys: [key], hasMasterKey: true, hasCode: hasCode, kit: kit, current: key.id)))
      }
      return World(
        start: State(), forms: [[kit: .text("2 1234-5678")], [kit: .text("2")]], hands: [],
        server: [
          .unavailable, standing(hasCode: true, kit: 2), standing(hasCode: true, kit: nil),
          standing(hasCode: false, kit: nil), .way(.kitMatches), .way(.kitHasOtherNumber(newest: 1)),
          .way(.kitHasOtherNumber(newest: 3)), .way(.checkDiffers), .way(.tooManyChecks), .way(.conflict),
        ])
    }
  }

  extension RecoveryCode: Explorable {
    static let handsNews: [HandsReply] = Opening.handsNews + [.way(.shown)]
    static let serverNews: [ServerReply] =
      Opening.serverNews + [.way(.revealNoted), .way(.codeSaved(generation: 1)), .way(.reminded)]

    public static var world: World<RecoveryCode> {
      World(start: State(), forms: [[box: .ticked], [three: .ready]], hands: handsNews, server: serverNews)
    }
  }

  extension LostKey: Explorable {
    public static var world: World<LostKey> { World(start: State(), hands: signInNews, server: signInVerdicts) }
  }

  extension Recovery: Explorable {
    public static var world: World<Recovery> {
      World(
        start: State(), forms: Restoring.forms + [[words: .ready]], hands: Restoring.handsNews,
        server: Restoring.serverNews, skips: [.useCardInstead]
      )
    }
  }

  extension Restoring: Explorable {
    static let forms: [Form] = [["name": .text("k")], [RecoveryCode.box: .ticked], [RecoveryCode.three: .ready]]

    static let handsNews: [HandsReply] =
      [.key(.given(Evidence(rawValue: "tap"))), .elapsed(.reading), .elapsed(.alignment), .elapsed(.health)]
      + [KeyFault.misread, .alreadyEnrolled, .dismissed].map { .key(.fault($0)) }
      + [.made(Evidence(rawValue: "made")), .closed, .refused, .fromBefore, .unable, .shown, .untouched].map(
        HandsReply.way)

    static let serverNews: [ServerReply] =
      [.unavailable, .account(.state(AccountState(keys: [HeldKey(KeyID(rawValue: "b"), "b", nil, opens: true)])))]
      + [.key(.rejected(.invalid))] + [Ceremony.create, .confirm].map { .key(.verified(KeyID(rawValue: "a"), $0)) }
      + [.found, .codeRejected, .proofVerified, .revealNoted, .startedAnew, .tooLate, .conflict, .reminded].map(
        ServerReply.way)

    public static var world: World<Restoring> {
      World(
        start: State(.escrow), forms: forms + NewCard.forms, hands: handsNews + NewCard.handsNews + [.escrow(.lost)],
        server: serverNews + NewCard.serverNews.dropFirst())
    }
  }

  extension ComingBack: Explorable {
    public static var world: World<ComingBack> {
      let a = HeldKey(KeyID(rawValue: "a"), "a", .backup, opens: true)
      let b = HeldKey(KeyID(rawValue: "b"), "b", .primary, opens: true)
      let standing = AccountState(keys: [a, b], hasMasterKey: true, hasCode: true, current: a.id)
      let facts = [
        Comeback(username: "mirela", current: a, earlier: [b]),
        Comeback(username: "mirela", newKey: a, current: a, kit: 2, removed: [b]),
        Comeback(username: "mirela", newKey: a, current: a, kit: 2, earlier: [b]),
        Comeback(username: "mirela", newKey: a, current: a, kit: 2, earlier: [b], confirmed: [b.id]),
      ]
      return World(
        start: State(), forms: [[RecoveryCode.box: .ticked]], hands: RecoveryCode.handsNews,
        server: RecoveryCode.serverNews + facts.map { .account(.cameBack($0)) } + [
          .key(.verified(a.id, .signIn)), .account(.state(standing)), .way(.revoked([b.id])),
        ])
    }
  }

  extension Journal: Explorable {
    public static var world: World<Journal> {
      World(start: State(recalls: true), hands: Opening.handsNews, server: Opening.serverNews)
    }
  }

  extension Renaming: Explorable {
    public static var world: World<Renaming> {
      World(
        start: State(of: KeyID(rawValue: "a")), forms: [["name": .text("k")]], hands: Opening.handsNews,
        server: Opening.serverNews + [.way(.renamed), .way(.nameTaken(free: "k 2"))])
    }
  }

  extension Deletion: Explorable {
    public static var world: World<Deletion> {
      World(
        start: State(), hands: Opening.handsNews,
        server: Opening.serverNews + [.account(.deletionBegun), .account(.deletionTooLate)])
    }
  }

  extension Introduction: Explorable {
    public static var world: World<Introduction> {
      let questions = [(false, false, false), (false, true, false), (true, true, true)].map {
        ServiceQuestion(
          service: "n", account: $0.2 ? nil : "a", gets: [.username("a")], isKnown: $0.0, needsTouch: $0.1,
          needsHardware: $0.2)
      }
      return World(
        start: State(), hands: Opening.handsNews,
        server: Opening.serverNews + questions.map { .service(.question($0)) }
          + [.allowed, .gone, .touchNeeded, .notHardware].map(ServerReply.service))
    }
  }

  extension Revocation: Explorable {
    public static var world: World<Revocation> {
      let a = KeyID(rawValue: "a"), b = KeyID(rawValue: "b"), c = KeyID(rawValue: "c")
      let standing = AccountState(
        keys: [
          HeldKey(a, "a", .backup, opens: true), HeldKey(b, "b", .primary, opens: true),
          HeldKey(c, "c", nil, opens: false),
        ],
        hasMasterKey: true, hasCode: true, current: a)
      let none = AccountState(keys: [HeldKey(a, "a", nil, opens: false)], current: a)
      return World(
        start: State(recalls: true), forms: [[RecoveryCode.box: .ticked], [RecoveryCode.three: .ready]],
        hands: RecoveryCode.handsNews,
        server: RecoveryCode.serverNews + [
          .key(.verified(a, .signIn)), .account(.state(standing)), .account(.state(none)), .way(.revoked([b])),
          .way(.revoked([c])),
          .way(.revoked([b, c])),
        ])
    }
  }
#endif
