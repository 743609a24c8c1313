import FlowKit
import HandsProtocol

/// Pays where something is to be paid, and brings every part to its provider. It may be repeated, and never does anything twice. C-15, C-39.
public enum EscrowUpload: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var plan: EscrowPlan
    var methods: [EscrowMethodFacts]
    var providers: [EscrowProviderFacts]
    /// - Parameter isAgain: It was all brought before, and paid for.
    init(_ plan: EscrowPlan, _ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts], isAgain: Bool = false) {
      self.plan = plan; self.methods = methods; self.providers = providers
      stage = isAgain || plan.costs(methods, providers).signUp.isFree ? .uploading : .confirming  // C-39: free is not asked about
    }
  }
  enum Stage: Codable, Hashable, Sendable {
    case confirming, uploading
    /// And again, once the person says that it is paid.
    case paying([EscrowPayment]), checking([EscrowPayment])
    case short([EscrowGap])
    /// For a provider that is to come back.
    case waiting([EscrowGap]), retrying([EscrowGap])
    /// Every way works, and these providers have no document yet.
    case almost([EscrowGap], isPractice: Bool)
    case stopped
  }
  public enum Action: String, FlowAction { case proceed, paid, tryAgain, wait, finish, change, back, cancel }
  public enum Output: Outcome {
    case uploaded(isPractice: Bool)
    /// Back to the ways in.
    case change
    /// The hands have lost who somebody is.
    case lost
    case cancelled
    public var grants: Bool { false }
  }

  /// Between two looks at a provider that is waited for.
  static let pause = 60

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.paying, .action(.back)), (.checking, .action(.back)): state.go(.confirming)
    case (_, .action(.back)), (_, .action(.change)): return .done(.change)
    case (_, .action(.proceed)), (_, .action(.tryAgain)): state.go(.uploading)
    case (.paying(let payments), .action(.paid)): state.go(.checking(payments))
    case (.short(let gaps), .action(.wait)), (.retrying, .reply(.hands(.escrow(.gaps(let gaps))))): state.go(.waiting(gaps))
    case (.waiting(let gaps), .reply(.hands(.elapsed(.polling)))): state.go(.retrying(gaps))
    case (_, .reply(.hands(.escrow(.uploaded(let isPractice, let gaps))))):
      guard !gaps.isEmpty else { return .done(.uploaded(isPractice: isPractice)) }
      state.go(.almost(gaps, isPractice: isPractice))
    case (.almost(_, let isPractice), .action(.finish)): return .done(.uploaded(isPractice: isPractice))
    case (.checking(let before), .reply(.hands(.escrow(.due(let payments))))):
      state.go(.paying(payments), .escrow(payments.allSatisfy(before.contains) ? .stillDue : .oneMorePayment))
    case (_, .reply(.hands(.escrow(.due(let payments))))): state.go(.paying(payments))
    case (_, .reply(.hands(.escrow(.gaps(let gaps))))): state.go(.short(gaps))
    case (_, .reply(.hands(.escrow(.lost)))): return .done(.lost)
    case (_, .reply(.hands(let news))): state.go(.stopped, news.escrowProblem.map(Notice.escrow))
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .confirming, .paying, .short, .almost, .stopped: []
    case .uploading, .checking, .retrying: [.hands(.escrow(.upload(state.plan)))]
    case .waiting: [.hands(.wait(.polling, seconds: pause))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let cancel = Choice<Action>(.cancel, .cancel, .cancel), back = Choice<Action>(.back, .back, .back)
    let cost = Block.cost(state.plan.costs(state.methods, state.providers).facts(years: state.plan.years))
    func screen(_ heading: Copy, _ says: [Copy], _ blocks: [Block], _ choices: [Choice<Action>]) -> Screen<Action> {
      Screen(
        title: .escrowTitle, heading: heading, .working, says, state.notice.blocks + blocks, choices: choices + [cancel],
        announcement: state.notice?.copy ?? says.first, aside: .upload)
    }
    switch state.stage {
    case .confirming:
      let bills = state.plan.bills(state.providers)
      return screen(.confirmPayment, [.whatItCosts], bills.blocks + [cost], [Choice(.confirmPayment(of: bills), .proceed), back])
    case .uploading: return screen(.bringingParts, [.bringingParts], [cost, .progress(.bringingParts)], [back])
    case .paying(let payments), .checking(let payments):
      let waits: [Need] = if case .checking = state.stage { [.news] } else { [] }
      return screen(
        .payThese(payments.count), [payments.count == 1 ? .providerWaits : .providersWait],
        payments.map { .payment($0, to: state.providers.label(of: $0.url)) }, [Choice(.havePaid, .paid, needs: waits), back])
    case .short(let gaps):
      return screen(
        .notAllThere, [.notAllThere], state.blocks(of: gaps),
        [Choice(.cardTryAgain, .tryAgain), Choice(.changeWays, .change, .outline), Choice(.waitForIt, .wait, .quiet)])
    case .waiting(let gaps), .retrying(let gaps):
      return screen(
        .notAllThere, [.waitingForIt], state.blocks(of: gaps), [Choice(.cardTryAgain, .tryAgain), Choice(.changeWays, .change, .outline)])
    case .almost(let gaps, _):
      return screen(
        .notAllThere, [.waysWork], state.facts(of: gaps, broken: []),
        [Choice(.cardTryAgain, .tryAgain), Choice(.finishWithout, .finish, .outline), Choice(.changeWays, .change, .outline)])
    case .stopped: return screen(.notAllThere, [.uploadStopped], [], [Choice(.cardTryAgain, .tryAgain), back])
    }
  }

  static let somePayment = EscrowPayment(url: "https://a.example/", amount: "EUR:1", uri: "taler://pay/a.example/1")
  static let someOtherPayment = EscrowPayment(url: "https://a.example/", amount: "EUR:2", uri: "taler://pay/a.example/2")
  /// The least that leads through it, for the worlds of flows that hold it.
  static let fewNews: [HandsReply] = [.uploaded(isPractice: false)].map(HandsReply.escrow)
  public static var world: World<EscrowUpload> {
    let methods = PolicyReview.someMethods
    var providers = PolicyReview.someProviders
    providers[0].annualFee = "EUR:1"
    return World(
      start: State(EscrowPlan(EscrowPlan.suggested(methods, providers), years: 1), methods, providers),
      hands: [
        .uploaded(isPractice: false), .uploaded(isPractice: true),
        .uploaded(isPractice: false, gaps: [EscrowGap(url: "https://a.example/", .unreachable)]), .due([somePayment]), .due([someOtherPayment]),
        .gaps([EscrowGap(url: "https://a.example/", .unreachable)]),
        .lost, .failed, .declined,
      ].map(HandsReply.escrow) + [.elapsed(.polling)])
  }
}

