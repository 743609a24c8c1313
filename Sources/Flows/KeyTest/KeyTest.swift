import Vocabulary
import HandsProtocol
import Model
import Sentences

/// Tests one key: the person touches it to see whether it signs in and still opens the Master Key. If the key no longer
/// opens the Master Key, it gets a new wrap. G-20.
public enum KeyTest: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.lookingUp
    var notice: Notice?
    var key: KeyID
    var standing = AccountState()
    /// `true` if another way has opened the Master Key in these hands, so that this key can get a new wrap.
    var isOpen = false
    public init(of key: KeyID) { self.key = key }
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, tapping, missed, reading(Evidence), opening, attaching(Evidence)
    /// The key has a new wrap or record, and opens with it, by the secret of the same touch.
    case checking
    case noting(opens: Bool), passed(opens: Bool)
    /// The key signs in, but returns a different secret from the one for which its wrap was made.
    case mismatched
    case touching(Opening.State)
  }
  public enum Action: CancellableAction {
    case tapAgain, rewrap, opening(Opening.Action), leave, cancel

    public var actionName: ActionName {
      switch self {
      case .tapAgain: "tapAgain"
      case .rewrap: "rewrap"
      case .opening(let action): .child("opening", action)
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case tested, cancelled
    public var leadsTo: Destination { .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.passed, .action(.leave)), (.passed, .action(.cancel)): return .done(.tested)
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.touching(let child), _): return open(child, signal, &state)
    case (_, .secretsLost): lose(&state)
    case (.tapping, .action(.tapAgain)): return .renew(awaited(state))
    case (.missed, .action(.tapAgain)), (.mismatched, .action(.tapAgain)): state.go(.tapping)
    case (.mismatched, .action(.rewrap)): state.go(state.reopening())
    case (.tapping, .reply(.hands(.key(.given(let evidence))))): state.go(.reading(evidence))
    case (.tapping, .reply(.hands(.key(.fault(let fault))))): state.go(.missed, .fault(fault))
    case (.opening, .reply(.hands(.way(let news)))), (.checking, .reply(.hands(.way(let news)))):
      return hear(news, &state)
    case (_, .reply(.server(let news))): return learn(news, &state)
    default: break
    }
    return .stay
  }

  /// Handles a reloaded page, which has neither the Master Key nor what the key returned.
  private static func lose(_ state: inout State) {
    if state.isOpen, state.stage != .checking {
      state.go(.mismatched)
    } else if state.stage == .opening || state.stage == .checking {
      state.go(.tapping)
    }
    state.isOpen = false
  }

  private static func hear(_ news: HandsReply.Way, _ state: inout State) -> Transition<Output> {
    switch news {
    case .opened:
      state.go(.noting(opens: true))
      return .order(.server(.noteOpening(state.key)))
    case .made(let evidence): state.go(.attaching(evidence))
    // The key may return its secret in a different browser.
    case .signsInOnly where state.held?.opens == true: state.go(.missed, .gaveNothing)
    case .signsInOnly, .closed: state.go(.noting(opens: false))
    case .untouched: state.go(.tapping)
    case .unable: state.go(.missed, .fault(.unsupported))
    case .refused, .shown: state.go(.missed, .tampered)
    case .fromBefore: state.go(.missed, .fromBefore)
    case .mismatched:
      state.go(.mismatched)
      return .order(.server(.markForRewrap(state.key)))
    }
    return .stay
  }

  private static func learn(_ news: ServerReply, _ state: inout State) -> Transition<Output> {
    switch (state.stage, news) {
    case (.lookingUp, .account(.state(let standing))):
      state.standing = standing
      state.go(state.held?.needsRewrap == true ? .mismatched : .tapping)
    case (.reading, .key(.verified(state.key, _))):
      // A test does not create a Master Key if there is none yet.
      state.go(state.standing.hasMasterKey ? .opening : .noting(opens: false))
      return .order(.hands(.buzz))
    case (.reading, .key(.verified(let other, _))):  // G-04
      let label = state.held?.label ?? ""
      state.go(.missed, state.isNamesake(other) ? .sameName(label) : .differentKey(label))
    case (.reading, _): state.go(.missed, news.signInNotice)
    case (.attaching, .way(.attached)): state.go(.checking)
    case (.attaching, .way(.tooLate)): state.go(.missed, .tooLate)
    case (.attaching, .way): state.go(.missed, .changedMeanwhile)
    case (.noting(let opens), .way(.proved)): state.go(.passed(opens: opens))
    case (.noting, .way): state.go(.missed, .changedMeanwhile)
    case (.lookingUp, _), (.attaching, _), (.noting, _): state.go(.missed, .outage)
    default: break
    }
    return .stay
  }

  private static func open(
    _ child: Opening.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: Opening.self, child)
    switch step.output {
    case nil: state.stage = .touching(child)
    case .ready(state.key, opened: true): state.go(.noting(opens: true))
    case .ready(_, opened: true):
      state.isOpen = true
      state.go(.tapping)
    case .ready(_, opened: false): state.go(state.reopening(.signsInOnly))
    case .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .lookingUp: [.server(.account(.readAccount))]
    case .tapping: [.hands(.key(.tap(state.key)))]
    case .reading(let evidence): [.server(.key(.verify(evidence, .test)))]
    case .opening, .checking: [.hands(.way(.open(state.key)))]
    case .attaching(let evidence): [.server(.way(.attach(state.key, evidence)))]
    case .noting: [.server(.way(.prove(state.key)))]
    case .touching(let child): Opening.awaited(child)
    case .missed, .mismatched, .passed: []
    }
  }
}

extension KeyTest.State: Staged {
  var held: HeldKey? { standing.keys.first { $0.id == key } }
  var name: Sentence { held?.name ?? "" }
  /// Returns `true` if the keys have the same name. Names given in the past may be alike.
  func isNamesake(_ other: KeyID) -> Bool {
    let name = KeyName(held?.comparedName ?? "")
    return standing.keys.contains { $0.id == other && name.isTaken(among: [$0.comparedName]) }
  }
  /// `true` if a different key could open the Master Key so that this key gets a new wrap.
  var hasAnother: Bool { standing.keys.contains { $0.id != key && $0.opens } }
  /// Returns `true` if the key did everything that can be expected of it.
  func mayOpen(_ opens: Bool) -> Bool { opens || !standing.hasMasterKey }
  func reopening(_ notice: Notice? = nil) -> KeyTest.Stage {
    .touching(Opening.State(.rewrap, hasCard: standing.hasCard, notice))
  }
}
