import HandsProtocol
import Model
import Vocabulary

/// The worst day, rehearsed: in a browser in which nobody is signed in, a person types a ticket from their own page, and
/// comes back with one way in as on that day. It ends where the real thing would begin to write: nothing is granted, and
/// nothing changes but the proof, the log and the ticket, which is spent.
///
/// A ticket alone is asked about nothing: it is judged together with what is shown, so that a wrong, used or late ticket
/// and one for another way all end alike.
public enum Rehearsal: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable, AtCard {
    var stage = Stage.entering("")
    var notice: Notice?
    var card: CardFacts?
    public init() {}
    var policy: CardAccess.Policy { .account }
    static func reaching(_ access: CardAccess.State) -> Stage { .access(access) }
  }
  /// What the person comes back with.
  enum Shown: Codable, Hashable, Sendable {
    case key(KeyID), card(KeyID), words
    /// The key or the card; `nil` for words, which are found by themselves.
    var id: KeyID? {
      switch self {
      case .key(let id), .card(let id): id
      case .words: nil
      }
    }
    var drilled: DrilledWay { id.map(DrilledWay.key) ?? .code }
  }
  enum Stage: Codable, Hashable, Sendable {
    /// The typed signs leave the state with the press that hands them over.
    case entering(String), keeping(String), choosing
    case touching, verifying(Evidence)
    case access(CardAccess.State), identifying, finding(Evidence), signing, verifyingCard(Evidence)
    case typing, lookingUp, searching(Evidence)
    /// Ticket and thing are judged together.
    case redeeming(Shown)
    case unlocking(KeyID), drilling(Shown), proving(Shown, Evidence)
    case passed(Shown, minutes: Int)
    case missed
    /// The thing is the right one, and did not open, or it was not tried to the end. The ticket is spent.
    case failed(isAnswered: Bool)
  }
  public enum Action: CancellableAction, ReversibleAction {
    case submit, useKey, useCard, useWords, tryWords, access(CardAccess.Action), tryAgain, leave, back, cancel

    public var actionName: ActionName {
      switch self {
      case .submit: "submit"
      case .useKey: "useKey"
      case .useCard: "useCard"
      case .useWords: "useWords"
      case .tryWords: "tryWords"
      case .access(let action): .child("access", action)
      case .tryAgain: "tryAgain"
      case .leave: "leave"
      case .back: "back"
      case .cancel: "cancel"
      }
    }
  }
  /// None of them grants anything.
  public enum Output: Outcome {
    case ended, cancelled
    public var leadsTo: Destination { .origin }
  }

  static let ticket: FieldID = "ticket", words: FieldID = "words"

  /// What was typed is forgotten as soon as it has shown what it could.
  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    let wasJudged = state.isJudged
    var step = proceed(&state, signal)
    if state.isJudged, !wasJudged { step.orders.append(.hands(.forget(words))) }
    return step
  }

  private static func proceed(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.passed, .action(.cancel)), (_, .action(.leave)): return .done(.ended, .hands(.forget(words)))
    case (_, .action(.cancel)): return .done(.cancelled, .hands(.forget(words)))
    case (.entering, .fill(ticket, .text(let signs))): state.stage = .entering(signs)
    case (.entering(let signs), .action(.submit)): state.go(.keeping(signs))
    case (.keeping, .reply(.server(.way(.ticketKept)))): state.go(.choosing)
    case (.choosing, .action(.useKey)): state.go(.touching)
    case (.choosing, .action(.useCard)): state.go(.access(CardAccess.State(.account)))
    case (.choosing, .action(.useWords)): state.go(.typing)
    case (.missed, .action(.tryAgain)): state.go(.entering(""))
    case (.touching, .action(.back)), (.access, .action(.back)), (.typing, .action(.back)): state.go(.choosing)
    case (.access(let child), _): return reach(child, signal, &state)
    case (.typing, .action(.tryWords)): state.go(.lookingUp)
    case (_, .secretsLost): lose(&state)
    case (_, .reply(.hands(let news))): return hear(news, &state)
    case (_, .reply(.server(let news))): learn(news, &state)
    default: break
    }
    return .stay
  }

  /// Handles a reloaded page, which has neither the words nor what a key or a card gave.
  private static func lose(_ state: inout State) {
    switch state.stage {
    case .lookingUp: state.go(.typing, .wordsLost)
    case .drilling: state.go(.failed(isAnswered: false), .rehearsalLost)
    default: break
    }
  }

  private static func reach(
    _ child: CardAccess.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (end, orders) = state.pass(signal, to: child) { $0.go(.identifying) }
    if end != nil { state.go(.choosing) }
    return Transition(orders: orders)
  }

  private static func hear(_ news: HandsReply, _ state: inout State) -> Transition<Output> {
    switch (state.stage, news) {
    case (.touching, .key(.given(let evidence))): state.go(.verifying(evidence))
    case (.touching, .key(.fault(let fault))): state.go(.choosing, .fault(fault))
    case (.identifying, .card(.made(let evidence))): state.go(.finding(evidence))
    case (.signing, .card(.signed(let evidence))): state.go(.verifyingCard(evidence))
    case (.unlocking(let card), .card(.unlocked)): state.go(.drilling(.card(card)))
    case (.lookingUp, .way(.made(let evidence))): state.go(.searching(evidence))
    case (.lookingUp, .way(.unable)): state.go(.choosing, .fault(.unsupported))
    case (.lookingUp, .way): state.go(.typing, .wordsLost)
    case (.drilling(let shown), .way(.made(let evidence))): state.go(.proving(shown, evidence))
    case (.drilling, .way(.unable)): state.go(.failed(isAnswered: false), .fault(.unsupported))
    case (.drilling, .way(.untouched)), (.drilling, .way(.closed)):
      state.go(.failed(isAnswered: false), .rehearsalLost)
    case (.drilling, .way(.signsInOnly)): state.go(.failed(isAnswered: false), .gaveNothing)
    case (.drilling(let shown), .way(let news)):
      state.go(
        .failed(isAnswered: true), news == .fromBefore ? .fromBefore : news == .mismatched ? nil : .tampered)
      return .order(.server(.failDrill(shown.drilled)))
    default: if let trouble = news.trouble { state.interrupt(trouble) }
    }
    return .stay
  }

  private static func learn(_ news: ServerReply, _ state: inout State) {
    switch (state.stage, news) {
    case (.verifying, .key(.verified(let key, _))): state.go(.redeeming(.key(key)))
    case (.finding, .card(.found)): state.go(.signing)
    case (.verifyingCard, .card(.signatureVerified(let card, _))): state.go(.redeeming(.card(card)))
    // Words that nobody has are judged with the ticket as well: every miss takes the same path.
    case (.searching, .way): state.go(.redeeming(.words))
    case (.redeeming(.card(let card)), .way(.ticketRedeemed)): state.go(.unlocking(card))
    case (.redeeming(let shown), .way(.ticketRedeemed)): state.go(.drilling(shown))
    case (.proving(let shown, _), .way(.drillPassed(let seconds))):
      state.go(.passed(shown, minutes: max(1, ((seconds ?? 0) + 59) / 60)))
    case (.proving, let news):
      state.go(.failed(isAnswered: false), news == .unavailable ? .outage : .changedMeanwhile)
    case (.keeping, _): state.go(.entering(""), .outage)
    case (_, .unavailable): state.go(.choosing, .outage)
    default: state.go(.missed)
    }
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .keeping(let signs): [.server(.way(.keepTicket(signs)))]
    case .touching: [.hands(.key(.signIn))]
    case .verifying(let evidence): [.server(.key(.verify(evidence, .signIn)))]
    case .access(let child): CardAccess.awaited(child)
    case .identifying: [.hands(.card(.identify))]
    case .finding(let evidence): [.server(.card(.find(evidence)))]
    case .signing: [.hands(.card(.sign(.login)))]
    case .verifyingCard(let evidence): [.server(.card(.verifySignature(evidence, .login)))]
    case .lookingUp: [.hands(.way(.lookUpCode(words)))]
    case .searching(let evidence): [.server(.way(.findByCode(evidence)))]
    case .redeeming(let shown): [.server(.way(.redeemTicket(shown.id)))]
    case .unlocking(let card): [.hands(.card(.unlock(card)))]
    case .drilling(let shown): [.hands(.way(shown.id.map { .drill($0) } ?? .tryWords(words)))]
    case .proving(let shown, let evidence): [.server(.way(.passDrill(shown.drilled, evidence)))]
    case .entering, .choosing, .typing, .passed, .missed, .failed: []
    }
  }
}

extension Rehearsal.State {
  /// `true` once what was shown has passed or failed.
  fileprivate var isJudged: Bool {
    switch stage {
    case .passed, .failed: true
    default: false
    }
  }
}
