import Vocabulary
import HandsProtocol
import Model

/// Adds a password to an account that has a passkey, so that the person can sign in with either. The person confirms
/// the change with the passkey first.
public enum PasswordSetting: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.offering
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable { case offering, confirming, verifying(Evidence), entering, saving, saved }
  public enum Action: String, CancellableAction, ReversibleAction { case confirm, save, back, leave, cancel }
  public enum Output: Outcome {
    case passwordSet, cancelled
    public var leadsTo: Destination { .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.saved, .action(.leave)), (.saved, .action(.cancel)): return .done(.passwordSet)
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.offering, .action(.confirm)): state.go(.confirming)
    case (.confirming, .reply(.hands(.key(.given(let evidence))))): state.go(.verifying(evidence))
    case (.confirming, .reply(.hands(.key(.fault(let fault))))): state.go(.offering, .fault(fault))
    case (.confirming, .action(.back)), (.entering, .action(.back)): state.go(.offering)
    case (.verifying, .reply(.server(.key(.verified)))): state.go(.entering)
    case (.verifying, .reply(.server(let news))): state.go(.offering, news.signInNotice)
    case (.entering, .action(.save)): state.go(.saving)
    case (.saving, .reply(.server(.account(.passwordSet)))): state.go(.saved)
    case (.saving, .reply(.server(.account(.passwordRefused(.tooLate))))): state.go(.offering, .password(.tooLate))
    case (.saving, .reply(.server(.account(.passwordRefused(let why))))): state.go(.entering, .password(why))
    case (.saving, .reply(.server(.account(.passwordBusy)))): state.go(.entering, .passwordBusy)
    case (.saving, .reply(.server)): state.go(.entering, .outage)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .offering, .entering, .saved: []
    case .confirming: [.hands(.key(.confirm))]
    case .verifying(let evidence): [.server(.key(.verify(evidence, .confirm)))]
    case .saving: [.server(.account(.setPassword("new-password")))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .offering:
      return Screen(
        title: .passwordTitle, .working, [.confirmFirst], state.notice.blocks,
        choices: [Choice(.confirmWithPasskey, .confirm), .cancel],
        announcement: state.notice?.copy, aside: .passwordSetting)
    case .confirming: return .askingBrowser(.passwordTitle, choices: [.back, .cancel], aside: .passwordSetting)
    case .entering:
      return Screen(
        title: .passwordTitle, .working, [.choosePassword],
        state.notice.blocks + [
          .field("new-password", label: .newPassword, hint: .newPasswordHint, .passing, autocomplete: .newPassword)
        ],
        choices: [Choice(.savePassword, .save, needs: [.filled("new-password")]), .back, .cancel],
        announcement: state.notice?.copy, aside: .passwordSetting)
    case .saved:
      return Screen(
        title: .passwordTitle, .working, [.passwordIsSet], [.banner(.passwordMeans, .done)],
        choices: [Choice(.backToSettings, .leave, .close)],
        announcement: .passwordIsSet, aside: .passwordSetting)
    case .verifying, .saving:
      return Screen(
        title: .passwordTitle, .working, [.saving], [.progress(.saving)], choices: [.cancel], aside: .passwordSetting)
    }
  }
}

extension PasswordSetting.State: Staged {}