extension EscrowUpload.State: Staged {
  /// Which provider is missing and why, and which ways would not work without it.
  fileprivate func blocks(of gaps: [EscrowGap]) -> [Block] {
    let missing = Set(gaps.map(\.url))
    let broken = plan.policies.indices.filter { place in plan.policies[place].parts.contains { missing.contains($0.url) } }
    return facts(of: gaps, broken: Array(broken))
  }
  fileprivate func facts(of gaps: [EscrowGap], broken: [Int]) -> [Block] {
    let whole = Set(plan.policies.indices).subtracting(broken).sorted()
    return [
      .facts(gaps.map { Fact(providers.label(of: $0.url), $0.trouble.copy) }),
      .facts([Fact("Would not work", .ways(broken)), Fact("Would work", .ways(whole))]),
    ]
  }
}

extension Copy {
  static let whatItCosts = Copy("C-15.says", "This is what it costs. The providers take it, not we.")
  static let bringingParts = Copy("C-39.upload", "Bringing every part to its provider…")
  /// With what it comes to, where it is one currency.
  static func confirmPayment(of bills: [EscrowBill]) -> Copy {
    let amounts = bills.flatMap { bill in [bill.document, bill.part?.times(bill.parts)].compactMap(\.self) }
    let sum = amounts.dropFirst().reduce(amounts.first) { $0?.adding($1) }
    return sum.map { Copy("C-15.sum", "Confirm payment of \($0.inWords)") } ?? .confirmPayment
  }
  static func payThese(_ count: Int) -> Copy { Copy("C-61.title", count == 1 ? "Pay this provider" : "Pay these providers") }
  static let paymentIsNoticed = Copy("C-61.noticed", "When it arrives, this goes on by itself.")
  static let providerWaits = Copy("C-39", "A provider waits for its payment.")
  static let providersWait = Copy("C-39.many", "These providers wait for their payments.")
  static func payProvider(_ provider: String, _ amount: String) -> Copy { Copy("C-61", "\(provider) asks for \(Copy.price(amount).text).") }
  static let havePaid = Copy("C-61.paid", "I have paid")
  static let notAllThere = Copy("C-39.short", "Not every part is in its place yet.")
  static let waysWork = Copy(
    "C-39.almost",
    "Every way works already. These providers keep their parts, but may not have the plan of the ways yet: one of the others must give it.")
  static let finishWithout = Copy("C-39.without", "Finish without them")
  static let changeWays = Copy("C-39.change", "Change the ways")
  static let waitForIt = Copy("C-39.wait", "Wait for it")
  static let waitingForIt = Copy(
    "C-39.waiting", "We ask again every minute. You may also stop here and come back: everything stays on this computer.")
  static let uploadStopped = Copy("C-39.stopped", "That stopped half-way. Nothing is lost, and what is there already is not brought twice.")
  static func ways(_ places: [Int]) -> Copy { Copy("C-39.ways", places.isEmpty ? "None" : places.map { Copy.way($0).text }.listed) }
}

extension Aside {
  static let upload = Aside(
    whatStepMeans,
    [
      (Copy("C-39.1", "What goes to a provider"), Copy("C-39.1t", "A sealed part, which it can't open, and what it needs to check that it's you.")),
      (Copy("C-39.2", "Who takes the money"), Copy("C-39.2t", "Each provider for itself, through your wallet. We see no payment.")),
      (Copy("C-39.3", "If you stop here"), Copy("C-39.3t", "It is not finished, and nothing of yours changes. You can go on later.")),
    ])
}
