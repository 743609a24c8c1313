import FlowKit
import Model

/// Every key is gone: twelve words open the Master Key in this page, and a new primary key and a new code take their place in one step.
/// A-69…A-78, G-08, G-28, G-33, WRAPS §5 "Recover".
public enum Recovery: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.entering
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable {
    case entering, lookingUp, finding(Evidence), opening, proving(Evidence), failed, restored
    case enrolling(Enrollment.State), code(RecoveryCode.State)
  }
  public enum Action: Codable, Hashable, Sendable {
    case restore, tryAgain, enroll, enrolling(Enrollment.Action), code(RecoveryCode.Action), cancel
  }
  public enum Output: Outcome {
    case recovered, cancelled
    public var grants: Bool { self == .recovered }
    public var leadsTo: Destination { self == .recovered ? .revocation : .origin }  // a review of every old way
  }

  static let words: FieldID = "words"

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled, .hands(.forget(words)))
    case (.enrolling(let child), _): return enroll(child, signal, &state)
    case (.code(let child), _): return renew(child, signal, &state)
    case (.entering, .action(.restore)): state.go(.lookingUp)
    case (.lookingUp, .reply(.hands(.way(.made(let evidence))))): state.go(.finding(evidence))
    case (.lookingUp, .reply(.hands(.way(.unable)))), (.opening, .reply(.hands(.way(.unable)))): state.go(.entering, .fault(.unsupported))
    case (.lookingUp, .reply(.hands)): state.go(.entering)
    // Whatever was wrong, it sounds the same: unknown words, a wrong checksum, an account that is not here (A-78, G-08).
    case (.finding, .reply(.server(.way(.found)))): state.go(.opening)
    case (.finding, .reply(.server(.way))), (.proving, .reply(.server(.way(.codeRejected)))): state.go(.failed)
    case (.finding, .reply(.server)), (.proving, .reply(.server(.unavailable))): state.go(.entering, .outage)
    case (.opening, .reply(.hands(.way(.made(let evidence))))): state.go(.proving(evidence))
    case (.opening, .reply(.hands(.way(.refused)))): state.go(.entering, .tampered)
    case (.opening, .reply(.hands)): state.go(.entering)
    case (.proving, .reply(.server(.way(.proofVerified)))): state.go(.restored)
    case (.failed, .action(.tryAgain)): state.go(.entering)
    case (.restored, .action(.enroll)): state.go(.enrolling(Enrollment.State(from: .recovery)))
    case (.entering, .secretsLost), (.failed, .secretsLost): break
    case (_, .secretsLost): state.go(.entering, .wordsLost)
    default: break
    }
    return .stay
  }

  private static func enroll(_ child: Enrollment.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<Output> {
    guard signal != .secretsLost else {
      state.go(.entering, .wordsLost)
      return .stay
    }
    var child = child
    guard let step = signal.passed(to: Enrollment.self, &child, { if case .enrolling(let action) = $0 { action } else { nil } }) else { return .stay }
    switch step.output {
    case nil: state.stage = .enrolling(child)
    case .primaryConfirmed(let key, let label): state.go(.code(.opened(for: RecoveryCode.NewKey(key: key, label: label))))
    case .enrolled, .cancelled: return .done(.cancelled, .hands(.forget(words)))
    }
    return Transition(orders: step.orders, renew: step.renew)
  }

  private static func renew(_ child: RecoveryCode.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<Output> {
    var child = child
    guard let step = signal.passed(to: RecoveryCode.self, &child, { if case .code(let action) = $0 { action } else { nil } }) else { return .stay }
    switch step.output {
    case nil: state.stage = .code(child)
    case .saved: return .done(.recovered, .hands(.forget(words)))
    case .lost: state.go(.entering, .wordsLost)
    case .kept, .cancelled: return .done(.cancelled, .hands(.forget(words)))
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .entering, .failed, .restored: []
    case .lookingUp: [.hands(.way(.lookUpCode(words)))]
    case .finding(let evidence): [.server(.way(.findByCode(evidence)))]
    case .opening: [.hands(.way(.openWithCode))]
    case .proving(let evidence): [.server(.way(.verifyProof(evidence)))]
    case .enrolling(let child): Enrollment.awaited(child)
    case .code(let child): RecoveryCode.awaited(child)
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let cancel = Choice<Action>(.cancel, .cancel, .cancel)
    switch state.stage {
    case .entering:
      return Screen(
        title: .recoveryTitle, .plain, [.entryRestores], state.notice.blocks + [.wordEntry(words)],
        choices: [Choice(.restore, .restore, needs: [.ready(words)]), cancel], announcement: state.notice?.copy, aside: .wordEntry)
    case .lookingUp, .finding, .opening, .proving:
      return Screen(
        title: .recoveryTitle, .plain, [.entryRestores], [.progress(.opening)], choices: [cancel], announcement: .opening, aside: .wordEntry)
    case .failed:
      return Screen(
        title: .recoveryTitle, .plain, [.cannotRecover, .wordsDontOpen], choices: [Choice(.tryWordsAgain, .tryAgain), cancel],
        announcement: .cannotRecover, aside: .wordsFailed)
    case .restored:
      return Screen(
        title: .recoveryTitle, .plain, [.masterKeyRestored], choices: [Choice(.enrollPrimary, .enroll), cancel],
        announcement: .masterKeyRestored, aside: .restored)
    case .enrolling(let child): return Enrollment.screen(child).embedded(Action.enrolling)
    case .code(let child):
      var screen = RecoveryCode.screen(child).embedded(Action.code)
      screen.title = .recoveryTitle
      return screen
    }
  }

  public static var world: World<Recovery> {
    let key = KeyID(rawValue: "a"), made = Evidence(rawValue: "made")
    let hands: [HandsReply.Way] = [.made(made), .closed, .refused, .unable, .shown, .untouched]
    let server: [ServerReply.Way] = [
      .found, .codeRejected, .proofVerified, .revealNoted, .startedAnew, .tooLate, .conflict, .reminded,
    ]
    return World(
      start: State(), forms: [["name": .text("k")], [RecoveryCode.box: .ticked], [words: .ready]],
      hands: [.key(.given(Evidence(rawValue: "tap"))), .elapsed(.reading), .elapsed(.alignment), .elapsed(.health)]
        + [KeyFault.misread, .alreadyEnrolled, .dismissed].map { .key(.fault($0)) } + hands.map(HandsReply.way),
      server: [.unavailable, .account(.stock(Standing())), .key(.rejected(.invalid)), .key(.verified(key, .create)), .key(.verified(key, .confirm))]
        + server.map(ServerReply.way))
  }
}

extension Recovery.State: Staged {}
