import Vocabulary
import HandsProtocol
import Model

/// Leads from a secret that opens the Master Key to an account with a new primary key and a new code. The account is
/// found, opened and proven, and then gets one new generation., C-66, WRAPS §5 "Recover".
public enum Restoring: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.lookingUp
    var notice: Notice?
    var source: Source
    /// The keys and cards that stood before, once the secret has been proven.
    var earlier: [HeldKey] = []
    /// `true` if the person is asked whether to leave the screen that shows the new words.
    var isAsking = false
    init(_ source: Source) { self.source = source }
  }
  /// The source of the secret that opens the Master Key: either twelve words typed in this page, or the data that
  /// escrow providers returned to this computer's hands.
  enum Source: Codable, Hashable, Sendable { case words(FieldID), escrow }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, finding(Evidence), opening, proving(Evidence), reading, restored
    case enrolling(Enrollment.State), card(NewCard.State)
    /// What is gone is asked before the new words are made, so that one new generation and one paper are enough.
    case reviewing(RecoveryCode.NewKey), code(RecoveryCode.State)
  }
  public enum Action: CancellableAction {
    case enroll, useDevice, useCard, mark(Int), allGone, proceed, keepGoing, leave
    case enrolling(Enrollment.Action), card(NewCard.Action), code(RecoveryCode.Action), cancel

    public var actionName: ActionName {
      switch self {
      case .enroll: "enroll"
      case .useDevice: "useDevice"
      case .useCard: "useCard"
      case .mark(let number): "mark.\(number)"
      case .allGone: "allGone"
      case .proceed: "proceed"
      case .keepGoing: "keepGoing"
      case .leave: "leave"
      case .enrolling(let action): .child("enrolling", action)
      case .card(let action): .child("card", action)
      case .code(let action): .child("code", action)
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case recovered
    /// The secret does not open any account here.
    case unknown
    /// The flow returns to the start. If something went wrong, the state describes it.
    case again
    case cancelled
    public var grants: Bool { self == .recovered }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.code, .action(.keepGoing)): state.isAsking = false
    case (_, .action(.cancel)), (.code, .action(.leave)): return .done(.cancelled)
    case (.enrolling, .secretsLost), (.card, .secretsLost): return begin(&state)
    case (.card(let child), _): return take(child, signal, &state)
    case (.enrolling(let child), _): return enroll(child, signal, &state)
    case (.code(let child), _): return renew(child, signal, &state)
    case (.lookingUp, .reply(.hands(.way(.made(let evidence))))): state.go(.finding(evidence))
    case (.opening, .reply(.hands(.way(.made(let evidence))))): state.go(.proving(evidence))
    case (.lookingUp, .reply(.hands(let news))), (.opening, .reply(.hands(let news))): return .again(news, &state)
    // Unknown words, a wrong checksum and an account that is not here all get the same message (A-78, G-08).
    case (.finding, .reply(.server(.way(.found)))): state.go(.opening)
    case (.finding, .reply(.server(.way))), (.proving, .reply(.server(.way(.codeRejected)))): return .done(.unknown)
    case (.proving, .reply(.server(.way(.proofVerified)))): state.go(.reading)
    case (.reading, .reply(.server(.account(.state(let standing))))):
      state.earlier = standing.keys.filter { !$0.isRehearsal }
      state.go(.restored)
    case (.finding, .reply(.server)), (.proving, .reply(.server(.unavailable))), (.reading, .reply(.server)):
      state.notice = .outage
      return .done(.again)
    case (.restored, .action(.useCard)): state.go(.card(NewCard.State()))
    case (.restored, .action(.enroll)): state.go(.enrolling(Enrollment.State(from: .recovery)))
    case (.restored, .action(.useDevice)): state.go(.enrolling(Enrollment.State(from: .recovery, isHere: true)))
    case (.reviewing(let new), .action(let action)): review(action, new, &state)
    case (_, .secretsLost): return begin(&state)
    default: break
    }
    return .stay
  }

  /// Begins again after a page was reloaded and has nothing open. Words must be typed again, but the hands still hold
  /// what the providers returned.
  private static func begin(_ state: inout State) -> Transition<Output> {
    state.isAsking = false
    switch state.source {
    case .words:
      state.notice = .wordsLost
      return .done(.again)
    case .escrow:
      state.go(.lookingUp)
      return .stay
    }
  }

  private static func enroll(_ child: Enrollment.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: Enrollment.self, child)
    switch step.output {
    case nil: state.stage = .enrolling(child)
    case .primaryConfirmed(let key, let label):
      state.go(after: RecoveryCode.NewKey(key: key, label: label, isByEscrow: state.source == .escrow))
    case .enrolled, .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders, renew: step.renew)
  }

  /// Continues with a new key. A card takes the place of a hardware key if no available browser could use one.
  private static func take(
    _ child: NewCard.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: NewCard.self, child)
    switch step.output {
    case nil: state.stage = .card(child)
    case .ready(let key, let label):
      state.go(after: RecoveryCode.NewKey(key: key, label: label, isCard: true, isByEscrow: state.source == .escrow))
    case .back: state.go(.restored)
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func renew(_ child: RecoveryCode.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: RecoveryCode.self, child)
    switch step.output {
    case nil: state.stage = .code(child)
    case .saved: return .done(.recovered)
    case .lost: return begin(&state)
    case .cancelled: state.isAsking = true
    case .kept: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .lookingUp:
      switch state.source {
      case .words(let field): [.hands(.way(.lookUpCode(field)))]
      case .escrow: [.hands(.way(.lookUpEscrow))]
      }
    case .finding(let evidence): [.server(.way(.findByCode(evidence)))]
    case .opening: [.hands(.way(state.source == .escrow ? .openWithEscrow : .openWithCode))]
    case .proving(let evidence): [.server(.way(.verifyProof(evidence)))]
    case .reading: [.server(.account(.readAccount))]
    case .restored, .reviewing: []
    case .enrolling(let child): Enrollment.awaited(child)
    case .card(let child): NewCard.awaited(child)
    case .code(let child): RecoveryCode.awaited(child)
    }
  }
}

extension Restoring.State: Staged {
  /// `true` once the Master Key is restored, so that only the new key and code are left to be made.
  var isOpen: Bool {
    switch stage {
    case .lookingUp, .finding, .opening, .proving, .reading: false
    case .restored, .enrolling, .card, .reviewing, .code: true
    }
  }
}

extension Transition where Output == Restoring.Output {
  fileprivate static func again(_ news: HandsReply, _ state: inout Restoring.State) -> Self {
    state.notice =
      switch news {
      case .way(.unable): .fault(.unsupported)
      case .way(.refused): .tampered
      case .way(.fromBefore): .fromBefore
      default: news.escrowProblem.map(Notice.escrow)
      }
    return .done(.again)
  }
}
