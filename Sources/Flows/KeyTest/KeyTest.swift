import Vocabulary
import HandsProtocol
import Model
import Sentences

/// The drill of one key: the person touches it, it signs in, and the secret of the same touch opens its own wrap. That
/// changes nothing but the date of the proof. Only if the key failed is it offered a new wrap, as a step of its own.
/// G-20.
public enum KeyTest: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.lookingUp
    var notice: Notice?
    var key: KeyID
    var standing = AccountState()
    /// `true` if another way has opened the Master Key in these hands, so that this key can get a new wrap. Until then,
    /// nothing is made.
    var isOpen = false
    public init(of key: KeyID) { self.key = key }
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, tapping, missed, reading(Evidence)
    /// The secret of the last touch opens the key's own wrap, in an empty vault.
    case drilling
    case proving(Evidence)
    /// The Master Key is open, and the key gets a new wrap.
    case wrapping, attaching(Evidence)
    /// The key opens nothing, and its signature is noted.
    case noting
    case passed(opens: Bool)
    /// The key signs in, but its wrap does not open: it returns a different secret from the one for which the wrap was
    /// made, or the wrap is damaged.
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
    case (.drilling, .reply(.hands(.way(let news)))): return hear(news, &state)
    case (.wrapping, .reply(.hands(.way(let news)))): return rewrap(news, &state)
    case (_, .reply(.server(let news))): return learn(news, &state)
    default: break
    }
    return .stay
  }

  /// Handles a reloaded page, which has neither the Master Key nor what the key returned.
  private static func lose(_ state: inout State) {
    if state.stage == .drilling {
      state.go(.tapping)
    } else if state.isOpen {
      state.go(.mismatched)
    }
    state.isOpen = false
  }

  private static func hear(_ news: HandsReply.Way, _ state: inout State) -> Transition<Output> {
    switch news {
    case .made(let evidence): state.go(.proving(evidence))
    // The key may return its secret in a different browser.
    case .signsInOnly where state.held?.opens == true: state.go(.missed, .gaveNothing)
    case .signsInOnly, .closed: state.go(.noting)
    case .untouched: state.go(.tapping)
    case .unable: state.go(.missed, .fault(.unsupported))
    case .fromBefore: return fail(.missed, .fromBefore, &state)
    // A new wrap was made just now: another one would help no more.
    case .refused where state.isOpen: return fail(.missed, .tampered, &state)
    case .refused, .opened, .shown: return fail(.mismatched, .tampered, &state)
    case .mismatched: return fail(.mismatched, nil, &state)
    }
    return .stay
  }

  /// Handles a key that did not open its own wrap. Hands report so; nothing is deleted because of it.
  private static func fail(_ stage: Stage, _ notice: Notice?, _ state: inout State) -> Transition<Output> {
    state.go(stage, notice)
    return Transition(orders: .failing(state.key, needsRewrap: stage == .mismatched))
  }

  private static func rewrap(_ news: HandsReply.Way, _ state: inout State) -> Transition<Output> {
    switch news {
    case .made(let evidence): state.go(.attaching(evidence))
    case .opened:  // the wrap is sound after all
      state.go(.drilling)
      return .order(.server(.noteOpening(state.key)))
    case .signsInOnly: state.go(.missed, .gaveNothing)
    case .untouched: state.go(.tapping)
    case .closed, .mismatched: state.go(.mismatched)
    case .unable: state.go(.missed, .fault(.unsupported))
    case .refused, .shown: state.go(.missed, .tampered)
    case .fromBefore: state.go(.missed, .fromBefore)
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
      state.go(state.isOpen ? .wrapping : state.standing.hasMasterKey ? .drilling : .noting)
      return .order(.hands(.buzz))
    case (.reading, .key(.verified(let other, _))):  // G-04
      let label = state.held?.label ?? ""
      state.go(.missed, state.isNamesake(other) ? .sameName(label) : .differentKey(label))
    case (.reading, _): state.go(.missed, news.signInNotice)
    case (.attaching, .way(.attached)): state.go(.drilling)
    case (.attaching, .way(.tooLate)): state.go(.missed, .tooLate)
    case (.attaching, .way): state.go(.missed, .changedMeanwhile)
    case (.proving, .way(.drillPassed(_))): state.go(.passed(opens: true))
    case (.noting, .way(.proved)): state.go(.passed(opens: false))
    case (.proving, .way), (.noting, .way): state.go(.missed, .changedMeanwhile)
    case (.lookingUp, _), (.proving, _), (.attaching, _), (.noting, _): state.go(.missed, .outage)
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
    case .ready(state.key, opened: true): state.go(.drilling)
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
    case .drilling: [.hands(.way(.drill(state.key)))]
    case .proving(let evidence): [.server(.way(.passDrill(.key(state.key), evidence)))]
    case .wrapping: [.hands(.way(.open(state.key)))]
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
