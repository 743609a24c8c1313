import Vocabulary
import HandsProtocol
import Model

/// Shows one button, then a sheet that offers both ways of signing in. B-09, B-10.
public enum PasskeyOrPassword: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.offering
    var username = ""
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable {
    case offering, choosing, asking, verifying(Evidence), enteringPassword, checkingPassword, needsCard
  }
  public enum Action: String, CancellableAction, ReversibleAction {
    case signIn, usePasskey, usePassword, submit, useCard, back, cancel
  }
  public typealias Output = SignInOutput

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .fill("username", .text(let name))): state.username = name
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.offering, .action(.signIn)): state.go(.choosing)
    case (.choosing, .action(.usePasskey)): state.go(.asking)
    case (.choosing, .action(.usePassword)): state.go(.enteringPassword)
    case (.asking, .reply(.hands(.key(.given(let evidence))))): state.go(.verifying(evidence))
    case (.asking, .reply(.hands(.key(.fault(let fault))))): state.go(.offering, .fault(fault))
    case (.enteringPassword, .action(.submit)): state.go(.checkingPassword)
    case (.choosing, .action(.back)), (.asking, .action(.back)), (.enteringPassword, .action(.back)):
      state.go(.offering)
    case (.checkingPassword, .reply(.server(.account(.passwordNeedsKey)))): state.go(.asking, .keyAsWell)
    case (.checkingPassword, .reply(.server(.account(.passwordNeedsCard)))): state.go(.needsCard)
    case (.needsCard, .action(.useCard)): return .done(.toCard)
    case (.needsCard, .action(.back)): state.go(.offering)
    case (_, .reply(.server(.key(.verified)))), (_, .reply(.server(.account(.passwordVerified)))):
      return .done(.signedIn)
    case (.verifying, .reply(.server(let news))): state.go(.offering, news.signInNotice)
    case (.checkingPassword, .reply(.server(let news))): state.go(.enteringPassword, news.signInNotice)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .offering, .choosing, .enteringPassword, .needsCard: []
    case .asking: [.hands(.key(.signIn))]
    case .verifying(let evidence): [.server(.key(.verify(evidence, .signIn)))]
    case .checkingPassword: [.server(.account(.verifyPassword(username: state.username, password: "password")))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .offering:
      return Screen(
        title: .orPasswordTitle, .working, [.orPasswordSays], state.notice.blocks,
        choices: [Choice(.signIn, .signIn), .cancel], announcement: state.notice?.copy, aside: .orPassword)
    case .choosing:
      return Screen(
        title: .orPasswordTitle, .working, [.orPasswordSays],
        choices: [Choice(.passkey, .usePasskey), Choice(.password, .usePassword, .outline), .back],
        sheet: Sheet(.working, .chooseHow), aside: .orPassword)
    case .enteringPassword:
      return Screen(
        title: .orPasswordTitle, .working, [.passwordSays],
        state.notice.blocks + [
          .field("username", label: .username, .text(state.username), autocomplete: .username),
          .field("password", label: .password, .passing, autocomplete: .currentPassword),
        ],
        choices: [Choice(.signIn, .submit, needs: [.filled("username"), .filled("password")]), .back, .cancel],
        announcement: state.notice?.copy, aside: .orPassword)
    case .asking:
      return .askingBrowser(.orPasswordTitle, state.notice.blocks, choices: [.back, .cancel], aside: .orPassword)
    case .needsCard: return .askingForCard(.orPasswordTitle, .useCard, choices: [.back, .cancel], aside: .orPassword)
    case .verifying, .checkingPassword: return .signingIn(.orPasswordTitle, choices: [.cancel], aside: .orPassword)
    }
  }
}

extension PasskeyOrPassword.State: Staged {}

extension ServerReply {
  /// The notice to show if this way of signing in has failed.
  var signInNotice: Notice? {
    switch self {
    case .key(.rejected(let why)): .rejected(why)
    case .account(.passwordRejected): .passwordRejected
    case .account(.accountClosed): .rejected(.closed)
    case .account(.passwordBusy): .passwordBusy
    case .unavailable: .outage
    default: nil
    }
  }
}
