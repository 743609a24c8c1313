#if DEBUG
  import HandsProtocol
  import Model
  import Vocabulary

  @testable import Flows

  extension FlowMaps {
    static var cards: [any Mapped.Type] {
      [
        CardConnection.self, CardPairing.self, PINEntry.self, CardErasing.self, CardAccess.self,
        CardPreparation.self, CardPhrase.self, CardSetUp.self, NewCard.self, CardOnboarding.self, CardLogin.self,
        CardBackup.self, CardSigning.self, CardChange.self, CardMigration.self, CardUnblock.self, CardReset.self,
        CardNaming.self, CardStatus.self, CardTest.self,
      ]
    }
  }

  extension NewPIN {
    static let form: Form = [first: .ready, second: .ready]
  }

  extension CardAccess: Explorable {
    static let cardForms: [Form] = PINEntry.cardForms + [CardPairing.form]

    /// Returns all the card news for the worlds of flows that contain this one.
    static func news(_ cards: CardFacts...) -> [HandsReply] {
      CardConnection.news() + cards.map { .card(.present($0)) } + CardPairing.news + PINEntry.cardNews
        + CardErasing.news
    }

    /// Returns the minimum news needed to complete the flow, for the worlds of long flows. The remaining news is proved
    /// here.
    static func fewNews(_ cards: CardFacts...) -> [HandsReply] {
      let news: [CardReply] = [
        .removed, .changed, .rehearsing, .paired, .correct, .reset, .tries(CardTries(pin: 3, puk: 5)),
      ]
      return (news + [.tries(CardTries(pin: 0, puk: 0))] + cards.map { .present($0) }).map(HandsReply.card)
    }

    static let someCard = CardFacts(.keys, instance: "1"), otherCard = CardFacts(.noKeys, instance: "2"),
      blankCard = CardFacts(.blank)
    public static var world: World<CardAccess> { world(.account) }

    static func world(_ policy: Policy) -> World<CardAccess> {
      World(
        start: State(policy), forms: cardForms,
        hands: news(someCard, otherCard, blankCard)
          + [.pairedForNow, .unpaired, .letGo, .taken, .lost, .declined].map(HandsReply.card))
    }
  }

  extension CardBackup: Explorable {
    public static var world: World<CardBackup> { world(signedIn: true) }

    static func world(signedIn: Bool) -> World<CardBackup> {
      let key = Opening.someKey, made = Evidence(rawValue: "made")
      let standing = AccountState(keys: [HeldKey(key, "card", nil, opens: true, kind: .card)], hasMasterKey: true)
      return World(
        start: State(signedIn: signedIn), forms: CardPreparation.fewForms + CardPhrase.forms,
        hands: CardPreparation.fewNews(CardAccess.someCard, CardAccess.blankCard)
          + [.phraseFits, .phraseOfAnother, .loaded, .lost, .made(made), .signed(made)].map(HandsReply.card),
        server: [.unavailable, .account(.state(standing)), .account(.state(AccountState()))]
          + [.found(key), .unknown, .signatureVerified(key, .login), .signatureRejected(.invalid), .backupNoted].map(
            ServerReply.card))
    }
  }

  extension CardChange: Explorable {
    public static var world: World<CardChange> { world(.pin) }

    static func world(_ secret: CardSecret) -> World<CardChange> {
      World(
        start: State(of: secret), forms: CardAccess.cardForms + [[secret.first: .ready, secret.second: .ready]],
        hands: CardAccess.news(CardAccess.someCard, CardAccess.blankCard) + [.set, .unfit, .lost].map(HandsReply.card))
    }
  }

  extension CardConnection: Explorable {
    /// Returns the reader news for the worlds of flows that contain this one. The remaining news is proved here.
    static func news(_ cards: CardFacts...) -> [HandsReply] {
      ([.absent(.noCard), .changed, .removed, .failed, .rehearsing] + cards.map { .present($0) }).map(HandsReply.card)
    }

    public static var world: World<CardConnection> {
      let cards = [CardFacts(.keys, instance: "1"), CardFacts(.keys, instance: "2")]
      let news: [CardReply] = cards.map { .present($0) } + CardAbsence.allCases.map { .absent($0) }
      return World(
        start: State(.only("1")), forms: [[code: .ready]],
        hands: (news + [.changed, .removed, .rehearsing, .unwritten, .failed, .met, .wrongCode, .noCodeTaken, .lost])
          .map(HandsReply.card))
    }
  }

  extension CardErasing: Explorable {
    static let news: [HandsReply] = [.card(.reset)]
    public static var world: World<CardErasing> { world(.wanted) }

    static func world(_ occasion: Occasion) -> World<CardErasing> {
      World(start: State(CardFacts(.keys, instance: "1"), occasion), hands: news + [.card(.changed)])
    }
  }

  extension CardLogin: Explorable {
    public static var world: World<CardLogin> {
      let key = Opening.someKey, made = Evidence(rawValue: "made")
      return World(
        start: State(), forms: CardAccess.cardForms,
        hands: CardAccess.news(CardAccess.someCard, CardAccess.blankCard)
          + [.made(made), .signed(made), .unlocked, .declined].map(HandsReply.card)
          + [.opened, .made(made), .refused, .fromBefore].map(HandsReply.way),
        server: [.unavailable, .way(.attached(key)), .way(.conflict)]
          + [.found(key), .unknown, .signatureVerified(key, .login), .signatureRejected(.invalid)].map(ServerReply.card)
      )
    }
  }

  extension CardMigration: Explorable {
    public static var world: World<CardMigration> {
      let touched = Opening.someKey, card = KeyID(rawValue: "card"), made = Evidence(rawValue: "made")
      return World(
        start: State(signedIn: true), forms: CardSetUp.forms,
        hands: CardSetUp.fewNews(CardAccess.someCard, CardAccess.blankCard)
          + [.key(.given(made)), .key(.fault(.dismissed)), .card(.signed(made)), .card(.unlocked)]
          + [.opened, .made(made), .closed, .signsInOnly, .refused, .fromBefore].map(HandsReply.way),
        server: [
          .unavailable,
          .account(.state(AccountState(keys: [HeldKey(touched, "a", .primary, opens: true)], hasMasterKey: true))),
          .key(.verified(touched, .confirm)), .key(.rejected(.invalid)), .way(.attached(touched)), .way(.conflict),
          .card(.signatureVerified(card, .enroll)), .card(.signatureRejected(.invalid)), .card(.taken),
          .card(.committed(card)),
          .card(.notCommitted), .card(.tooLate),
        ])
    }
  }

  extension CardNaming: Explorable {
    public static var world: World<CardNaming> {
      World(
        start: State(),
        forms: CardAccess.cardForms + [["name": .text("k")], ["name": .text("a name that is far too long")]],
        hands: CardAccess.news(CardAccess.someCard, CardAccess.blankCard) + [.card(.named)])
    }
  }

  extension CardOnboarding: Explorable {
    public static var world: World<CardOnboarding> {
      let key = Opening.someKey, made = Evidence(rawValue: "made")
      return World(
        start: State(), forms: CardSetUp.forms + [["username": .text("mirela")]],
        hands: CardSetUp.fewNews(CardAccess.someCard, CardAccess.blankCard)
          + [.made(made), .signed(made), .unlocked].map(HandsReply.card)
          + [.opened, .made(made), .refused, .fromBefore].map(HandsReply.way),
        server: [
          .unavailable, .account(.usernameFree), .account(.usernameRefused(.taken)), .way(.attached(key)),
          .way(.conflict),
        ]
          + [.found(key), .unknown, .signatureVerified(key, .login), .registered(key), .taken].map(ServerReply.card))
    }
  }

  extension CardPairing: Explorable {
    static let form: Form = [password: .ready]

    /// The news for the worlds of all flows that contain this one. Freeing a full card is proved here and in
    /// `CardAccess`.
    static let news: [HandsReply] = [.paired, .notPaired, .noSlot].map(HandsReply.card)

    public static var world: World<CardPairing> {
      World(start: State(), forms: [form], hands: news + [.pairedForNow, .lost].map(HandsReply.card))
    }
  }

  extension CardPhrase: Explorable {
    static let forms: [Form] = [
      [box: .ticked], [field: .ready], Form(uniqueKeysWithValues: words.map { ($0, .ready) }),
    ]
    static let news: [HandsReply] = [
      .accounts(["0x1"]), .shown, .wordsAsked([3, 7, 11]), .wordsFit, .phraseFits, .phraseMalformed,
    ].map(
      HandsReply.card)

    /// The replies about hands that are missing or have just been met, and about the card that they find.
    static let handsNews: [HandsReply] = [
      .absent(.handsUnknown), .absent(.noHands), .absent(.noCard), .changed, .met, .wrongCode,
      .present(CardFacts(.blank)),
    ].map(HandsReply.card)

    public static var world: World<CardPhrase> { world(.drawn) }

    static func world(_ source: Source) -> World<CardPhrase> {
      World(
        start: State(source), forms: forms + [[CardConnection.code: .ready]],
        hands: news + [.phraseOfAnother, .wordsWrong([7]), .lost, .failed, .removed].map(HandsReply.card) + handsNews)
    }
  }

  extension CardPreparation: Explorable {
    static let forms: [Form] = CardAccess.cardForms + fewForms.dropFirst()
    static let fewForms: [Form] = [[PINEntry.pin: .ready], NewPIN.form, [box: .ticked]]

    static func fewNews(_ cards: CardFacts...) -> [HandsReply] {
      CardAccess.fewNews() + cards.map { .card(.present($0)) } + [.initialized, .shown].map(HandsReply.card)
    }

    public static var world: World<CardPreparation> {
      World(
        start: State(.onboarding), forms: forms,
        hands: CardAccess.news(CardAccess.someCard, CardAccess.otherCard, CardAccess.blankCard)
          + [.initialized, .shown, .unfit, .lost].map(HandsReply.card))
    }
  }

  extension CardReset: Explorable {
    public static var world: World<CardReset> {
      World(
        start: State(), forms: CardAccess.cardForms, hands: CardAccess.news(CardAccess.someCard, CardAccess.blankCard))
    }
  }

  extension CardSetUp: Explorable {
    static let forms: [Form] = CardPreparation.fewForms + CardPhrase.forms

    static func fewNews(_ cards: CardFacts...) -> [HandsReply] {
      CardPreparation.fewNews() + cards.map { .card(.present($0)) } + CardPhrase.news + [.card(.loaded)]
    }

    public static var world: World<CardSetUp> {
      World(
        start: State(), forms: forms,
        hands: fewNews(CardAccess.someCard, CardAccess.otherCard, CardAccess.blankCard) + [
          .card(.lost), .card(.phraseOfAnother),
        ])
    }
  }

  extension CardSigning: Explorable {
    public static var world: World<CardSigning> {
      let made = CardSignature(address: "0x1", hash: "2", signature: "3")
      return World(
        start: State(),
        forms: CardAccess.cardForms + Kind.allCases.map { [$0.field: .ready] }
          + ["m", "n"].map { ["path": .text($0)] },
        hands: CardAccess.news(CardAccess.someCard, CardAccess.blankCard)
          + [.signature(made), .lost, .declined].map(HandsReply.card))
    }
  }

  extension CardStatus: Explorable {
    public static var world: World<CardStatus> {
      World(
        start: State(), forms: CardAccess.cardForms,
        hands: CardAccess.news(CardAccess.someCard, CardAccess.blankCard)
          + [.unpaired, .maker(.official)].map(HandsReply.card))
    }
  }

  extension CardUnblock: Explorable {
    public static var world: World<CardUnblock> {
      World(
        start: State(), forms: CardAccess.cardForms,
        hands: CardAccess.news(CardAccess.someCard, CardAccess.blankCard) + [.card(.unfit)])
    }
  }

  extension NewCard: Explorable {
    static let someCard = KeyID(rawValue: "card")
    static let forms = CardSetUp.forms

    static let handsNews =
      CardSetUp.fewNews(CardAccess.someCard, CardAccess.blankCard)
      + [.signed(Evidence(rawValue: "made")), .unlocked].map(HandsReply.card)

    static let serverNews: [ServerReply] =
      [.unavailable]
      + [.signatureVerified(someCard, .enroll), .signatureRejected(.invalid), .taken].map(ServerReply.card)

    public static var world: World<NewCard> {
      World(start: State(), forms: forms, hands: handsNews, server: serverNews)
    }
  }

  extension PINEntry: Explorable {
    static let cardForms: [Form] = [[pin: .ready], [puk: .ready], NewPIN.form.merging([puk: .ready]) { $1 }]

    /// The card replies for the worlds of all flows that contain this one.
    static var cardNews: [HandsReply] {
      let tries = [CardTries(pin: 3, puk: 5), .init(pin: 0, puk: 1), .init(pin: 0, puk: 0)]
      return (tries.flatMap { [.tries($0), .wrong($0)] } + [.correct]).map(HandsReply.card)
    }

    public static var world: World<PINEntry> {
      let last = CardTries(pin: 1, puk: 5)
      return World(
        start: State(), forms: cardForms,
        hands: cardNews + [.tries(last), .wrong(last), .unfit, .lost].map(HandsReply.card))
    }
  }
#endif
