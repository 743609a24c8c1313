import Vocabulary
import HandsProtocol
import Model

/// A sign-in with a Keycard. The PIN takes the place of the password, and the journal opens in the same visit. D-33,
/// D-34, D-56.
///
/// "The PIN was right" is a claim of the hands. The session opens only with the card's signature, which the server
/// verifies.
public enum CardLogin: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable, AtCard {
    var stage: Stage
    var notice: Notice?
    var card: CardFacts?
    public init() { stage = .access(CardAccess.State(.account)) }
    var policy: CardAccess.Policy { .account }
    static func reaching(_ access: CardAccess.State) -> Stage { .access(access) }
  }
  enum Stage: Codable, Hashable, Sendable {
    case access(CardAccess.State)
    /// The person is told what to do without the PIN, and then returns to where it is typed.
    case forgotten(CardAccess.State)
    case identifying, finding(Evidence), signing, verifying(Evidence)
    case unlocking(KeyID), opening(KeyID), attaching(KeyID, Evidence)
    /// The card signs in, but the server's data for the journal is inconsistent.
    case warned
    case stopped
  }
  public enum Action: CancellableAction, ReversibleAction {
    case access(CardAccess.Action), forgotPIN, back, goOn, tryAgain, useAnother, restoreFromBackup, setUp, cancel

    public var actionName: ActionName {
      switch self {
      case .access(let action): .child("access", action)
      case .forgotPIN: "forgotPIN"
      case .back: "back"
      case .goOn: "goOn"
      case .tryAgain: "tryAgain"
      case .useAnother: "useAnother"
      case .restoreFromBackup: "restoreFromBackup"
      case .setUp: "setUp"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case loggedIn, startBackup, startOnboarding, cancelled
    public var grants: Bool { self == .loggedIn }
    public var leadsTo: Destination {
      switch self {
      case .loggedIn: .account
      case .startBackup: .cardBackup
      case .startOnboarding: .cardOnboarding
      case .cancelled: .origin
      }
    }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (_, .action(.restoreFromBackup)): return .done(.startBackup)  // D-34
    case (_, .action(.setUp)): return .done(.startOnboarding)
    case (.access(let child), .action(.forgotPIN)): state.go(.forgotten(child))
    case (.forgotten(let child), .action(.back)): state.go(.access(child))
    case (.access(let child), _): return reach(child, signal, &state)
    case (.identifying, .reply(.hands(.card(.made(let evidence))))): state.go(.finding(evidence))
    case (.finding, .reply(.server(.card(.found)))): state.go(.signing)
    case (.signing, .reply(.hands(.card(.signed(let evidence))))): state.go(.verifying(evidence))
    case (.verifying, .reply(.server(.card(.signatureVerified(let key, _))))): state.go(.unlocking(key))
    case (.finding, .reply(.server(let news))), (.verifying, .reply(.server(let news))):
      state.go(.stopped, news.cardNotice)
    case (.stopped, .action(.tryAgain)): state.go(.access(CardAccess.State(.account)))
    case (.stopped, .action(.useAnother)):
      var access = CardAccess.State(.account)
      if let card = state.card { access.stage = .connecting(.anotherCard(than: card)) }
      state.go(.access(access))
    // The person is signed in. The next touch supplies whatever is still missing to read the journal.
    case (.unlocking(let key), .reply(.hands(.card(.unlocked)))): state.go(.opening(key))
    case (.opening(let key), .reply(.hands(.way(.made(let evidence))))): state.go(.attaching(key, evidence))
    // The new wrap opens, by what the card gave before.
    case (.attaching(let key, _), .reply(.server(.way(.attached)))): state.go(.opening(key))
    case (.opening, .reply(.hands(.way(.refused)))): state.go(.warned, .tampered)
    case (.opening, .reply(.hands(.way(.fromBefore)))): state.go(.warned, .fromBefore)
    case (.opening(let key), .reply(.hands(.way(.opened)))): return .done(.loggedIn, .server(.noteOpening(key)))
    case (.warned, .action(.goOn)): return .done(.loggedIn)
    case (.unlocking, .reply(.hands)), (.opening, .reply(.hands)), (.attaching, .reply(.server)):
      return .done(.loggedIn)
    case (.unlocking, .secretsLost), (.opening, .secretsLost): return .done(.loggedIn)
    case (_, .reply(.hands(let news))): if let trouble = news.trouble { state.interrupt(trouble) }
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
    case .toBackup: return .done(.startBackup)  // D-56
    case .without: return .done(.cancelled)
    }
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .access(let child): CardAccess.awaited(child)
    case .identifying: [.hands(.card(.identify))]
    case .finding(let evidence): [.server(.card(.find(evidence)))]
    case .signing: [.hands(.card(.sign(.login)))]
    case .verifying(let evidence): [.server(.card(.verifySignature(evidence, .login)))]
    case .unlocking(let key): [.hands(.card(.unlock(key)))]
    case .opening(let key): [.hands(.way(.open(key)))]
    case .attaching(let key, let evidence): [.server(.way(.attach(key, evidence)))]
    case .forgotten, .warned, .stopped: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let restore = Choice<Action>(.haveNewCard, .restoreFromBackup, .quiet)
    let setUp = Choice<Action>(.setUpAccount, .setUp, .outline)
    switch state.stage {
    case .access(let child):
      var screen = CardAccess.screen(child).embedded(Action.access).titled(.cardLoginTitle)
      switch child.stage {
      case .connecting: screen.choices.append(restore)
      case .unsuitable: screen.choices += [setUp, restore]
      case .pin(let pin) where pin.takesPIN: screen.choices.append(Choice(.forgotPIN, .forgotPIN, .quiet))
      default: break
      }
      return screen
    case .forgotten:
      return Screen(
        title: .cardLoginTitle, .plain, [.pukOpens, .pukAfterTries, .withoutPUK],
        choices: [Choice(.backToPIN, .back, .back), .cancel], announcement: .pukOpens, aside: .card)
    case .stopped where state.notice == .cardUnknown:
      return Screen(
        title: .cardLoginTitle, .plain, [.cardUnknownHere],
        choices: [Choice(.useAnotherCard, .useAnother), setUp, restore, .cancel],
        announcement: .cardUnknownHere, aside: .card)
    case .stopped:
      return Screen(
        title: .cardLoginTitle, .plain, [.notSignedIn], state.notice.blocks,
        choices: [Choice(.cardTryAgain, .tryAgain), restore, .cancel],
        announcement: state.notice?.copy, aside: .card)
    case .warned:
      return Screen(
        title: .cardLoginTitle, .plain, [.signedInAnyway], state.notice.blocks,
        choices: [Choice(.goToAccount, .goOn), .cancel],
        announcement: state.notice?.copy, aside: .card)
    case .identifying, .finding, .signing, .verifying:
      return .atCard(.signingIn, state.card, in: .cardLoginTitle, choices: [.cancel])
    case .unlocking, .opening, .attaching: return .atCard(.opening, state.card, in: .cardLoginTitle, choices: [.cancel])
    }
  }
}

extension Copy {
  static let cardLoginTitle = Copy("D-33", "Sign in with a card")
  static let cardUnknownHere = Notice.cardUnknown.copy
  static let notSignedIn = Copy("D-33.stopped", "You are not signed in yet.")
  static let signedInAnyway = Copy("D-33.warned", "Your card signs you in, but your journal stays closed.")
  static let goToAccount = Copy("D-33.on", "Go to your account")
  static let haveNewCard = Copy("D-34.new", "I have a new card")
  static let forgotPIN = Copy("D-50.forgot", "I forgot the PIN")
  static let backToPIN = Copy("D-50.back", "Back to the PIN")
  static let pukOpens = Copy("D-50.opens", "Without the PIN, your PUK opens the card.")
  static let pukAfterTries = Copy(
    "D-50.after",
    """
    The card takes the PUK once no try for the PIN is left. Go back, type any PIN until the card is frozen, then choose \
    Use PUK and give it a new PIN.
    """)
  static let withoutPUK = Copy(
    "D-50.without", "If you don't have the PUK either, the card stays closed. Go on as if it were lost.")
  static let setUpAccount = Copy("G-40", "Make an account with a card")
}
