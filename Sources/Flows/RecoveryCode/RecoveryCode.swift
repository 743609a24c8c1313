import Vocabulary
import HandsProtocol
import Model

/// Generates twelve words that open the account when every key is gone. The words are shown once. They are saved when
/// the person says so, and has read three of them off the paper or left that for later. A-50…, G-27, G-39.
public enum RecoveryCode: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    /// `true` if this is the last step of an enrollment. Outside an enrollment, the flow has no step label.
    var endsEnrollment: Bool
    /// `true` if the page holds the words.
    var hasWords = false
    /// `true` if different words were displayed before this page was reloaded.
    var hadWords = false
    var isReminding = false
    /// `true` from the moment when the words are covered until they are shown again.
    var isCovered = false
    /// `true` if three of the words on the screen were read off the paper.
    var wasRead = false
    /// `true` if there is a Master Key that must first be opened by a touch. Otherwise, the code is the first way to
    /// open the Master Key.
    var opens = true
    /// `true` if the account has a card; `nil` if this has not been checked (see `Opening`).
    var hasCard: Bool?
    /// The key that is written together with the code, in one new generation, after a recovery.
    var newKey: NewKey?
    /// `true` if the way that opened the account must prove itself again first.
    var needsProof = false

    /// Creates a state. A person with a proved code may keep it (G-39). Outside an enrollment, the flow begins with a
    /// touch.
    init(endsEnrollment: Bool = false, mayKeep: Bool = false, opens: Bool = true, hasCard: Bool? = nil) {
      self.endsEnrollment = endsEnrollment; self.opens = opens; self.hasCard = hasCard
      stage =
        !endsEnrollment
        ? .touching(Opening.State(.code, opens: opens, hasCard: hasCard)) : mayKeep ? .choosing : .noting
    }
    public init() { self.init(endsEnrollment: false) }
    var step: StepLabel? { endsEnrollment ? .code : nil }
    var title: Copy { endsEnrollment ? .enrollmentTitle : .codeTitle }
    /// Returns the state of a flow whose Master Key is already open.
    static func opened(for newKey: NewKey? = nil) -> Self {
      var state = Self()
      (state.stage, state.newKey) = (.noting, newKey)
      return state
    }

    /// Shows the words that these hands have.
    mutating func show(_ notice: Notice? = nil) {
      isCovered = false
      go(.shown, notice)
    }
    /// Makes the words a way in. The way that opened the account may have to prove itself before.
    mutating func seal() { go(needsProof ? .proving : .sealing) }

    func touching(_ notice: Notice? = nil) -> Stage {
      .touching(Opening.State(.code, opens: opens, hasCard: hasCard, goesWithRun: endsEnrollment, notice))
    }
  }
  struct NewKey: Codable, Hashable, Sendable {
    var key: KeyID, label: String
    var isCard = false
    /// `true` if the secret that opened the account came from escrow providers rather than from typed words.
    var isByEscrow = false
    /// The old keys and cards that go in the same generation.
    var dropping: [KeyID] = []
    /// The old keys and cards of which the person said that they are still there.
    var keeping: [KeyID] = []
  }
  enum Stage: Codable, Hashable, Sendable {
    case touching(Opening.State)
    case choosing, noting, showing, shown, reminding
    /// Three words are read off the paper. Which three, and whether they are right, only the hands know.
    case reading
    case sealing, saving(Evidence)
    /// The way that opened the account automatically provides a new proof, because writing the new words down takes
    /// time.
    case proving, verifyingProof(Evidence)
    /// The touched key cannot open the account, so words sealed by these hands would open nothing.
    case closed
  }
  public enum Action: CancellableAction {
    case opening(Opening.Action), keep, make, later, finish, read, showAgain, skip, again, cancel

    public var actionName: ActionName {
      switch self {
      case .opening(let action): .child("opening", action)
      case .keep: "keep"
      case .make: "make"
      case .later: "later"
      case .finish: "finish"
      case .read: "read"
      case .showAgain: "showAgain"
      case .skip: "skip"
      case .again: "again"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case saved, kept, cancelled
    /// The page was reloaded after a recovery, so the typed words are gone.
    case lost
    public var leadsTo: Destination { .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.touching(let child), _): return touch(child, signal, &state)
    case (.choosing, .action(.keep)): return .done(.kept)
    case (.choosing, .action(.make)): state.go(.noting)
    case (.closed, .action(.again)): state.go(state.touching())
    case (.noting, .reply(.server(.way(.revealNoted)))): state.go(.showing)
    case (.noting, .reply(.server)): state.go(state.touching(.outage))
    case (.showing, .reply(.hands(.way(.shown)))):
      state.hasWords = true
      state.wasRead = false
      state.show(state.hadWords ? .newWords : nil)
      state.hadWords = true
    case (.showing, .reply(.hands)) where state.newKey != nil: return .done(.lost)
    case (.showing, .reply(.hands)): state.go(state.touching(.fault(.unsupported)))
    case (.sealing, .reply(.hands(.way(.unable)))), (.proving, .reply(.hands(.way(.unable)))):
      state.show(.fault(.unsupported))
    case (.shown, .action(.later)): state.go(.reminding)
    case (.reminding, .reply(.server(let news))):
      state.isReminding = news == .way(.reminded)
      state.show(state.isReminding ? nil : .outage)
    case (.shown, .action(.finish)) where state.wasRead: state.seal()
    case (.shown, .action(.finish)):
      state.isCovered = true
      state.go(.reading)
    case (.reading, .action(.showAgain)): state.show()
    case (.reading, .action(.skip)): state.seal()
    case (.reading, .action(.read)):
      state.wasRead = true
      state.seal()
    case (.sealing, .reply(.hands(.way(.made(let evidence))))): state.go(.saving(evidence))
    case (.sealing, .reply(.hands(.way(.closed)))) where state.newKey != nil, (.proving, .reply(.hands(.way(.closed)))):
      return .done(.lost)
    case (_, .secretsLost) where state.newKey != nil: return .done(.lost)
    case (.saving, .reply(.server(.way(.startedAnew)))): return .done(.saved, .hands(.forget(codeField)))
    case (.saving, .reply(.server(.way(.tooLate)))) where state.newKey != nil:
      state.needsProof = true
      state.go(.proving)
    case (.saving, .reply(.server(.way(.conflict)))) where state.newKey != nil: return .done(.lost)
    case (.proving, .reply(.hands(.way(.made(let evidence))))): state.go(.verifyingProof(evidence))
    case (.proving, .reply(.hands(.escrow))): return .done(.lost)
    case (.proving, .reply(.hands)): state.show(.tampered)
    case (.verifyingProof, .reply(.server(.way(.proofVerified)))):
      state.needsProof = false
      state.go(.sealing)
    case (.verifyingProof, .reply(.server(.unavailable))): state.show(.outage)
    case (.verifyingProof, .reply(.server)): return .done(.lost)
    case (.noting, .reply(.server(.unavailable))) where state.newKey != nil: return .done(.lost)
    case (.sealing, .reply(.hands(.way(.refused)))): state.show(.tampered)
    case (.sealing, .reply(.hands(.way))): state.go(state.touching())
    case (.saving, .reply(.server(.way(.codeSaved)))): return .done(.saved, .hands(.forget(codeField)))
    case (.saving, .reply(.server(.way(.tooLate)))): state.go(state.touching(.tooLate))
    case (.saving, .reply(.server(.way(.conflict)))): state.go(state.touching(.changedMeanwhile))
    case (.saving, .reply(.server)): state.show(.outage)
    case (.showing, .secretsLost), (.shown, .secretsLost), (.reading, .secretsLost), (.sealing, .secretsLost),
      (.reminding, .secretsLost):
      state.hasWords = false
      state.go(state.touching())
    default: break
    }
    return .stay
  }

  /// Continues after the touch. Words that are still in the page are sealed next; otherwise, new words are generated.
  private static func touch(_ child: Opening.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    if signal == .secretsLost { state.hasWords = false }
    let (child, step) = signal.passed(to: Opening.self, child)
    switch step.output {
    case nil: state.stage = .touching(child)
    case .cancelled: return .done(.cancelled)
    case .ready(_, let opened):
      state.isCovered = false
      if !opened && state.opens { state.go(.closed) } else if state.hasWords { state.show() } else { state.go(.noting) }
    }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .touching(let child): Opening.awaited(child)
    case .choosing, .shown, .reading, .closed: []
    case .noting: [.server(.way(.noteReveal))]
    case .showing: [.hands(.way(.showCode))]
    case .reminding: [.server(.way(.remind))]
    case .sealing: [.hands(.way(state.newKey.map { .startAnew($0.key, dropping: $0.dropping) } ?? .sealCode))]
    case .saving(let evidence):
      [
        .server(
          .way(
            state.newKey.map { $0.written(evidence, wasRead: state.wasRead) }
              ?? .commitCode(evidence, wasRead: state.wasRead)))
      ]
    case .proving: [.hands(.way(state.newKey?.isByEscrow == true ? .openWithEscrow : .openWithCode))]
    case .verifyingProof(let evidence): [.server(.way(.verifyProof(evidence)))]
    }
  }
}

extension RecoveryCode.NewKey {
  fileprivate func written(_ evidence: Evidence, wasRead: Bool) -> ServerEffect.Way {
    .startAnew(key, label: label, dropping: dropping, keeping: keeping, evidence, wasRead: wasRead)
  }
}

extension RecoveryCode.State: Staged {}
