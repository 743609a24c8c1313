import HandsProtocol
import Model
import Vocabulary

/// The drill of one way of account recovery: after a touch, a person comes back with the help of providers as on the
/// worst day, up to where the recovered secret opens its own wrap in an empty vault. What the drill finds and asks is in
/// the hands' memory alone, and nothing changes but dates and the log. C-40, RECOVERY §5.
public enum EscrowTest: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.lookingUp
    var notice: Notice?
    /// `true` once the account's holder was present for this run.
    var isConfirmed = false
    /// `true` if all that is set up is there to practice with.
    var isPractice: Bool?
    var away: EscrowConnection.State?
    var isRetelling = false
    var suggested: String?
    var among: [String]?
    var country = ""
    var providers: [EscrowProviderFacts] = []
    var documents: [EscrowDocumentFacts] = []
    /// - Parameters:
    ///   - country: The code of the country that the person's language suggests (C-24).
    ///   - among: The codes of the countries to choose from; `nil` means all.
    public init(suggesting country: String? = nil, among: [String]? = nil) { suggested = country; self.among = among }
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, confirming(Opening.State)
    /// The account has no account recovery.
    case unset
    /// The hands forget what another drill may have left.
    case beginning
    case identifying(Identification.State), finding(DocumentFinding.State)
    case choosing(EscrowPuzzle), pricing(ChosenWays)
    case checking(ChosenWays), answering(ChosenWays, ChallengeAnswer.State)
    case joining(ChosenWays), stopped(ChosenWays)
    /// The joined secret finds its way in, and then opens it in an empty vault.
    case recognizing(ChosenWays), searching(ChosenWays, Evidence), trying(ChosenWays), proving(Evidence)
    /// The hands note the day for the parts, and forget the rest.
    case noting
    case passed
    /// The hands forget everything, and the drill ends in this way.
    case forgetting(Ending), ended(Ending)
  }
  /// Why a drill ended before it passed.
  enum Ending: Codable, Hashable, Sendable {
    case cancelled
    /// What ended it is told in a notice.
    case stopped(Notice)
    case wrongAnswer(String), limited(String)
    /// A provider no longer has its part, or gave one that does not fit.
    case gone(String), unfit([String])
    /// The parts fit together, and what came back opens nothing of this account.
    case otherSecret, notOurs
    /// The way's own wrap did not open.
    case broken(Notice)
  }
  public enum Action: CancellableAction, ReversibleAction {
    case choose(Int), accept, check(Int), change, tryAgain, setUp, leave, back, cancel
    case confirming(Opening.Action), hands(EscrowConnection.Action), identifying(Identification.Action), finding(
      DocumentFinding.Action)
    case answering(ChallengeAnswer.Action)

    public var actionName: ActionName {
      switch self {
      case .choose(let number): "choose.\(number)"
      case .accept: "accept"
      case .check(let number): "check.\(number)"
      case .change: "change"
      case .tryAgain: "tryAgain"
      case .setUp: "setUp"
      case .leave: "leave"
      case .back: "back"
      case .cancel: "cancel"
      case .confirming(let action): .child("confirming", action)
      case .hands(let action): .child("hands", action)
      case .identifying(let action): .child("identifying", action)
      case .finding(let action): .child("finding", action)
      case .answering(let action): .child("answering", action)
      }
    }
  }
  /// None of them grants anything.
  public enum Output: Outcome {
    case ended, setUp, cancelled
    public var leadsTo: Destination { self == .setUp ? .escrowSetUp : .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    if case .reply(.hands(.escrow)) = signal, let end = state.afterForgetting() { return end }
    if let step: Transition<Output> = state.waitForHands(signal) { return step }
    if state.retell(signal) { return .stay }
    if let step = inChild(signal, &state) { return step }
    switch (state.stage, signal) {
    case (.passed, .action(.cancel)), (.passed, .action(.leave)), (.ended, .action(.leave)): return .done(.ended)
    case (.ended, .action(.setUp)), (.unset, .action(.setUp)): return .done(.setUp)
    case (.ended, .action(.tryAgain)): state.go(state.isConfirmed ? .beginning : .lookingUp)
    case (_, .action(.leave)): return .done(.cancelled)
    case (_, .action(.cancel)):
      guard state.hasBegun else { return .done(.cancelled) }
      return state.end(.cancelled)
    case (.choosing(let puzzle), .action(.choose(let number))):
      if let ways = puzzle.drills.first(where: { $0.number == number })?.chosen(of: puzzle) { state.choose(ways) }
    case (.choosing, .action(.change)): state.go(.finding(DocumentFinding.State(state.providers, state.documents)))
    case (.pricing(let ways), .action(.accept)): state.go(.checking(ways))
    case (.pricing(let ways), .action(.back)), (.checking(let ways), .action(.back)): state.go(.choosing(ways.puzzle))
    case (.checking(let ways), .action(.check(let number))):
      if let challenge = ways.narrowed.challenges.first(where: { $0.number == number && !$0.isSolved }) {
        state.go(.answering(ways, ChallengeAnswer.State(challenge)))
      }
    case (.stopped(let ways), .action(.tryAgain)): state.go(.joining(ways))
    // A page that was loaded anew has forgotten the secret. The hands join it again.
    case (.recognizing(let ways), .secretsLost), (.trying(let ways), .secretsLost): state.go(.joining(ways))
    case (_, .reply(.hands(.escrow(let news)))): return hear(news, &state)
    case (_, .reply(.hands(.way(let news)))): return hear(news, &state)
    case (_, .reply(.server(let news))): return learn(news, &state)
    default: break
    }
    return .stay
  }

  private static func hear(_ news: EscrowReply, _ state: inout State) -> Transition<Output> {
    switch (state.stage, news) {
    case (.beginning, .discarded): state.identify()
    case (.beginning, let news): state.identify(HandsReply.escrow(news).escrowProblem.map(Notice.escrow))
    case (.joining(let ways), .recovered): state.go(.recognizing(ways))
    case (.joining, .otherSecret): return state.end(.otherSecret)
    case (.joining(let ways), .gaps(let gaps)): return state.fail(.unfit(gaps.map { ways.puzzle.provider(at: $0.url) }))
    case (.joining, .lost): state.startOver()
    case (.joining(let ways), let news):
      state.go(.stopped(ways), HandsReply.escrow(news).escrowProblem.map(Notice.escrow))
    default: break
    }
    return .stay
  }

  private static func hear(_ news: HandsReply.Way, _ state: inout State) -> Transition<Output> {
    switch (state.stage, news) {
    case (.recognizing(let ways), .made(let evidence)): state.go(.searching(ways, evidence))
    case (.trying, .made(let evidence)): state.go(.proving(evidence))
    case (.recognizing(let ways), .unable), (.trying(let ways), .unable):
      state.go(.stopped(ways), .fault(.unsupported))
    case (.recognizing(let ways), _), (.trying(let ways), .closed): state.go(.stopped(ways), .escrow(.failed))
    case (.trying, .mismatched): return state.fail(.notOurs)
    case (.trying, .fromBefore): return state.fail(.broken(.fromBefore))
    case (.trying, _): return state.fail(.broken(.tampered))
    default: break
    }
    return .stay
  }

  private static func learn(_ news: ServerReply, _ state: inout State) -> Transition<Output> {
    switch (state.stage, news) {
    case (.lookingUp, .account(.state(let standing))):
      let isSetUp = standing.hasEscrow || standing.practicesEscrow == true
      state.isPractice = !standing.hasEscrow
      let opening = Opening.State(.escrowTest, opens: false, hasCard: standing.hasCard)
      state.go(isSetUp ? .confirming(opening) : .unset)
    case (.lookingUp, _): state.go(.ended(.stopped(.outage)))
    case (.searching(let ways, _), .way(.found)): state.go(.trying(ways))
    // It may be of another account or version, so nothing is noted against the one that stands.
    case (.searching, .way(.codeRejected)): return state.end(.notOurs)
    case (.searching(let ways, _), _): state.go(.stopped(ways), .outage)
    case (.proving, .way(.drillPassed(_))): state.go(.noting)
    case (.proving, let news): return state.end(.stopped(news == .unavailable ? .outage : .changedMeanwhile))
    default: break
    }
    return .stay
  }

  /// Every order to this computer's hands is a step of the drill.
  public static func awaited(_ state: State) -> [Effect] {
    (state.away.map(EscrowConnection.awaited) ?? state.awaitedWithTexts).map { effect in
      if case .hands(.escrow(let step)) = effect { .hands(.escrow(.drill(step))) } else { effect }
    }
  }
}

