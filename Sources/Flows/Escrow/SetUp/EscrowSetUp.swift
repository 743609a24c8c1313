import Vocabulary
import HandsProtocol
import Model

/// Sets up a way back in, with its parts stored by providers. C-02, C-04…C-15, C-25…C-39, C-53, G-12, G-13, G-34.
public enum EscrowSetUp: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.takingStock
    var notice: Notice?
    var away: EscrowConnection.State?
    var isRetelling = false
    var suggested: String?
    var among: [String]?
    var standing = AccountState()
    var country = ""
    var methods: [EscrowMethodFacts] = []
    var providers: [EscrowProviderFacts] = []
    var plan: EscrowPlan?
    /// The sums already paid; `nil` if nothing has been paid.
    var paid: [EscrowBegun.Sum]?
    /// The plan for which these sums were paid; `nil` if the plan is no longer known.
    var paidPlan: EscrowPlan?
    /// `true` if the parts are stored by practice providers, which this computer simulates (G-34).
    var isPractice = false
    var subject: Subject
    /// - Parameters:
    ///   - subject: The secret that is split among the providers.
    ///   - country: The code of the country that the person's language suggests (C-24).
    ///   - among: The codes of the countries to choose from; `nil` means all.
    public init(_ subject: Subject = .account, suggesting country: String? = nil, among: [String]? = nil) {
      suggested = country; self.among = among; self.subject = subject
      if subject == .file { stage = .resuming }
    }
  }
  /// The account of the signed-in person, or a file held by the hands, which needs no sign-in.
  public enum Subject: String, Codable, Hashable, Sendable { case account, file }
  enum Stage: Codable, Hashable, Sendable {
    case takingStock, tooEarly, deciding
    case resuming, offering(EscrowCheckpoint), discarding
    case identifying(Identification.State), methods(EscrowMethods.State), reviewing(PolicyReview.State), uploading(
      EscrowUpload.State)
    /// The addresses are tried, between the upload and the touch.
    case trying(EscrowTrial.State)
    case opening(Opening.State), sealing, committing(Evidence), finishing, finished
    /// The touched key cannot open the account.
    case closed
  }
  public enum Action: CancellableAction {
    case setUp, goOn, beginAnew, addKey, tryAgain, leave, cancel
    case hands(EscrowConnection.Action), identifying(Identification.Action), methods(EscrowMethods.Action), reviewing(
      PolicyReview.Action)
    case uploading(EscrowUpload.Action), tryFirst, trying(EscrowTrial.Action), opening(Opening.Action)

    public var actionName: ActionName {
      switch self {
      case .setUp: "setUp"
      case .goOn: "goOn"
      case .beginAnew: "beginAnew"
      case .addKey: "addKey"
      case .tryAgain: "tryAgain"
      case .leave: "leave"
      case .cancel: "cancel"
      case .hands(let action): .child("hands", action)
      case .identifying(let action): .child("identifying", action)
      case .methods(let action): .child("methods", action)
      case .reviewing(let action): .child("reviewing", action)
      case .uploading(let action): .child("uploading", action)
      case .tryFirst: "tryFirst"
      case .trying(let action): .child("trying", action)
      case .opening(let action): .child("opening", action)
      }
    }
  }
  public enum Output: Outcome {
    case setUp, toKeys, cancelled
    public var leadsTo: Destination {
      switch self {
      case .setUp, .cancelled: .origin
      case .toKeys: .enrollment
      }
    }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    let isWayIn = state.stage == .finishing || state.stage == .finished  // whatever comes now
    if let step: Transition<Output> = state.waitForHands(signal) {
      return step.output == .cancelled && isWayIn ? .done(.setUp) : step
    }
    if state.retell(signal) { return .stay }
    if let step = inChild(signal, &state) { return step }
    switch (state.stage, signal) {
    case (.finished, .action(.leave)): return .done(.setUp)
    case (_, .action(.cancel)): return .done(isWayIn ? .setUp : .cancelled)
    case (_, .reply(.server(let news))): learn(news, &state)
    case (.tooEarly, .action(.addKey)): return .done(.toKeys)
    case (.deciding, .action(.setUp)): state.go(.resuming)
    case (.resuming, .reply(.hands(.escrow(.resumed(let checkpoint))))):
      state.go(.offering(checkpoint))
      return Transition(orders: state.noting(isBegun: true))
    // A set-up that was begun on another computer remains pending on that computer.
    case (.resuming, .reply(.hands(.escrow(.nothingLeft)))): state.beginAnew()
    case (.discarding, .reply(.hands(.escrow(.discarded)))):
      state.beginAnew()
      return Transition(orders: state.noting(isBegun: false))
    case (.resuming, .reply(.hands(let news))), (.discarding, .reply(.hands(let news))):
      let notice = news.escrowProblem.map(Notice.escrow)
      if state.subject == .file { state.identify(notice) } else { state.go(.deciding, notice) }
    case (.offering(let checkpoint), .action(.goOn)):
      state.goOn(from: checkpoint)
      return Transition(orders: Identification.forgetting())
    case (.offering, .action(.beginAnew)): state.go(.discarding)
    case (.sealing, .reply(.hands(.way(.made(let evidence))))): state.go(.committing(evidence))
    case (.sealing, .reply(.hands(.way(.unable)))): state.touch(.fault(.unsupported))
    case (.sealing, .reply(.hands(.way(.refused)))): state.touch(.tampered)
    case (.sealing, .reply(.hands(.escrow))): state.startOver()
    case (.sealing, .reply(.hands)), (.sealing, .secretsLost): state.bringAgain()
    case (.closed, .action(.tryAgain)): state.touch()
    // The way in is already valid. If these hands fail to forget something now, they forget it when they next begin.
    case (.finishing, .reply(.hands)): state.go(.finished)
    default: break
    }
    return .stay
  }

  private static func learn(_ news: ServerReply, _ state: inout State) {
    switch (state.stage, news) {
    case (.takingStock, .account(.state(let standing))):
      state.standing = standing
      state.go(standing.hasProvedWay ? .deciding : .tooEarly)  // C-05, G-34
    case (.takingStock, _): state.go(.tooEarly, .outage)
    case (.committing, .way(.escrowSaved)): state.go(.finishing)
    case (.committing, .way(.tooLate)): state.touch(.tooLate)
    case (.committing, .way(.conflict)): state.touch(.changedMeanwhile)
    case (.committing, _): state.touch(.outage)
    default: break
    }
  }

  public static func awaited(_ state: State) -> [Effect] {
    state.away.map(EscrowConnection.awaited) ?? state.awaitedWithTexts
  }
}

