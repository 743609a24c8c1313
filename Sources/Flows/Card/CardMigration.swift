import Vocabulary
import HandsProtocol
import Model
import Sentences

/// Adds a card as a way into an existing account. The account's contents remain unchanged. D-38…D-40, G-40.
public enum CardMigration: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    var standing = AccountState()
    /// The state at the end of the set-up, which is restored when the card is removed.
    var setUp = CardSetUp.State(for: .addition)
    public init(signedIn: Bool) { stage = signedIn ? .lookingUp : .signedOut }
  }
  enum Stage: Codable, Hashable, Sendable {
    case signedOut, lookingUp
    case opening(Opening.State), settingUp(CardSetUp.State)
    case signing, verifying(Evidence), unlocking(KeyID), wrapping(KeyID), committing(KeyID, Evidence?)
    case stopped, done(opens: Bool)
  }
  public enum Action: CancellableAction {
    case opening(Opening.Action), settingUp(CardSetUp.Action), signIn, recover, tryAgain, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .opening(let action): .child("opening", action)
      case .settingUp(let action): .child("settingUp", action)
      case .signIn: "signIn"
      case .recover: "recover"
      case .tryAgain: "tryAgain"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case migrated, signIn, recover, cancelled
    public var leadsTo: Destination {
      switch self {
      case .signIn: .signIn
      case .recover: .recovery
      case .migrated: .cardRoom
      case .cancelled: .origin
      }
    }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.done, .action): return .done(.migrated)
    case (.signedOut, .action(.signIn)): return .done(.signIn)  // D-39
    case (.signedOut, .action(.recover)): return .done(.recover)
    case (_, .action(.cancel)): return .done(.cancelled, .server(.rollBackWraps))
    case (.opening(let child), _): return open(child, signal, &state)
    case (.settingUp(let child), _): return setUp(child, signal, &state)
    case (.stopped, .action(.tryAgain)): state.begin()
    case (_, .reply(.hands(let news))): hear(news, &state)
    case (_, .reply(.server(let news))): learn(news, &state)
    case (.unlocking, .secretsLost), (.wrapping, .secretsLost): state.openAgain(nil)
    default: break
    }
    return .stay
  }

  private static func open(
    _ child: Opening.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: Opening.self, child)
    switch step.output {
    case nil: state.stage = .opening(child)
    case .cancelled: return .done(.cancelled, .server(.rollBackWraps))
    case .ready(_, let opened):
      if state.standing.hasMasterKey, !opened {
        state.openAgain(.signsInOnly)  // a card added by this key would open nothing
      } else if state.setUp.card == nil {
        state.go(.settingUp(state.setUp))
      } else {
        state.interrupt(nil)
      }
    }
    return Transition(orders: step.orders)
  }

  private static func setUp(_ child: CardSetUp.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: CardSetUp.self, child)
    switch step.output {
    case nil: state.stage = .settingUp(child)
    case .cancelled: return .done(.cancelled, .server(.rollBackWraps))
    case .ready:
      state.setUp = child
      state.setUp.go(.choosing)
      state.go(.signing)
    }
    return Transition(orders: step.orders)
  }

  private static func hear(_ news: HandsReply, _ state: inout State) {
    switch (state.stage, news) {
    case (.signing, .card(.signed(let evidence))): state.go(.verifying(evidence))
    case (.unlocking(let key), .card(.unlocked)): state.go(.wrapping(key))
    case (.wrapping(let key), .way(.made(let evidence))): state.go(.committing(key, evidence))
    case (.wrapping(let key), .way(.signsInOnly)): state.go(.committing(key, nil))
    case (.wrapping, .way(.closed)): state.openAgain(nil)
    case (.wrapping, .way(.untouched)): state.interrupt(.lost)
    case (.wrapping, .way(.unable)): state.go(.stopped, .fault(.unsupported))
    case (.wrapping, .way(.fromBefore)): state.go(.stopped, .fromBefore)
    case (.wrapping, .way): state.go(.stopped, .tampered)
    default: if let trouble = news.trouble { state.interrupt(trouble) }
    }
  }

  private static func learn(_ news: ServerReply, _ state: inout State) {
    switch (state.stage, news) {
    case (.lookingUp, .account(.state(let standing))):
      state.standing = standing
      state.openAgain(nil)
    case (.verifying, .card(.signatureVerified(let key, _))):
      if state.standing.keys.contains(where: { $0.id == key }) {
        state.go(.stopped, .cardTaken)
      } else {
        state.go(.unlocking(key))
      }
    case (.committing(_, let evidence), .card(.committed)): state.go(.done(opens: evidence != nil))
    case (.committing, .card(.tooLate)): state.openAgain(.tooLate)
    case (.lookingUp, _), (.verifying, _), (.committing, _): state.go(.stopped, news.cardNotice)
    default: break
    }
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .lookingUp: [.server(.account(.readAccount))]
    case .opening(let child): Opening.awaited(child)
    case .settingUp(let child): CardSetUp.awaited(child)
    case .signing: [.hands(.card(.sign(.enroll)))]
    case .verifying(let evidence): [.server(.card(.verifySignature(evidence, .enroll)))]
    case .unlocking(let key): [.hands(.card(.unlock(key)))]
    case .wrapping(let key): [.hands(.way(.open(key)))]
    case .committing(let key, let evidence): [.server(.card(.commit(key, label: state.label, evidence)))]
    case .signedOut, .stopped, .done: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let title = Copy.migrationTitle, card = state.setUp.card
    switch state.stage {
    case .signedOut:
      return Screen(
        title: title, .working, [.signInFirst],
        choices: [Choice(.signIn, .signIn), Choice(.useRecoveryCode, .recover, .outline), .cancel],
        aside: .migration)
    case .lookingUp: return .atCard(.lookingForAccount, nil, in: title, choices: [.cancel])
    case .opening(let child): return Opening.screen(child).embedded(Action.opening).titled(title)
    case .settingUp(let child): return CardSetUp.screen(child).embedded(Action.settingUp).titled(title)
    case .signing, .verifying, .unlocking, .wrapping, .committing:
      return .atCard(.addingCard, card, in: title, choices: [.cancel])
    case .stopped:
      return Screen(
        title: title, .plain, [.notDoneYet], state.notice.blocks, choices: [Choice(.cardTryAgain, .tryAgain), .cancel],
        announcement: state.notice?.copy, aside: .migration)
    case .done(let opens):
      return Screen(
        title: title, .hearth, [.cardIsAdded],
        [.receipt(state.kept + [Fact(.theCard, opens ? .cardOpens : .cardSignsIn)])],
        choices: [Choice(.backToSettings, .leave, .close)], announcement: .cardIsAdded)
    }
  }
}

