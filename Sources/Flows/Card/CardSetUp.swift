import Vocabulary
import HandsProtocol
import Model

/// Puts an account on a card whose PIN has been entered. The account is newly generated, restored from a phrase, or
/// already on the card. D-18…D-28, D-55.
public enum CardSetUp: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.choosing
    var notice: Notice?
    var route: Route?
    /// The phrase, which is kept while the person brings the card back.
    var phrase: Phrase = .none
    /// `true` if words of a phrase that is not on the card may have been written down.
    var hasPaper = false
    var card: CardFacts?
    var purpose: Purpose
    init(_ notice: Notice? = nil, for purpose: Purpose = .account) { self.notice = notice; self.purpose = purpose }
  }
  /// The purpose of the card.
  public enum Purpose: String, Codable, Hashable, Sendable {
    /// The card gets its own account.
    case account
    /// The card becomes one more way into an existing account.
    case addition
    /// The card becomes the way into an account that has lost its other ways. The rehearsal card does not qualify.
    case wayIn
  }
  public enum Route: String, Codable, Hashable, Sendable { case generate, bring, existing }
  enum Stage: Codable, Hashable, Sendable {
    case choosing, preparing(CardPreparation.State), phrase(CardPhrase.State), loading
  }
  enum Phrase: String, Codable, Hashable, Sendable { case none, inHands, onCard }
  public enum Action: CancellableAction {
    case choose(Route), preparing(CardPreparation.Action), phrase(CardPhrase.Action), cancel

    public var actionName: ActionName {
      switch self {
      case .choose(let route): "choose.\(route.rawValue)"
      case .preparing(let action): .child("preparing", action)
      case .phrase(let action): .child("phrase", action)
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case ready(CardFacts), cancelled
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.choosing, .action(.choose(let route))):
      state.route = route
      state.go(.preparing(CardPreparation.State(state.policy, state.wanted)))
    case (.preparing(let child), _): return prepare(child, signal, &state)
    case (.phrase(let child), _): return fetch(child, signal, &state)
    case (.loading, .reply(.hands(.card(.loaded)))):
      state.phrase = .onCard
      return Transition(orders: [.hands(.forget(CardPhrase.field))], output: state.card.map(Output.ready))
    case (.loading, .reply(.hands(.card(.lost)))), (.loading, .secretsLost):
      state.beginPhrase(state.route == .generate ? .phraseVoided : .phraseLost)
    case (.loading, .reply(.hands(let news))): if let trouble = news.trouble { state.interrupt(trouble) }
    default: break
    }
    return .stay
  }

  private static func prepare(_ child: CardPreparation.State, _ signal: Signal<Action>, _ state: inout State)
    -> Transition<Output>
  {
    let (child, step) = signal.passed(to: CardPreparation.self, child)
    switch step.output {
    case nil: state.stage = .preparing(child)
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    case .noAccount:
      state = State(.noAccountOnCard, for: state.purpose)  // D-27
    case .ready(let card):
      if state.phrase == .onCard, card.contents != .keys { state.phrase = .none }  // it was erased meanwhile (D-55)
      state.card = card
      switch (state.route, state.phrase) {
      case (.existing, _), (_, .onCard), (nil, _): return Transition(orders: step.orders, output: .ready(card))
      case (_, .inHands): state.go(.loading)
      case (_, .none):  // what was drawn before is drawn anew: who wrote it down has to know
        state.beginPhrase(state.hasPaper ? .phraseVoided : nil)
        state.hasPaper = false
      }
    }
    return Transition(orders: step.orders)
  }

  private static func fetch(_ child: CardPhrase.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    if case .reply(.hands(let news)) = signal, let trouble = news.trouble, trouble != .lost {
      state.hasPaper = CardPhrase.isWritten(child)
      state.interrupt(trouble)
      return Transition(orders: CardPhrase.words.map { .hands(.forget($0)) })
    }
    let (child, step) = signal.passed(to: CardPhrase.self, child)
    switch step.output {
    case nil: state.stage = .phrase(child)
    case .ready:
      state.phrase = .inHands
      state.go(.loading)
    case .back: state = State(for: state.purpose)
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .choosing: []
    case .preparing(let child): CardPreparation.awaited(child)
    case .phrase(let child): CardPhrase.awaited(child)
    case .loading: [.hands(.card(.loadPhrase))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .choosing:
      let purpose = state.purpose
      return Screen(
        .working, [purpose.asks], state.notice.blocks,
        choices: [
          Choice(purpose.generates, .choose(.generate)), Choice(purpose.brings, .choose(.bring), .outline),
          Choice(purpose.uses, .choose(.existing), .outline), .cancel,
        ], announcement: state.notice?.copy, aside: purpose == .account ? .cardSetUp : .cardAdded)
    case .preparing(let child): return CardPreparation.screen(child).embedded(Action.preparing)
    case .phrase(let child):
      var screen = CardPhrase.screen(child).embedded(Action.phrase)
      screen.blocks = state.card.prompt + screen.blocks
      return screen
    case .loading:
      return .atCard(state.purpose == .account ? .loadingPhrase : .loadingKeys, state.card, choices: [.cancel])
    }
  }
}

extension CardSetUp.State: Staged {
  fileprivate var wanted: CardWanted { purpose == .wayIn ? .real : .any }
  var policy: CardAccess.Policy { route == .existing ? .existing : purpose == .account ? .onboarding : .adding }
  /// Returns to the reader, and then continues from a safe place, with the same card and with what is already in the
  /// hands or on the card.
  mutating func interrupt(_ trouble: CardTrouble?) {
    go(.preparing(CardPreparation.State(policy, card.map { CardWanted($0) } ?? wanted, after: trouble)))
  }
  fileprivate mutating func beginPhrase(_ notice: Notice? = nil) {
    phrase = .none
    go(.phrase(CardPhrase.State(route == .generate ? .drawn : .typed(for: nil), notice, for: purpose)))
  }
}