extension EscrowSetUp.State: Retelling {
  static var purpose: EscrowPurpose { .backup }
  var showsTexts: Bool {
    switch stage {
    case .methods, .reviewing, .trying: true
    default: false
    }
  }
  var own: [Effect] {
    switch stage {
    case .takingStock: [.server(.account(.readAccount))]
    case .tooEarly, .deciding, .offering, .finished, .closed: []
    case .resuming: [.hands(.escrow(.resume(.backup)))]
    case .discarding: [.hands(.escrow(.discard(.backup)))]
    case .identifying(let child): Identification.awaited(child)
    case .methods(let child): EscrowMethods.awaited(child)
    case .reviewing(let child): PolicyReview.awaited(child)
    case .uploading(let child): EscrowUpload.awaited(child)
    case .trying(let child): EscrowTrial.awaited(child)
    case .opening(let child): Opening.awaited(child)
    case .sealing: [.hands(.way(.sealEscrow(isPractice: isPractice)))]
    case .committing(let evidence): [.server(.way(.commitEscrow(evidence, isPractice: isPractice)))]
    case .finishing: [.hands(.escrow(.finish))]
    }
  }

  /// Returns an order that notifies the server, so that Settings shows the status. No order is needed for a file, which
  /// belongs to no account.
  func noting(isBegun: Bool) -> [Order] { subject == .account ? [.server(.noteEscrow(isBegun: isBegun))] : [] }

  mutating func identify(_ notice: Notice? = nil) {
    go(
      .identifying(
        Identification.State(.backup, suggesting: suggested, among: among, in: country.isEmpty ? nil : country, notice))
    )
  }
  /// Begins at the first step, because the hands have nothing left of an earlier set-up.
  fileprivate mutating func beginAnew() {
    (methods, providers, plan) = ([], [], nil)
    forgetPayments()
    identify()
  }
  /// Forgets the payments, which may now belong to different facts. If they still count, the hands report them with the
  /// next upload.
  mutating func forgetPayments() { (paid, paidPlan) = (nil, nil) }
  mutating func startOver() {
    methods = []
    forgetPayments()
    isRetelling = false
    identify(.escrow(.lost))
  }
  /// Uploads again after a page was reloaded and no longer holds the secret that was split. The hands still hold it,
  /// and upload nothing twice.
  mutating func bringAgain() {
    guard let plan else { return startOver() }
    go(.uploading(EscrowUpload.State(plan, methods, providers, isAgain: true, paid: paid, for: paidPlan)))
  }
  mutating func touch(_ notice: Notice? = nil) {
    go(.opening(Opening.State(.escrow, hasCard: standing.hasCard, notice)))
  }
  /// The methods whose address can be tried before the touch.
  var trials: [EscrowTrial.Candidate] { plan?.trials(methods, providers) ?? [] }
  mutating func chooseMethods() { go(.methods(EscrowMethods.State(in: country, methods, providers))) }
  mutating func review() { go(.reviewing(PolicyReview.State(methods, providers, plan))) }

  /// Continues where an earlier run stopped (C-53).
  fileprivate mutating func goOn(from checkpoint: EscrowCheckpoint) {
    guard case .backup(let country, let methods, let providers, let plan, let begun) = checkpoint else {
      return identify()
    }
    (self.country, self.methods, self.providers, self.plan) = (country, methods, providers, plan)
    paid = begun.flatMap { $0.paid.isEmpty ? nil : $0.paid }
    paidPlan = begun == nil ? nil : plan
    guard let plan, !methods.isEmpty, !providers.isEmpty else { return chooseMethods() }
    // A plan that was confirmed and begun need not be confirmed again. However, a method that was added later must not
    // be left out silently.
    if begun != nil, plan.methods == Set(methods.map(\.number)) { bringAgain() } else { review() }
  }
}

extension AccountState {
  /// `true` if the account can also be opened in a different way that was tested. Providers are never the first way
  /// (C-05, C-07, G-34).
  var hasProvedWay: Bool { hasMasterKey && (hasCode || keys.contains(where: \.opens)) }
}