extension EscrowTest.State: Retelling {
  static var purpose: EscrowPurpose { .recovery }
  var showsTexts: Bool {
    switch stage {
    case .checking, .answering: true
    default: false
    }
  }
  var own: [Effect] {
    switch stage {
    case .lookingUp: [.server(.account(.readAccount))]
    case .confirming(let child): Opening.awaited(child)
    case .beginning, .forgetting: [.hands(.escrow(.discard(.recovery)))]
    case .identifying(let child): Identification.awaited(child)
    case .finding(let child): DocumentFinding.awaited(child)
    case .answering(_, let child): ChallengeAnswer.awaited(child)
    case .joining: [.hands(.escrow(.recover))]
    case .recognizing: [.hands(.way(.lookUpEscrow))]
    case .searching(_, let evidence): [.server(.way(.findOwnEscrow(evidence)))]
    case .trying: [.hands(.way(.tryEscrow))]
    case .proving(let evidence): [.server(.way(.passDrill(.escrow, evidence)))]
    case .noting: [.hands(.escrow(.finish))]
    case .unset, .choosing, .pricing, .checking, .stopped, .passed, .ended: []
    }
  }

  mutating func identify(_ notice: Notice? = nil) {
    let known = country.isEmpty ? nil : country
    go(.identifying(Identification.State(.recovery, suggesting: suggested, among: among, in: known, notice)))
  }
  mutating func startOver() {
    isRetelling = false
    identify(.escrow(.lost))
  }

