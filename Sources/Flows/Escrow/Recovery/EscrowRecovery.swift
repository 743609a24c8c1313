import Vocabulary
import HandsProtocol
import Model

/// Leads back into the account with the help of providers when every device, key and paper is gone. C-02, C-41…C-68,
/// G-12, G-33.
public enum EscrowRecovery: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.resuming
    var notice: Notice?
    var away: EscrowConnection.State?
    var isRetelling = false
    var suggested: String?
    var among: [String]?
    var country = ""
    var providers: [EscrowProviderFacts] = []
    var documents: [EscrowDocumentFacts] = []
    /// The recovery's retention period; `nil` if there is nothing to come back to yet.
    var keeping: EscrowKeeping?
    /// - Parameters:
    ///   - country: The code of the country that the person's language suggests (C-24).
    ///   - among: The codes of the countries to choose from; `nil` means all.
    public init(suggesting country: String? = nil, among: [String]? = nil) { suggested = country; self.among = among }
  }
  enum Stage: Codable, Hashable, Sendable {
    case resuming, offering(EscrowCheckpoint), discarding
    case identifying(Identification.State), finding(DocumentFinding.State), solving(ChallengeBoard.State)
    /// The parts are combined. If they do not fit together, the flow returns to this puzzle.
    case recovering(EscrowPuzzle), stopped(EscrowPuzzle), liars(EscrowPuzzle, [EscrowGap])
    /// The parts fit together, but their secret does not open an account here.
    case otherSecret, noAccount
    case restoring(Restoring.State, EscrowPuzzle)
    /// The person is signed in, and the hands are forgetting what was typed on the way.
    case forgetting
  }
  public enum Action: CancellableAction, ReversibleAction {
    case goOn, beginAnew, tryAgain, change, back, cancel
    case hands(EscrowConnection.Action), identifying(Identification.Action), finding(DocumentFinding.Action), solving(
      ChallengeBoard.Action)
    case restoring(Restoring.Action)

    public var actionName: ActionName {
      switch self {
      case .goOn: "goOn"
      case .beginAnew: "beginAnew"
      case .tryAgain: "tryAgain"
      case .change: "change"
      case .back: "back"
      case .cancel: "cancel"
      case .hands(let action): .child("hands", action)
      case .identifying(let action): .child("identifying", action)
      case .finding(let action): .child("finding", action)
      case .solving(let action): .child("solving", action)
      case .restoring(let action): .child("restoring", action)
      }
    }
  }
  public enum Output: Outcome {
    case recovered, cancelled
    public var grants: Bool { self == .recovered }
    public var leadsTo: Destination { self == .recovered ? .comingBack : .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    if state.hearKeeping(signal) { return .stay }
    defer { state.askKeeping() }
    return go(&state, signal)
  }

  private static func go(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    if state.stage == .forgetting, case .reply(.hands(.escrow)) = signal { return .done(.recovered) }
    if let step: Transition<Output> = state.waitForHands(signal) { return step }
    if state.retell(signal) { return .stay }
    if let step = inChild(signal, &state) { return step }
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.resuming, .reply(.hands(.escrow(.resumed(let checkpoint))))): state.go(.offering(checkpoint))
    case (.resuming, .reply(.hands(.escrow(.nothingLeft)))), (.discarding, .reply(.hands(.escrow(.discarded)))):
      state.identify()
    case (.resuming, .reply(.hands(let news))), (.discarding, .reply(.hands(let news))):
      state.identify(news.escrowProblem.map(Notice.escrow))
    case (.offering(let checkpoint), .action(.goOn)):
      state.goOn(from: checkpoint)
      return Transition(orders: Identification.forgetting())
    case (.offering, .action(.beginAnew)), (.otherSecret, .action(.beginAnew)), (.noAccount, .action(.beginAnew)):
      state.go(.discarding)
    case (.recovering(let puzzle), .reply(.hands(.escrow(.recovered)))):
      state.go(.restoring(Restoring.State(.escrow), puzzle))
    case (.recovering, .reply(.hands(.escrow(.otherSecret)))): state.go(.otherSecret)
    case (.recovering(let puzzle), .reply(.hands(.escrow(.gaps(let gaps))))): state.go(.liars(puzzle, gaps))
    case (.recovering, .reply(.hands(.escrow(.lost)))): state.startOver()
    case (.recovering(let puzzle), .reply(.hands(let news))):
      state.go(.stopped(puzzle), news.escrowProblem.map(Notice.escrow))
    case (.stopped(let puzzle), .action(.tryAgain)): state.go(.recovering(puzzle))
    case (.otherSecret, .action(.change)), (.noAccount, .action(.change)):
      state.go(.finding(DocumentFinding.State(state.providers, state.documents)))
    case (.stopped(let puzzle), .action(.back)), (.liars(let puzzle, _), .action(.back)):
      state.go(.solving(ChallengeBoard.State(puzzle)))
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    (state.away.map(EscrowConnection.awaited) ?? state.awaitedWithTexts)
      + (state.keeping == .asking ? [.server(.run(.keep))] : [])
  }
}

extension EscrowRecovery.State: Retelling {
  static var purpose: EscrowPurpose { .recovery }
  var showsTexts: Bool { if case .solving = stage { true } else { false } }
  var own: [Effect] {
    switch stage {
    case .resuming: [.hands(.escrow(.resume(.recovery)))]
    case .discarding, .forgetting: [.hands(.escrow(.discard(.recovery)))]
    case .offering, .stopped, .liars, .otherSecret, .noAccount: []
    case .identifying(let child): Identification.awaited(child)
    case .finding(let child): DocumentFinding.awaited(child)
    case .solving(let child): ChallengeBoard.awaited(child)
    case .recovering: [.hands(.escrow(.recover))]
    case .restoring(let child, _): Restoring.awaited(child)
    }
  }

  mutating func identify(_ notice: Notice? = nil) {
    go(
      .identifying(
        Identification.State(
          .recovery, suggesting: suggested, among: among, in: country.isEmpty ? nil : country, notice)))
  }
  mutating func startOver() {
    isRetelling = false
    identify(.escrow(.lost))
  }
  mutating func solve(_ puzzle: EscrowPuzzle) {
    go(EscrowWays(puzzle).isComplete ? .recovering(puzzle) : .solving(ChallengeBoard.State(puzzle)))
  }

  /// Continues an earlier run (C-53).
  fileprivate mutating func goOn(from checkpoint: EscrowCheckpoint) {
    guard case .recovery(let country, let providers, let documents, let puzzle) = checkpoint else { return identify() }
    (self.country, self.providers, self.documents) = (country, providers, documents)
    if let puzzle { solve(puzzle) } else { go(.finding(DocumentFinding.State(providers))) }
  }
}
