#if DEBUG
  import Escrow
  import HandsProtocol
  import Model
  import Vocabulary

  @testable import Flows

  extension FlowMaps {
    static var escrow: [any Mapped.Type] {
      [
        EscrowConnection.self, Identification.self, EscrowProviders.self, MethodEntry.self, EscrowMethods.self,
        PolicyReview.self, EscrowUpload.self, EscrowTrial.self, EscrowSetUp.self, DocumentFinding.self,
        ChallengeAnswer.self,
        ChallengeBoard.self, EscrowRecovery.self, EscrowStatus.self, EscrowTest.self,
      ]
    }
  }

  extension EscrowConnection: Explorable {
    /// The replies for missing and found hands, for the worlds of flows that contain this one. The remaining replies
    /// are proved here.
    static let news: [HandsReply] = [.escrow(.absent(.noHands)), .card(.changed)]

    public static var world: World<EscrowConnection> {
      World(
        start: State(.noHands), forms: [[code: .ready]],
        hands: (CardAbsence.allCases.map { .absent($0) } + [.changed, .met, .wrongCode, .noCodeTaken]).map(
          HandsReply.card))
    }
  }

  extension Identification: Explorable {
    static func form(of code: String) -> Form { Form(uniqueKeysWithValues: fields(of: code).map { ($0, .ready) }) }

    static let news: [HandsReply] = [.identified(EscrowStrength(stranger: 50, acquaintance: 0)), .shown].map(
      HandsReply.escrow)

    /// The minimum set of countries needed to complete the flow, for the worlds of flows that contain it.
    static let fewCountries = ["ch"]

    static let forms: [Form] = [form(of: "ch")]
    public static var world: World<Identification> { world(.backup) }

    static func world(_ purpose: EscrowPurpose) -> World<Identification> {
      let odd = [EscrowMisfit("birthdate", .date)]
      return World(
        start: State(purpose, suggesting: "ch"), forms: Country.all.map { form(of: $0.code) },
        hands: news
          + [
            .identified(EscrowStrength(stranger: 30, acquaintance: 0), unusual: odd), .misfit(odd), .lost, .failed,
            .declined,
          ].map(HandsReply.escrow)
      )
    }
  }

  extension EscrowMethods: Explorable {
    /// The minimum set of forms needed to complete the flow: one method of each of two kinds.
    static let fewForms = [MethodEntry.form(.email), MethodEntry.form(.question)]

    static let fewNews: [HandsReply] =
      (PolicyReview.someMethods.flatMap { [.methodAdded($0), .methodRemoved($0.number)] }).map(HandsReply.escrow)

    public static var world: World<EscrowMethods> {
      World(
        start: State(in: "ch"), forms: fewForms,
        hands: fewNews + [.providers(EscrowProviders.someProviders), .failed, .lost].map(HandsReply.escrow),
        skips: [.addProvider])
    }
  }

  extension MethodEntry: Explorable {
    static func form(_ kind: EscrowKind) -> Form {
      Form(uniqueKeysWithValues: kind.fields.filter { $0 != clock }.map { ($0, .ready) })
    }

    static let forms: [Form] = EscrowKind.allCases.map(form)
    public static var world: World<MethodEntry> { world(.totp) }

    static func world(_ kind: EscrowKind) -> World<MethodEntry> {
      let misfit = kind.fields.last.map { EscrowMisfit($0, .form) }
      return World(
        start: State(kind, in: "ch"), forms: forms,
        hands: [
          .shown, .methodAdded(EscrowMethodFacts(1, kind)), .misfit(misfit.map { [$0] } ?? []), .lost, .failed,
          .declined,
        ]
        .map(HandsReply.escrow))
    }
  }

  extension PolicyReview: Explorable {
    static var someMethods: [EscrowMethodFacts] { [EscrowMethodFacts(1, .email), EscrowMethodFacts(2, .question)] }

    /// Providers that each offer one of the two methods, to keep the walk short.
    static var someProviders: [EscrowProviderFacts] {
      var providers = EscrowProviders.someProviders
      for place in providers.indices { providers[place].offers = [providers[place].offers[place]] }
      return providers
    }

    public static var world: World<PolicyReview> {
      World(start: State(someMethods, someProviders), hands: [], skips: [.keepLonger])
    }
  }

  extension EscrowProviders: Explorable {
    static let someProviders = ["https://a.example/", "https://b.example/"].map { url in
      EscrowProviderFacts(
        url: url, name: "", offers: [.init(.email, cost: "EUR:0"), .init(.question, cost: "EUR:0")], annualFee: "EUR:0",
        truthUploadFee: "EUR:0")
    }

    public static var world: World<EscrowProviders> {
      var down = someProviders
      down[1].trouble = .unreachable
      return World(
        start: State(.backup, leadsOn: true), forms: ["b.example", "c.example", "?"].map { [url: .text($0)] },
        hands: [.providers(someProviders), .providers(down), .failed, .declined].map(HandsReply.escrow))
    }
  }

  extension ChallengeAnswer: Explorable {
    static let forms: [Form] = [[answer: .ready], [code: .ready], [clockCode: .ready]]
    static let news: [HandsReply] = [.sent, .ready, .solved(1), .solved(2), .wrong].map(HandsReply.escrow)
    public static var world: World<ChallengeAnswer> { world(.email) }

    static func world(_ kind: EscrowKind) -> World<ChallengeAnswer> {
      let rest: [EscrowReply] = [
        .due([EscrowUpload.somePayment]), .notSent(), .notSent(EscrowUpload.someRefund), .notSent(isCovered: true),
        .limited, .expired, .notYet, .unknownChallenge, .trouble(.unreachable), .lost, .failed, .declined,
      ]
      return World(
        start: State(challenge(1, kind, cost: "EUR:1")), forms: forms,
        hands: news + rest.map(HandsReply.escrow) + [.elapsed(.polling)])
    }
  }

  extension ChallengeBoard: Explorable {
    static let somePuzzle = EscrowPuzzle(
      url: "https://a.example/", provider: "A", version: 3,
      challenges: [ChallengeAnswer.challenge(1, .question), ChallengeAnswer.challenge(2, .email)], policies: [[1, 2]])

    public static var world: World<ChallengeBoard> {
      World(
        start: State(somePuzzle), forms: ChallengeAnswer.forms,
        hands: ChallengeAnswer.news + [.escrow(.limited), .escrow(.lost)])
    }
  }

  extension DocumentFinding: Explorable {
    static let someDocuments = [
      EscrowDocumentFacts(
        name: "home",
        places: [.init(url: "https://a.example/", version: 3), .init(url: "https://b.example/", version: 2)],
        uploadedAt: 1_777_680_000)
    ]

    static let fewNews: [HandsReply] =
      [
        .providers(EscrowProviders.someProviders), .documents(someDocuments, []), .documents([], []),
        .opened(ChallengeBoard.somePuzzle),
      ]
      .map(HandsReply.escrow)

    public static var world: World<DocumentFinding> {
      let gap = EscrowGap(url: "https://b.example/", .unreachable)
      return World(
        start: State(),
        hands: fewNews
          + [
            .documents([], [gap], lookUpsLeft: 1), .documents(someDocuments, [gap]), .trouble(.unreachable), .lost,
            .failed,
          ].map(HandsReply.escrow),
        skips: [.addProvider])
    }
  }

  extension EscrowRecovery: Explorable {
    public static var world: World<EscrowRecovery> {
      let checkpoints = [nil, ChallengeBoard.somePuzzle].map { puzzle in
        EscrowCheckpoint.recovery(
          country: "ch", providers: EscrowProviders.someProviders, documents: DocumentFinding.someDocuments,
          puzzle: puzzle)
      }
      let news: [EscrowReply] = [
        .nothingLeft, .discarded, .recovered, .otherSecret, .gaps([EscrowGap(url: "https://a.example/", .lying)]),
        .failed, .lost,
      ]
      return World(
        start: State(among: Identification.fewCountries),
        forms: Identification.forms + ChallengeAnswer.forms + Restoring.forms,
        hands: EscrowConnection.news + Identification.news + DocumentFinding.fewNews + ChallengeAnswer.news
          + (news + checkpoints.map { .resumed($0) }).map(HandsReply.escrow) + Restoring.handsNews,
        server: Restoring.serverNews + [.until(1_800_000_000), .anHour].map { .run(.kept($0)) },
        skips: [.useOtherProviders, .useCardInstead])
    }
  }

  extension EscrowTest: Explorable {
    /// A document with a free way, one with a price, and one that takes days.
    static let somePuzzle = EscrowPuzzle(
      url: "https://a.example/", provider: "A", version: 3,
      challenges: [
        ChallengeAnswer.challenge(1, .question), ChallengeAnswer.challenge(2, .email),
        ChallengeAnswer.challenge(3, .sms, cost: "EUR:1"), ChallengeAnswer.challenge(4, .post),
      ], policies: [[1, 2], [1, 3], [1, 4]])

    public static var world: World<EscrowTest> {
      let key = HeldKey(Opening.someKey, "a", .primary, opens: true), made = Evidence(rawValue: "made")
      func standing(hasEscrow: Bool) -> ServerReply {
        .account(.state(AccountState(keys: [key], hasMasterKey: true, hasEscrow: hasEscrow, current: key.id)))
      }
      let checkpoint = EscrowCheckpoint.recovery(
        country: "ch", providers: EscrowProviders.someProviders, documents: DocumentFinding.someDocuments,
        puzzle: somePuzzle)
      let news: [EscrowReply] = [
        .providers(EscrowProviders.someProviders), .documents(DocumentFinding.someDocuments, []), .opened(somePuzzle),
        .nothingLeft, .resumed(checkpoint), .discarded, .solved(3), .limited, .unknownChallenge, .trouble(.lying),
        .due([EscrowUpload.somePayment]), .recovered, .otherSecret, .gaps([]),
        .gaps([EscrowGap(url: "https://a.example/", .lying)]), .finished, .failed, .lost,
      ]
      return World(
        start: State(among: Identification.fewCountries), forms: Identification.forms + ChallengeAnswer.forms,
        hands: signInNews + EscrowConnection.news + Identification.news + ChallengeAnswer.news
          + news.map(HandsReply.escrow) + [.elapsed(.polling)]
          + [.made(made), .mismatched, .closed, .refused, .fromBefore, .unable].map(HandsReply.way),
        server: [
          .unavailable, standing(hasEscrow: true), standing(hasEscrow: false), .key(.verified(key.id, .confirm)),
          .key(.rejected(.invalid)), .way(.found), .way(.codeRejected), .way(.drillPassed()), .way(.drillRefused),
        ], skips: [.useOtherProviders])
    }
  }

  extension EscrowSetUp: Explorable {
    public static var world: World<EscrowSetUp> { world(.account) }

    public static func world(_ subject: Subject) -> World<EscrowSetUp> {
      let key = HeldKey(Opening.someKey, "key", .primary, opens: true), made = Evidence(rawValue: "made")
      let standings = [AccountState(), AccountState(keys: [key], hasMasterKey: true)]
      let methods = PolicyReview.someMethods, providers = PolicyReview.someProviders
      let checkpoint = EscrowCheckpoint.backup(country: "ch", methods: methods, providers: providers, plan: nil)
      let uploading = EscrowCheckpoint.backup(
        country: "ch", methods: methods, providers: providers,
        plan: EscrowPlan(EscrowPlan.suggested(methods, providers), years: 1),
        begun: EscrowBegun(paid: [], due: []))
      let hands: [EscrowReply] = [
        .nothingLeft, .resumed(checkpoint), .resumed(uploading), .discarded, .providers(providers), .failed, .lost,
        .finished,
      ]
      return World(
        start: State(subject, among: Identification.fewCountries),
        forms: Identification.forms + EscrowMethods.fewForms + EscrowTrial.forms,
        hands: EscrowConnection.news + Identification.news + EscrowMethods.fewNews + EscrowUpload.fewNews
          + EscrowTrial.fewNews + hands.map(HandsReply.escrow)
          + [.key(.given(Evidence(rawValue: "tap"))), .key(.fault(.dismissed))]
          + [.opened, .made(made), .signsInOnly, .closed, .refused].map(HandsReply.way),
        server: [
          .unavailable, .key(.verified(Opening.someKey, .confirm)), .key(.rejected(.invalid)),
          .way(.attached(Opening.someKey)),
        ]
          + standings.map { .account(.state($0)) } + [.escrowSaved, .tooLate, .conflict].map(ServerReply.way),
        skips: [.addWay, .editWay(0), .editWay(1), .keepLonger, .providersAndStatus])
    }
  }

  extension EscrowTrial: Explorable {
    static let forms: [Form] = [[ChallengeAnswer.code: .ready]]
    /// The minimum news needed to complete the flow, for the worlds of flows that contain it.
    static let fewNews: [HandsReply] = [.sent, .solved(1), .wrong].map(HandsReply.escrow)

    public static var world: World<EscrowTrial> {
      let methods = [EscrowMethodFacts(1, .email), EscrowMethodFacts(2, .sms)]
      let rest: [EscrowReply] = [
        .solved(2), .notSent(), .limited, .expired, .unknownChallenge, .trouble(.unreachable), .lost, .failed,
        .declined,
      ]
      return World(
        start: State(
          methods.map { Candidate(method: $0, url: "https://a.example/") }, EscrowProviders.someProviders),
        forms: forms, hands: fewNews + rest.map(HandsReply.escrow))
    }
  }

  extension EscrowUpload: Explorable {
    static let somePayment = EscrowPayment(url: "https://a.example/", amount: "EUR:1", uri: "taler://pay/a.example/1")
    static let someRefund = EscrowRefund(url: "https://a.example/", amount: "EUR:1", uri: "taler://refund/a.example/1")
    static let someOtherPayment = EscrowPayment(
      url: "https://a.example/", amount: "EUR:2", uri: "taler://pay/a.example/2")

    /// The minimum news needed to complete the flow, for the worlds of flows that contain it.
    static let fewNews: [HandsReply] = [.uploaded(isPractice: false)].map(HandsReply.escrow)

    public static var world: World<EscrowUpload> {
      let methods = PolicyReview.someMethods
      var providers = PolicyReview.someProviders
      providers[0].annualFee = "EUR:1"
      return World(
        start: State(EscrowPlan(EscrowPlan.suggested(methods, providers), years: 1), methods, providers),
        hands: [
          .uploaded(isPractice: false), .uploaded(isPractice: true),
          .uploaded(isPractice: false, gaps: [EscrowGap(url: "https://a.example/", .unreachable)]), .due([somePayment]),
          .due([someOtherPayment]),
          .due([someOtherPayment], paid: 1), .providers(PolicyReview.someProviders), .ready,
          .gaps([EscrowGap(url: "https://a.example/", .unreachable)]), .lost, .failed, .declined,
        ].map(HandsReply.escrow) + [.elapsed(.polling)])
    }
  }

  extension EscrowStatus: Explorable {
    public static var world: World<EscrowStatus> {
      let providers = ["https://a.example/", "https://b.example/"].map {
        EscrowStanding(url: $0, name: "", trouble: nil, version: 1, paidUntil: nil, isCurrent: true)
      }
      return World(
        start: State(),
        hands: EscrowConnection.news
          + [.status(providers, policies: [[EscrowPartFacts(.email, "https://a.example/")]]), .nothingLeft, .failed]
          .map(HandsReply.escrow),
        server: [.unavailable, .account(.state(AccountState()))])
    }
  }
#endif