  /// `true` while the hands may have something to forget.
  fileprivate var hasBegun: Bool {
    switch stage {
    case .lookingUp, .confirming, .unset, .beginning, .noting, .passed, .forgetting, .ended: false
    default: true
    }
  }

  /// Ends the drill: first, the hands forget everything.
  mutating func end(_ ending: EscrowTest.Ending) -> Transition<EscrowTest.Output> {
    go(.forgetting(ending))
    return Transition(orders: EscrowTest.forgetting)
  }
  /// Ends a drill that the way did not pass, as far as the hands can tell.
  mutating func fail(_ ending: EscrowTest.Ending) -> Transition<EscrowTest.Output> {
    var end = end(ending)
    end.orders.append(.server(.failDrill(.escrow)))
    return end
  }

  /// Goes on once the hands have forgotten, or could not be asked to: what rests with them they forget by themselves.
  fileprivate mutating func afterForgetting() -> Transition<EscrowTest.Output>? {
    switch stage {
    case .noting: go(.passed)
    case .forgetting(.cancelled): return .done(.cancelled)
    case .forgetting(let ending): go(.ended(ending))
    default: return nil
    }
    return .stay
  }
}

extension EscrowTest {
  /// Orders to forget all answers and facts that were typed.
  fileprivate static let forgetting: [Order] =
    [ChallengeAnswer.answer, ChallengeAnswer.code, ChallengeAnswer.clockCode].map { .hands(.forget($0)) }
    + Identification.forgetting()
}
