import Vocabulary
import HandsProtocol

/// Pays what is due, and uploads every part to its provider. The flow can be repeated, and never does anything twice.
/// C-15, C-39.
public enum EscrowUpload: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var plan: EscrowPlan
    var methods: [EscrowMethodFacts]
    var providers: [EscrowProviderFacts]
    /// The hands' latest report on payments.
    var due: EscrowDue?
    /// The sums paid for this plan or an earlier one; empty if the sums are unknown, `nil` if nothing was paid.
    var paid: [EscrowBegun.Sum]?
    /// The plan that was paid for; `nil` if the plan is no longer known because a different one has been uploaded
    /// since.
    var paidPlan: EscrowPlan?
    /// - Parameter isAgain: `true` if the plan was confirmed and begun before.
    init(
      _ plan: EscrowPlan, _ methods: [EscrowMethodFacts], _ providers: [EscrowProviderFacts], isAgain: Bool = false,
      paid: [EscrowBegun.Sum]? = nil, for paidPlan: EscrowPlan? = nil
    ) {
      self.plan = plan; self.methods = methods; self.providers = providers; self.paid = paid; self.paidPlan = paidPlan
      stage = .confirming
      if isAgain || plan.costs(methods, providers).signUp.isFree { bring() }  // C-39: free is not asked about
    }
  }
  enum Stage: Codable, Hashable, Sendable {
    case confirming, uploading
    /// The payment is checked again when the person reports it as paid, or automatically, with a longer pause after
    /// each check that finds nothing.
    case paying(looks: Int), checking, looking(looks: Int)
    case short([EscrowGap])
    /// Waits for a provider to come back. In the meantime, the provider is only contacted and nothing is uploaded,
    /// because somebody may have to allow each upload.
    case waiting([EscrowGap]), retrying([EscrowGap])
    /// Every way works, but these providers have no document yet.
    case almost([EscrowGap], isPractice: Bool)
    case stopped
  }
  public enum Action: String, CancellableAction, ReversibleAction {
    case proceed, paid, tryAgain, wait, finish, change, back, cancel
  }
  public enum Output: Outcome {
    case uploaded(isPractice: Bool)
    /// The person wants to change the ways.
    case change
    /// The hands have lost the facts about the person.
    case lost
    case cancelled
  }

  /// The number of seconds between two attempts to contact an awaited provider.
  static let pause = 60
  /// The number of seconds before the first check of a payment. The pause is doubled before each further check, because
  /// providers limit the number of requests.
  static let paymentPause = 30, mostDoublings = 5

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.paying, .action(.back)), (.checking, .action(.back)), (.looking, .action(.back)):
      state.due = nil
      state.go(.confirming)
    case (_, .action(.back)), (_, .action(.change)): return .done(.change)
    case (_, .action(.proceed)), (_, .action(.tryAgain)): state.bring()
    case (.paying, .action(.paid)), (.looking, .action(.paid)): state.go(.checking)
    case (.paying(let looks), .reply(.hands(.elapsed(.polling)))): state.stage = .looking(looks: looks)
    case (.checking, .reply(.hands(.escrow(.ready)))), (.looking, .reply(.hands(.escrow(.ready)))): state.go(.uploading)
    case (.checking, .reply(.hands(.escrow(.gaps(let gaps))))):
      state.go(.paying(looks: 0), gaps.first.map { .escrow(.trouble($0.trouble)) })
    case (.short(let gaps), .action(.wait)): state.go(.waiting(gaps))
    case (.waiting(let gaps), .reply(.hands(.elapsed(.polling)))): state.stage = .retrying(gaps)
    case (.retrying(let gaps), .reply(.hands(.escrow(.providers(let providers))))):
      if gaps.areBack(among: providers) { state.go(.uploading) } else { state.stage = .waiting(gaps) }
    case (_, .reply(.hands(.escrow(.uploaded(let isPractice, let gaps))))):
      guard !gaps.isEmpty else { return .done(.uploaded(isPractice: isPractice)) }
      state.go(.almost(gaps, isPractice: isPractice))
    case (.almost(_, let isPractice), .action(.finish)): return .done(.uploaded(isPractice: isPractice))
    case (let stage, .reply(.hands(.escrow(.due(let payments, let paid, let coming))))):
      state.pay(EscrowDue(payments: payments, paid: paid, coming: coming), from: stage)
    case (_, .reply(.hands(.escrow(.lost)))): return .done(.lost)
    case (.looking(let looks), .reply(.hands)): state.wait(after: looks)
    case (.retrying(let gaps), .reply(.hands)): state.stage = .waiting(gaps)
    case (.checking, .reply(.hands(let news))): state.go(.paying(looks: 0), news.escrowProblem.map(Notice.escrow))
    case (_, .reply(.hands(.escrow(.gaps(let gaps))))): state.go(.short(gaps))
    case (_, .reply(.hands(let news))): state.go(.stopped, news.escrowProblem.map(Notice.escrow))
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .confirming, .short, .almost, .stopped: []
    case .paying(let looks): [.hands(.wait(.polling, seconds: paymentPause << min(looks, mostDoublings)))]
    case .checking, .looking: [.hands(.escrow(.checkPayments))]
    case .uploading: [.hands(.escrow(.upload(state.plan)))]
    case .retrying: [.hands(.escrow(.contact(.backup, [])))]
    case .waiting: [.hands(.wait(.polling, seconds: pause))]
    }
  }
}

extension [EscrowGap] {
  /// Returns `true` if all of the missing providers answer again.
  fileprivate func areBack(among providers: [EscrowProviderFacts]) -> Bool {
    allSatisfy { gap in providers.contains { $0.url == gap.url && $0.isUsable } }
  }
}

extension EscrowUpload.State: Staged {
  /// Starts the upload, and forgets the paid plan if the current plan is different. A person who returns to the paid
  /// plan pays for some of it again.
  fileprivate mutating func bring() {
    if paidPlan != plan { paidPlan = nil }
    go(.uploading)
  }
  /// Handles the hands' report on payments. A report without news changes nothing on the screen.
  fileprivate mutating func pay(_ due: EscrowDue, from stage: EscrowUpload.Stage) {
    let notice = due.notice(after: self.due, isAsked: stage == .checking)
    self.due = due
    if paidPlan != plan {
      (paid, paidPlan) = (due.paid > 0 ? [] : nil, plan)
    } else if due.paid > 0 {
      paid = paid ?? []
    }
    if case .looking(let looks) = stage, notice == nil { wait(after: looks) } else { go(.paying(looks: 0), notice) }
  }
  fileprivate mutating func wait(after looks: Int) {
    stage = .paying(looks: min(looks + 1, EscrowUpload.mostDoublings))
  }
}