extension CardMigration.State: Staged {
  /// This card's name in Settings until somebody renames it.
  fileprivate var label: String { setUp.card?.name ?? KeyName.shown("", .card) }
  /// D-40: everything that the account had before, line by line.
  fileprivate var kept: [Fact] {
    standing.keys.map {
      Fact(
        $0.label.isEmpty ? Copy.signUpKey.sentence : Sentence(verbatim: $0.label),
        $0.opens ? .keptOpens : $0.needsRewrap ? .keptNeedsRewrap : .keptSignsIn)
    }
      + (standing.hasCode ? [Fact(.theCode, .keptWorks)] : []) + [Fact(.theJournal, .keptWhole)]
  }
  fileprivate mutating func begin() {
    if standing == AccountState() { go(.lookingUp) } else { openAgain(nil) }
  }
  fileprivate mutating func openAgain(_ notice: Notice?) {
    go(.opening(Opening.State(.migration, opens: standing.hasMasterKey, hasCard: standing.hasCard, notice)))
  }
  fileprivate mutating func interrupt(_ trouble: CardTrouble?) {
    var setUp = setUp
    setUp.interrupt(trouble)
    go(.settingUp(setUp))
  }
}

extension Copy {
  static let migrationTitle = Copy("D-38", "Add a card to your account")
  static let signInFirst = Copy(
    "D-39", "A card can be added to an account that you are signed in to. Sign in first, or use your recovery code.")
  static let useRecoveryCode = Copy("D-39.code", "Use my recovery code")
  static let addingCard = Copy("D-38.adding", "Adding the card to your account…")
  static let cardIsAdded = Copy("D-40", "The card is a way into your account now. Nothing else has changed.")
  static let theCard = Copy("D-40.card", "The card")
  static let signUpKey = Copy("D-40.key", "The passkey you signed up with")
  static let theCode = Copy("D-40.code", "Recovery code"), theJournal = Copy("D-40.journal", "Journal and history")
  static let cardOpens = Copy("D-40.opens", "Signs you in and opens your journal.")
  static let cardSignsIn = Copy("D-40.signsIn", "Signs you in. It can't open your journal.")
  static let keptNeedsRewrap = Copy("G-20.kept", "Kept. It signs in, and needs re-wrap before it opens again.")
  static let keptOpens = Copy("D-40.kept.opens", "Kept. It opens as before.")
  static let keptSignsIn = Copy("D-40.kept.signsIn", "Kept. It signs you in as before.")
  static let keptWorks = Copy("D-40.kept.code", "Kept. It still works.")
  static let keptWhole = Copy("D-40.kept.journal", "Kept, whole.")
}

extension Aside {
  static let migration = Aside(
    whatStepMeans,
    [
      (
        Copy("D-38.1", "What is added"),
        Copy("D-38.1t", "One more way in. Your keys, your recovery code and your journal stay as they are.")
      ),
      (
        Copy("D-38.2", "Your password"),
        Copy("D-38.2t", "It stays too. Whoever should no longer sign in with it can change it afterwards.")
      ),
      cannot,
    ])
}
