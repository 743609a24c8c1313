import Vocabulary
import HandsProtocol
import Model

/// Opens an account whose first way in is a card. The account is newly created, or found if the card is already known.
/// D-18…D-29, D-55, G-40, G-42.
public enum CardOnboarding: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.settingUp(CardSetUp.State())
    var notice: Notice?
    /// The state at the end of the set-up, which is restored when the card is removed.
    var setUp = CardSetUp.State()
    var username = ""
    /// The key of the newly created account, which still has to be opened.
    var registered: KeyID?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable {
    case settingUp(CardSetUp.State)
    case identifying, finding(Evidence), loggingIn, verifying(Evidence)
    case naming, checkingName, signing, registering(Evidence)
    case unlocking(KeyID), opening(KeyID), attaching(KeyID, Evidence)
    case stopped
  }
  public enum Action: CancellableAction {
    case settingUp(CardSetUp.Action), register, tryAgain, cancel

    public var actionName: ActionName {
      switch self {
      case .settingUp(let action): .child("settingUp", action)
      case .register: "register"
      case .tryAgain: "tryAgain"
      case .cancel: "cancel"
      }
    }
  }
  public typealias Output = SignInOutput

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.settingUp(let child), _): return setUp(child, signal, &state)
    case (.naming, .fill("username", .text(let name))): state.username = name
    case (.naming, .action(.register)): state.go(.checkingName)
    case (.stopped, .action(.tryAgain)): state.interrupt(nil)
    case (_, .reply(.hands(let news))): return hear(news, &state)
    case (_, .reply(.server(let news))): return learn(news, &state)
    case (.opening, .secretsLost): state.interrupt(.lost)
    default: break
    }
    return .stay
  }

  private static func setUp(_ child: CardSetUp.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<
    Output
  > {
    let (child, step) = signal.passed(to: CardSetUp.self, child)
    switch step.output {
    case nil: state.stage = .settingUp(child)
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    case .ready:
      state.setUp = child
      state.setUp.go(.choosing)
      state.go(state.registered.map(Stage.unlocking) ?? .identifying)
    }
    return Transition(orders: step.orders)
  }

  private static func hear(_ news: HandsReply, _ state: inout State) -> Transition<Output> {
    switch (state.stage, news) {
    case (.identifying, .card(.made(let evidence))): state.go(.finding(evidence))
    case (.loggingIn, .card(.signed(let evidence))): state.go(.verifying(evidence))
    case (.signing, .card(.signed(let evidence))): state.go(.registering(evidence))
    case (.unlocking(let key), .card(.unlocked)): state.go(.opening(key))
    case (.opening(let key), .way(.made(let evidence))): state.go(.attaching(key, evidence))
    case (.opening, .way(.untouched)): state.interrupt(.lost)
    case (.opening, .way(.refused)): state.go(.stopped, .tampered)
    case (.opening, .way(.fromBefore)): state.go(.stopped, .fromBefore)
    case (.opening(let key), .way(.opened)): return .done(.signedIn, .server(.noteOpening(key)))
    // This browser cannot open the account, which exists all the same.
    case (.opening, .way): return .done(.signedIn)
    case (.unlocking, .card) where state.registered == nil: return .done(.signedIn)
    default: if let trouble = news.trouble { state.interrupt(trouble) }
    }
    return .stay
  }

  private static func learn(_ news: ServerReply, _ state: inout State) -> Transition<Output> {
    switch (state.stage, news) {
    case (.finding, .card(.found)): state.go(.loggingIn)  // D-29: known here, so it signs in
    case (.finding, .card(.unknown)): state.go(.naming)  // G-40
    case (.verifying, .card(.signatureVerified(let key, _))): state.go(.unlocking(key))
    case (.checkingName, .account(.usernameFree)): state.go(.signing)
    case (.registering, .card(.registered(let key))):
      state.registered = key
      state.go(.unlocking(key))
    case (.registering, .card(.usernameRefused)), (.checkingName, _): state.go(.naming, news.cardNotice)
    // The new wrap opens, by what the card gave before.
    case (.attaching(let key, _), .way(.attached)): state.go(.opening(key))
    case (.finding, _), (.verifying, _), (.registering, _), (.attaching, _): state.go(.stopped, news.cardNotice)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .settingUp(let child): CardSetUp.awaited(child)
    case .identifying: [.hands(.card(.identify))]
    case .finding(let evidence): [.server(.card(.find(evidence)))]
    case .loggingIn: [.hands(.card(.sign(.login)))]
    case .verifying(let evidence): [.server(.card(.verifySignature(evidence, .login)))]
    case .checkingName: [.server(.account(.checkUsername(state.username)))]
    case .signing: [.hands(.card(.sign(.register)))]
    case .registering(let evidence): [.server(.card(.register(username: state.username, evidence)))]
    case .unlocking(let key): [.hands(.card(.unlock(key)))]
    case .opening(let key): [.hands(.way(.open(key)))]
    case .attaching(let key, let evidence): [.server(.way(.attach(key, evidence)))]
    case .naming, .stopped: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let title = Copy.onboardingTitle, card = state.setUp.card
    switch state.stage {
    case .settingUp(let child): return CardSetUp.screen(child).embedded(Action.settingUp).titled(title)
    case .identifying, .finding, .loggingIn, .verifying: return .atCard(.signingIn, card, in: title, choices: [.cancel])
    case .naming:
      return Screen(
        title: title, .working, [.nameNewAccount],
        state.notice.blocks + card.prompt
          + [.field("username", label: .username, hint: .usernameHint, .text(state.username), autocomplete: .username)],
        choices: [Choice(.makeAccount, .register, needs: [.filled("username")]), .cancel],
        announcement: state.notice?.copy ?? .nameNewAccount,
        aside: .onboarding)
    case .checkingName, .signing, .registering: return .atCard(.registering, card, in: title, choices: [.cancel])
    case .unlocking, .opening, .attaching: return .atCard(.opening, card, in: title, choices: [.cancel])
    case .stopped:
      return Screen(
        title: title, .plain, [.notDoneYet], state.notice.blocks, choices: [Choice(.cardTryAgain, .tryAgain), .cancel],
        announcement: state.notice?.copy, aside: .onboarding)
    }
  }
}

extension CardOnboarding.State: Staged {
  /// Returns to the reader, and then continues from what is on the card.
  fileprivate mutating func interrupt(_ trouble: CardTrouble?) {
    var setUp = setUp
    setUp.interrupt(trouble)
    go(.settingUp(setUp))
  }
}

extension Copy {
  static let onboardingTitle = Copy("D-18.title", "An account with a card")
  static let nameNewAccount = Copy("G-40.name", "This card is new here. Choose a user name for its account.")
  static let makeAccount = Copy("G-40.make", "Create the account")
  static let notDoneYet = Copy("D-29.stopped", "This is not finished yet. What is on the card stays there.")
}

extension Aside {
  static let onboarding = Aside(
    whatHappens,
    [
      (
        Copy("D-29.1", "The card signs you in"),
        Copy("D-29.1t", "It signs a number made for this one moment, with a key that never leaves it.")
      ),
      (
        Copy("D-29.2", "No password"),
        Copy("D-29.2t", "Card and PIN together are enough, and neither is enough alone.")
      ),
      cannot,
    ])
}
