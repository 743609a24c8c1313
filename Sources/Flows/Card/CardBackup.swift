import Vocabulary
import HandsProtocol
import Model

/// Puts the account's phrase on a second card, which serves as a spare, or as the way back in when the first card is
/// gone. D-30…D-32, D-34, D-56.
public enum CardBackup: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    /// `true` if the person is signed in. In that case, the phrase is checked against the account while it is typed.
    /// Otherwise, the phrase is used to find the account.
    var isSignedIn: Bool
    var account: KeyID?
    var card: CardFacts?
    var isLoaded = false
    public init(signedIn: Bool) {
      isSignedIn = signedIn
      stage = signedIn ? .lookingUp : .phrase(CardPhrase.State(.typed(for: nil)))
    }
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, pickingCard([HeldKey]), noCard
    case phrase(CardPhrase.State), identifying, finding(Evidence)
    case preparing(CardPreparation.State), loading
    case signing, verifying(Evidence), noting(KeyID)
    case stopped, done
  }
  public enum Action: CancellableAction {
    case phrase(CardPhrase.Action), preparing(CardPreparation.Action), pick(Int), tryAgain, addCard, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .phrase(let action): .child("phrase", action)
      case .preparing(let action): .child("preparing", action)
      case .pick(let number): "pick.\(number)"
      case .tryAgain: "tryAgain"
      case .addCard: "addCard"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    /// The person is signed in again, with the card that was just made.
    case signedIn
    case backedUp, addCard, cancelled
    public var grants: Bool { self == .signedIn }
    public var leadsTo: Destination {
      switch self {
      case .signedIn: .account
      case .backedUp, .cancelled: .origin  // where it was needed (D-56)
      case .addCard: .cardRoom
      }
    }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.done, .action(.leave)), (.done, .action(.cancel)): return .done(.backedUp)
    case (_, .action(.cancel)): return .done(.cancelled, .hands(.forget(CardPhrase.field)))
    case (.phrase(let child), _): return fetch(child, signal, &state)
    case (.preparing(let child), _): return prepare(child, signal, &state)
    case (.pickingCard(let cards), .action(.pick(let number))):
      if cards.indices.contains(number) { state.ask(of: cards[number].id) }
    case (.noCard, .action(.addCard)): return .done(.addCard)
    case (.stopped, .action(.tryAgain)): state.goOn()
    case (.loading, .secretsLost), (.identifying, .secretsLost): state.askForPhrase(.phraseLost)
    case (_, .reply(.hands(let news))): hear(news, &state)
    case (_, .reply(.server(let news))): return learn(news, &state)
    default: break
    }
    return .stay
  }

  private static func hear(_ news: HandsReply, _ state: inout State) {
    switch (state.stage, news) {
    case (.identifying, .card(.made(let evidence))): state.go(.finding(evidence))
    case (.identifying, _): state.askForPhrase(.phraseLost)
    case (.loading, .card(.loaded)):
      state.isLoaded = true
      state.go(state.isSignedIn ? state.account.map(Stage.noting) ?? .lookingUp : .signing)
    case (.loading, .card(.lost)): state.askForPhrase(.phraseLost)
    case (.signing, .card(.signed(let evidence))): state.go(.verifying(evidence))
    default: if let trouble = news.trouble { state.interrupt(trouble) }
    }
  }

  private static func learn(_ news: ServerReply, _ state: inout State) -> Transition<Output> {
    switch (state.stage, news) {
    case (.lookingUp, .account(.state(let standing))):
      if standing.cards.count > 1 {
        state.go(.pickingCard(standing.cards))
      } else if let card = standing.cards.first {
        state.ask(of: card.id)
      } else {
        state.go(.noCard)
      }
    case (.finding, .card(.found(let key))):
      state.account = key
      state.go(.preparing(CardPreparation.State(.toErase)))
    case (.finding, .card(.unknown)): state.askForPhrase(.phraseUnknown)
    case (.verifying, .card(.signatureVerified(let key, _))): state.go(.noting(key))
    case (.noting, _): return finish(&state)  // a trace that could not be left undoes nothing
    case (.lookingUp, _), (.finding, _), (.verifying, _): state.go(.stopped, news.cardNotice)
    default: break
    }
    return .stay
  }

  private static func finish(_ state: inout State) -> Transition<Output> {
    guard state.isSignedIn else { return .done(.signedIn) }
    state.go(.done)
    return .stay
  }

  private static func fetch(_ child: CardPhrase.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: CardPhrase.self, child)
    switch step.output {
    case nil: state.stage = .phrase(child)
    case .ready where state.card != nil: state.interrupt(nil)  // typed again for a card that is ready
    case .ready: state.go(state.isSignedIn ? .preparing(CardPreparation.State(.toErase)) : .identifying)
    case .back, .cancelled: return Transition(orders: step.orders, output: .cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func prepare(_ child: CardPreparation.State, _ signal: Signal<Action>, _ state: inout State)
    -> Transition<Output>
  {
    let (child, step) = signal.passed(to: CardPreparation.self, child)
    switch step.output {
    case nil: state.stage = .preparing(child)
    case .ready(let card):
      state.card = card
      if state.isLoaded, card.contents == .keys { state.go(.signing) } else { state.go(.loading) }
    case .noAccount, .cancelled:
      return Transition(orders: step.orders + [.hands(.forget(CardPhrase.field))], output: .cancelled)
    }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .lookingUp: [.server(.account(.readAccount))]
    case .phrase(let child): CardPhrase.awaited(child)
    case .identifying: [.hands(.card(.identifyPhrase))]
    case .finding(let evidence): [.server(.card(.find(evidence)))]
    case .preparing(let child): CardPreparation.awaited(child)
    case .loading: [.hands(.card(.loadPhrase))]
    case .signing: [.hands(.card(.sign(.login)))]
    case .verifying(let evidence): [.server(.card(.verifySignature(evidence, .login)))]
    case .noting(let key): [.server(.card(.noteBackup(key)))]
    case .pickingCard, .noCard, .stopped, .done: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let title = Copy.backupTitle
    func screen(_ says: [Copy], _ choices: [Choice<Action>]) -> Screen<Action> {
      Screen(
        title: title, .plain, says, state.notice.blocks, choices: choices + [.cancel],
        announcement: state.notice?.copy ?? says.first,
        aside: .cardPhrase)
    }
    switch state.stage {
    case .lookingUp: return .atCard(.lookingForAccount, nil, in: title, .plain, choices: [.cancel])
    case .identifying, .finding: return .atCard(.lookingForAccount, nil, in: title, .plain, choices: [.cancel])
    case .pickingCard(let cards):
      return screen(
        [.whichCard], cards.enumerated().map { Choice(Copy("D-30.which", "\($1.name)"), .pick($0), .outline) })
    case .noCard: return screen([.noCardYet], [Choice(.toSettings, .addCard)])
    case .phrase(let child): return CardPhrase.screen(child).embedded(Action.phrase).titled(title)
    case .preparing(let child): return CardPreparation.screen(child).embedded(Action.preparing).titled(title)
    case .loading: return .atCard(.loadingPhrase, state.card, in: title, .plain, choices: [.cancel])
    case .signing, .verifying: return .atCard(.signingIn, state.card, in: title, .plain, choices: [.cancel])
    case .noting: return .atCard(.saving, nil, in: title, .plain, choices: [.cancel])
    case .stopped: return screen([.notDoneYet], [Choice(.cardTryAgain, .tryAgain)])
    case .done:
      return Screen(
        title: title, .hearth, [.backedUp], [.banner(.twoCards, .done)],
        choices: [Choice(.backToSettings, .leave, .close)],
        announcement: .backedUp)
    }
  }
}

extension CardBackup.State: Staged {
  fileprivate mutating func ask(of card: KeyID) {
    account = card
    askForPhrase(nil)
  }
  fileprivate mutating func askForPhrase(_ notice: Notice?) {
    go(.phrase(CardPhrase.State(.typed(for: isSignedIn ? account : nil), notice)))
  }
  /// Returns to the reader. A card that was already prepared is not erased a second time.
  fileprivate mutating func interrupt(_ trouble: CardTrouble?) {
    let policy: CardAccess.Policy = card == nil ? .toErase : .onboarding
    go(.preparing(CardPreparation.State(policy, CardWanted(card), after: trouble)))
  }
  fileprivate mutating func goOn() {
    if isSignedIn, account == nil { go(.lookingUp) } else if card == nil { askForPhrase(nil) } else { interrupt(nil) }
  }
}

extension Copy {
  static let backupTitle = Copy("D-30", "A second card for your account")
  static let lookingForAccount = Copy("D-30.looking", "Looking for your account…")
  static let whichCard = Copy("D-30.pick", "Which card do you want a second one of?")
  static let noCardYet = Copy(
    "D-30.none", "Your account has no card yet. Add one in Settings; then you can make a second one of it.",
    inTerminal: """
      Your account has no card yet. Give it one first, in the menu of latchstring card; then you can make a second one \
      of it.
      """)
  static let toSettings = Copy("D-30.safety", "Go to Settings", inTerminal: "Leave")
  /// The possible endings of a backup.
  public static let backedUp = Copy("D-30.done", "The second card is ready. It opens the same account.")
  static let twoCards = Copy("D-30.two", "It has a PIN and a PUK of its own. Keep it apart from the first card.")
}
