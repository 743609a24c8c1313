import Vocabulary
import HandsProtocol
import Model

/// Shows one button and no field, because the browser finds the passkey. B-07, B-08.
public enum PasskeyOnly: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.offering
    var notice: Notice?
    /// - Parameter isPressed: `true` if the button was pressed on the page before, so that the browser is asked at once.
    public init(isPressed: Bool = false) { if isPressed { stage = .asking } }
  }
  enum Stage: Codable, Hashable, Sendable { case offering, asking, verifying(Evidence) }
  public enum Action: String, CancellableAction, ReversibleAction { case signIn, back, cancel }
  public typealias Output = SignInOutput

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.offering, .action(.signIn)): state.go(.asking)
    case (.asking, .reply(.hands(.key(.given(let evidence))))): state.stage = .verifying(evidence)
    case (.asking, .reply(.hands(.key(.fault(let fault))))): state.go(.offering, .fault(fault))
    case (.asking, .action(.back)): state.go(.offering)
    case (.verifying, .reply(.server(.key(.verified)))): return .done(.signedIn)
    case (.verifying, .reply(.server(.key(.rejected(let why))))): state.go(.offering, .rejected(why))
    case (.verifying, .reply(.server(.unavailable))): state.go(.offering, .outage)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .offering: []
    case .asking: [.hands(.key(.signIn))]
    case .verifying(let evidence): [.server(.key(.verify(evidence, .signIn)))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .offering:
      return Screen(
        title: .passkeyOnlyTitle, .working, [.passkeyOnlySays], state.notice.blocks,
        choices: [Choice(.signInWithPasskey, .signIn), .cancel], announcement: state.notice?.copy, aside: .passkeyOnly)
    case .asking: return .askingBrowser(.passkeyOnlyTitle, choices: [.back, .cancel], aside: .passkeyOnly)
    case .verifying: return .signingIn(.passkeyOnlyTitle, choices: [.cancel], aside: .passkeyOnly)
    }
  }
}

extension PasskeyOnly.State: Staged {}
