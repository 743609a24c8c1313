import Vocabulary
import HandsProtocol
import Model

/// Creates an account from a user name and one touch. B-04, B-05, B-06.
public enum Registration: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.naming
    var username = ""
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable { case naming, checking, creating, registering(Evidence) }
  public enum Action: String, CancellableAction, ReversibleAction { case register, back, cancel }
  public typealias Output = SignInOutput

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.naming, .fill("username", .text(let name))): state.username = name
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.naming, .action(.register)): state.go(.checking)
    case (.checking, .reply(.server(.account(.usernameFree)))): state.go(.creating)
    case (.creating, .reply(.hands(.key(.given(let evidence))))): state.go(.registering(evidence))
    case (.creating, .reply(.hands(.key(.fault(let fault))))): state.go(.naming, .fault(fault))
    case (.creating, .action(.back)): state.go(.naming)
    case (.registering, .reply(.server(.account(.registered)))): return .done(.signedIn)
    case (_, .reply(.server(.account(.registrationRejected(let why))))): state.go(.naming, .rejected(why))
    case (_, .reply(.server(.account(.usernameRefused(let why))))): state.go(.naming, .username(why))
    case (_, .reply(.server(.unavailable))): state.go(.naming, .outage)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .naming: []
    case .checking: [.server(.account(.checkUsername(state.username)))]
    case .creating: [.hands(.key(.register(username: state.username)))]
    case .registering(let evidence): [.server(.account(.register(username: state.username, evidence)))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .naming:
      return Screen(
        title: .registrationTitle, .working, [.registrationSays],
        state.notice.blocks + [
          .field("username", label: .username, hint: .usernameHint, .text(state.username), autocomplete: .username)
        ],
        choices: [Choice(.register, .register, needs: [.filled("username")]), .cancel],
        announcement: state.notice?.copy, aside: .registration)
    case .checking, .registering:
      return Screen(
        title: .registrationTitle, .working, [.registering], [.progress(.registering)], choices: [.cancel],
        announcement: .registering, aside: .registration)
    case .creating: return .askingBrowser(.registrationTitle, choices: [.back, .cancel], aside: .registration)
    }
  }
}

extension Registration.State: Staged {}
