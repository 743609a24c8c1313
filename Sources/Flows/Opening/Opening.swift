import Vocabulary
import HandsProtocol
import Model

/// Opens the Master Key in these hands for one change, with the touch of a key or the signature of a card. This is the
/// first step of every flow that changes the ways in. The journal may open with the touch that signed in, where these
/// hands still have what the key gave, and a revocation that follows a sign-in rests on that sign-in's verdict.
public enum Opening: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.offering
    var notice: Notice?
    var purpose: Purpose
    /// `true` if the Master Key is opened. If `false`, a touch is enough, and nothing is opened or written.
    var opens: Bool
    /// `true` if the account has a card, which is then offered alongside the keys; `nil` in a flow that has not read
    /// the account. In that case, the value is determined while the first screen is displayed.
    var hasCard: Bool?
    /// The card that the flow began with.
    var card: CardFacts?
    /// `true` within an enrollment. If the enrollment is cancelled, a new wrap for a key that had none is removed.
    var goesWithRun: Bool
    /// - Parameter recalls: `true` to try the touch that signed in before asking for another.
    init(
      _ purpose: Purpose, opens: Bool = true, hasCard: Bool? = nil, goesWithRun: Bool = false, recalls: Bool = false,
      _ notice: Notice? = nil
    ) {
      if recalls { stage = .recalling }
      self.purpose = purpose; self.opens = opens; self.hasCard = hasCard; self.goesWithRun = goesWithRun;
      self.notice = notice
    }
  }
  enum Stage: Codable, Hashable, Sendable {
    case recalling, recalled(KeyID)
    case offering, confirming, verifying(Evidence), opening(KeyID), attaching(KeyID, Evidence)
    case access(CardAccess.State), signing, verifyingCard(Evidence), unlocking(KeyID)
  }
  /// The change that the person is about to make.
  public enum Purpose: String, Codable, Hashable, Sendable {
    case enrollment, journal, code, revocation, renaming, migration, escrow, rewrap, codeTest, copying, rehearsal,
      escrowTest, deletion, introduction
  }
  public enum Action: CancellableAction, ReversibleAction {
    case confirm, useCard, access(CardAccess.Action), back, cancel

    public var actionName: ActionName {
      switch self {
      case .confirm: "confirm"
      case .useCard: "useCard"
      case .access(let action): .child("access", action)
      case .back: "back"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    /// The key that was touched or the card that signed, and whether it opened the Master Key.
    case ready(KeyID, opened: Bool), cancelled
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.access, .action(.back)): state.go(.offering)
    case (.access(let child), _): return reach(child, signal, &state)
    // A key that signed in opens what is only read. A change takes a verdict.
    case (.recalling, .reply(.server(.key(.recalled(let key?))))) where state.purpose == .journal:
      state.go(.recalled(key))
    case (.recalling, .reply(.server(.key(.verified(let key, _))))):
      guard state.opens else { return .done(.ready(key, opened: false)) }
      state.go(.opening(key))
    case (.recalling, .reply(.server)), (.recalled, .secretsLost): state.go(.offering)
    case (.recalled(let key), .reply(.hands(.way(let news)))):
      guard news.restsOnWhatStands else { state.go(.offering); break }  // and the touch is made here
      return hear(news, of: key, &state)
    case (.offering, .action(.confirm)): state.go(.confirming)
    case (.offering, .action(.useCard)): state.go(.access(CardAccess.State(.account)))
    case (.offering, .reply(.server(.account(.state(let standing))))): state.hasCard = standing.hasCard
    case (.offering, .reply(.server)): state.hasCard = false
    case (.signing, .reply(.hands(.card(.signed(let evidence))))): state.go(.verifyingCard(evidence))
    case (.verifyingCard, .reply(.server(.card(.signatureVerified(let key, _))))):
      guard state.opens else { return .done(.ready(key, opened: false)) }
      state.go(.unlocking(key))
    case (.verifyingCard, .reply(.server(let news))): state.go(.offering, news.cardNotice)
    case (.unlocking(let key), .reply(.hands(.card(.unlocked)))): state.go(.opening(key))
    case (.signing, .reply(.hands(let news))), (.unlocking, .reply(.hands(let news))):
      if let trouble = news.trouble { state.interrupt(trouble) }
    case (.confirming, .action(.back)): state.go(.offering)
    case (.confirming, .reply(.hands(.key(.given(let evidence))))): state.go(.verifying(evidence))
    case (.confirming, .reply(.hands(.key(.fault(let fault))))): state.go(.offering, .fault(fault))
    case (.verifying, .reply(.server(.key(.verified(let key, _))))):
      guard state.opens else { return .done(.ready(key, opened: false)) }
      state.go(.opening(key))
    case (.verifying, .reply(.server(let news))): state.go(.offering, news.signInNotice)
    case (.opening(let key), .reply(.hands(.way(let news)))): return hear(news, of: key, &state)
    case (.opening, .secretsLost): state.go(.offering)
    // The new wrap opens, by the secret of the same touch.
    case (.attaching, .reply(.server(.way(.attached(let key))))): state.go(.opening(key))
    case (.attaching, .reply(.server)): state.go(.offering, .changedMeanwhile)
    default: break
    }
    return .stay
  }

  private static func reach(_ child: CardAccess.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (end, orders) = state.pass(signal, to: child) { $0.go(.signing) }
    switch end {
    case nil: break
    case .toBackup: state.go(.offering, .cardIsEmpty)
    case .without: return .done(.cancelled)  // D-45
    }
    return Transition(orders: orders)
  }

  private static func hear(_ news: HandsReply.Way, of key: KeyID, _ state: inout State) -> Transition<Output> {
    switch news {
    case .opened: return .done(.ready(key, opened: true), .server(.noteOpening(key)))
    case .made(let evidence): state.go(.attaching(key, evidence))
    case .signsInOnly, .closed: return .done(.ready(key, opened: false))
    case .untouched: state.go(.offering)
    case .unable: state.go(.offering, .fault(.unsupported))
    case .refused, .shown: state.go(.offering, .tampered)
    case .fromBefore: state.go(.offering, .fromBefore)
    case .mismatched:
      state.go(.offering, .needsRewrap)
      return .order(.server(.markForRewrap(key)))
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .recalling: [.server(.key(.recall))]
    case .recalled(let key): [.hands(.way(.open(key)))]
    case .offering: state.hasCard == nil ? [.server(.account(.readAccount))] : []
    case .access(let child): CardAccess.awaited(child)
    case .signing: [.hands(.card(.sign(.change)))]
    case .verifyingCard(let evidence): [.server(.card(.verifySignature(evidence, .change)))]
    case .unlocking(let key): [.hands(.card(.unlock(key)))]
    case .confirming: [.hands(.key(.confirm))]
    case .verifying(let evidence): [.server(.key(.verify(evidence, .confirm)))]
    case .opening(let key): [.hands(.way(.open(key)))]
    case .attaching(let key, let evidence): [.server(.way(.attach(key, evidence, goesWithRun: state.goesWithRun)))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let title = state.purpose.title, aside = Aside.opening(goesWithRun: state.goesWithRun)
    switch state.stage {
    case .offering:
      let card = state.hasCard == true ? [Choice<Action>(.confirmWithCard, .useCard, .outline)] : []
      return Screen(
        title: title, .working, [.confirmFirst], state.notice.blocks,
        choices: [Choice(.confirmWithPasskey, .confirm, needsBrowser: true)] + card + [.cancel],
        announcement: state.notice?.copy, aside: aside)
    case .confirming: return .askingBrowser(title, choices: [.back, .cancel], aside: aside)
    case .access(let child):
      var screen = CardAccess.screen(child).embedded(Action.access).titled(title)
      if case .connecting = child.stage { screen.choices.append(.back) }  // to the keys
      return screen
    case .signing, .verifyingCard, .unlocking: return .atCard(.opening, state.card, in: title, choices: [.cancel])
    case .recalling, .recalled, .verifying, .opening, .attaching:
      return Screen(
        title: title, .working, [.opening], [.progress(.opening)], choices: [.cancel], announcement: .opening,
        aside: aside)
    }
  }
}

extension HandsReply.Way {
  /// `true` if nothing needs to be written or noted about a key because of this news, so that a touch from before is
  /// enough for it.
  fileprivate var restsOnWhatStands: Bool {
    switch self {
    case .opened, .refused, .fromBefore: true
    case .made, .signsInOnly, .closed, .untouched, .mismatched, .unable, .shown: false
    }
  }
}

extension Opening.State: AtCard {
  /// `true` if the person chooses how to confirm.
  var isOffering: Bool { stage == .offering }
  var policy: CardAccess.Policy { .account }
  static func reaching(_ access: CardAccess.State) -> Opening.Stage { .access(access) }
}
