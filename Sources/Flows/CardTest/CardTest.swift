import HandsProtocol
import Model
import Sentences
import Vocabulary

/// The drill of one card: it signs in, and what it gives opens its own wrap. That changes nothing but the date of the
/// proof. Nothing is signed before the card has shown that it is this very card, so that another card changes nothing.
/// Only if the card failed is it offered a new wrap, as a step of its own (G-20).
public enum CardTest: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable, AtCard {
    var stage = Stage.lookingUp
    var notice: Notice?
    /// The card that is tried.
    var key: KeyID
    /// The report of the card in the reader about itself.
    var card: CardFacts?
    var standing = AccountState()
    /// `true` if another way has opened the Master Key in these hands, so that this card can get a new wrap. Until then,
    /// nothing is made.
    var isOpen = false
    public init(of key: KeyID) { self.key = key }
    var policy: CardAccess.Policy { .account }
    static func reaching(_ access: CardAccess.State) -> Stage { .access(access) }
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, access(CardAccess.State), identifying, finding(Evidence)
    case signing, verifying(Evidence), unlocking
    /// What the card gave opens its own wrap, in an empty vault.
    case drilling
    case proving(Evidence)
    /// The Master Key is open, and the card gets a new wrap.
    case wrapping, attaching(Evidence)
    /// The card opens nothing, and its signature is noted.
    case noting
    case passed(opens: Bool)
    /// The card signs in, but its wrap does not open.
    case mismatched
    case touching(Opening.State)
    /// A card other than the one that is tried was in the reader.
    case mistaken
    /// The account no longer has the card.
    case gone
    case stopped
  }
  public enum Action: CancellableAction {
    case access(CardAccess.Action), opening(Opening.Action), useAnother, tryAgain, rewrap, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .access(let action): .child("access", action)
      case .opening(let action): .child("opening", action)
      case .useAnother: "useAnother"
      case .tryAgain: "tryAgain"
      case .rewrap: "rewrap"
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
    case (_, .action(.cancel)), (.gone, .action(.leave)): return .done(.cancelled)
    case (.access(let child), _): return reach(child, signal, &state)
    case (.touching(let child), _): return open(child, signal, &state)
    case (.mismatched, .action(.rewrap)): state.go(state.reopening())
    case (.mismatched, .action(.tryAgain)): state.reachAgain()
    case (.mistaken, .action(.useAnother)): state.go(.access(CardAccess.State(.account, awayFrom: state.card)))
    case (.stopped, .action(.tryAgain)): state.go(.lookingUp)
    case (.identifying, .reply(.hands(.card(.made(let evidence))))): state.go(.finding(evidence))
    case (.signing, .reply(.hands(.card(.signed(let evidence))))): state.go(.verifying(evidence))
    case (.unlocking, .reply(.hands(.card(.unlocked)))): state.go(state.isOpen ? .wrapping : .drilling)
    case (.drilling, .reply(.hands(.way(let news)))): return hear(news, &state)
    case (.wrapping, .reply(.hands(.way(let news)))): return rewrap(news, &state)
    case (_, .reply(.hands(let news))): if let trouble = news.trouble { state.interrupt(trouble) }
    case (_, .reply(.server(let news))): learn(news, &state)
    default: break
    }
    return .stay
  }

  private static func reach(_ child: CardAccess.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (end, orders) = state.pass(signal, to: child) { $0.go(.identifying) }
    switch end {
    case nil: return Transition(orders: orders)
    case .toBackup, .without: return .done(.cancelled)
    }
  }

  private static func hear(_ news: HandsReply.Way, _ state: inout State) -> Transition<Output> {
    switch news {
    case .made(let evidence): state.go(.proving(evidence))
    case .signsInOnly, .closed: state.go(.noting)
    // The page was loaded anew and has forgotten what the card gave.
    case .untouched: state.reachAgain()
    case .unable: state.go(.stopped, .fault(.unsupported))
    case .fromBefore: return fail(.stopped, .fromBefore, &state)
    // A new wrap was made just now: another one would help no more.
    case .refused where state.isOpen: return fail(.stopped, .tampered, &state)
    case .mismatched, .refused, .opened, .shown: return fail(.mismatched, nil, &state)
    }
    return .stay
  }

  /// Handles a card that did not open its own wrap. Hands report so; nothing is deleted because of it.
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
    case .untouched: state.reachAgain()
    // The page was loaded anew, and nothing is open in it any more.
    case .closed, .mismatched: state.close()
    case .signsInOnly: state.go(.stopped, .gaveNothing)
    case .unable: state.go(.stopped, .fault(.unsupported))
    case .refused, .shown: state.go(.stopped, .tampered)
    case .fromBefore: state.go(.stopped, .fromBefore)
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
      state.reachAgain()
    case .ready(_, opened: false): state.go(state.reopening(.signsInOnly))
    case .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func learn(_ news: ServerReply, _ state: inout State) {
    switch (state.stage, news) {
    case (.lookingUp, .account(.state(let standing))):
      state.standing = standing
      guard let held = state.held else { return state.go(.gone) }
      state.go(held.needsRewrap && !state.isOpen ? .mismatched : .access(CardAccess.State(.account)))
    case (.finding, .card(.found(state.key))): state.go(.signing)
    case (.finding, .card(.found)), (.finding, .card(.unknown)): state.go(.mistaken)
    // A test does not create a Master Key if there is none yet.
    case (.verifying, .card(.signatureVerified(state.key, _))):
      state.go(state.standing.hasMasterKey ? .unlocking : .noting)
    // Exchanged after it was recognized.
    case (.verifying, .card(.signatureVerified)): state.go(.stopped, .cardRejected(.invalid))
    case (.attaching, .way(.attached)): state.go(.drilling)
    case (.attaching, .way(.tooLate)): state.go(.stopped, .tooLate)
    case (.attaching, .way): state.go(.stopped, .changedMeanwhile)
    case (.proving, .way(.drillPassed(_))): state.go(.passed(opens: true))
    case (.noting, .way(.proved)): state.go(.passed(opens: false))
    default: state.go(.stopped, news.cardNotice ?? .outage)
    }
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .lookingUp: [.server(.account(.readAccount))]
    case .access(let child): CardAccess.awaited(child)
    case .identifying: [.hands(.card(.identify))]
    case .finding(let evidence): [.server(.card(.find(evidence)))]
    case .signing: [.hands(.card(.sign(.change)))]
    case .verifying(let evidence): [.server(.card(.verifySignature(evidence, .change)))]
    case .unlocking: [.hands(.card(.unlock(state.key)))]
    case .drilling: [.hands(.way(.drill(state.key)))]
    case .proving(let evidence): [.server(.way(.passDrill(.key(state.key), evidence)))]
    case .wrapping: [.hands(.way(.open(state.key)))]
    case .attaching(let evidence): [.server(.way(.attach(state.key, evidence)))]
    case .touching(let child): Opening.awaited(child)
    case .noting: [.server(.way(.prove(state.key)))]
    case .passed, .mismatched, .mistaken, .gone, .stopped: []
    }
  }
}

extension CardTest.State {
  var held: HeldKey? { standing.cards.first { $0.id == key } }
  var name: Sentence { held?.name ?? Copy.keycard.sentence }
  /// `true` if another key or card could open the Master Key so that this card gets a new wrap.
  var hasAnother: Bool { standing.keys.contains { $0.id != key && $0.opens } }
  func reopening(_ notice: Notice? = nil) -> CardTest.Stage {
    .touching(Opening.State(.rewrap, hasCard: standing.cards.contains { $0.id != key && $0.opens }, notice))
  }
  /// Asks for this very card again, after another may have been in the reader.
  mutating func reachAgain() { go(.access(CardAccess.State(.account, wanting: CardWanted(card)))) }
  /// The Master Key is not open here any more.
  mutating func close() {
    isOpen = false
    go(.mismatched)
  }
}
