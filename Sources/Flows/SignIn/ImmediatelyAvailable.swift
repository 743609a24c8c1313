import Vocabulary
import HandsProtocol
import Model

/// Offers only the credentials that are available on this device, without asking anywhere else. Finding none is an
/// ordinary result. B-19, B-20, B-21.
public enum ImmediatelyAvailable: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.offering
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable { case offering, looking, noneHere, cannotLook, asking, verifying(Evidence) }
  public enum Action: String, CancellableAction, ReversibleAction { case signIn, usePasskey, back, cancel }
  public typealias Output = SignInOutput

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (_, .action(.signIn)): state.go(.looking)
    case (_, .action(.usePasskey)): state.go(.asking)
    case (_, .reply(.hands(.key(.given(let evidence))))): state.go(.verifying(evidence))
    case (.looking, .reply(.hands(.key(.fault(.noneHere))))): state.go(.noneHere)  // B-21: no error
    case (.looking, .reply(.hands(.key(.fault(.unsupported))))): state.go(.cannotLook)  // B-20
    case (_, .reply(.hands(.key(.fault(let fault))))): state.go(.offering, .fault(fault))
    case (_, .action(.back)), (.looking, .secretsLost): state.go(.offering)
    case (.verifying, .reply(.server(.key(.verified)))): return .done(.signedIn)
    case (.verifying, .reply(.server(let news))): state.go(.offering, news.signInNotice)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .offering, .noneHere, .cannotLook: []
    case .looking: [.hands(.key(.signInImmediately))]
    case .asking: [.hands(.key(.signIn))]
    case .verifying(let evidence): [.server(.key(.verify(evidence, .signIn)))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    func offer(_ says: Copy, _ choices: [Choice<Action>]) -> Screen<Action> {
      Screen(
        title: .immediateTitle, .working, [says], state.notice.blocks, choices: choices + [.cancel],
        announcement: state.notice?.copy ?? (state.stage == .offering ? nil : says), aside: .immediate)
    }
    switch state.stage {
    case .offering: return offer(.immediateSays, [Choice(.signIn, .signIn)])
    case .noneHere: return offer(.noneHere, [Choice(.signInWithPasskey, .usePasskey), .back])
    case .cannotLook: return offer(.cantCheckSilently, [Choice(.signInWithPasskey, .usePasskey), .back])
    case .looking, .asking: return .askingBrowser(.immediateTitle, choices: [.back, .cancel], aside: .immediate)
    case .verifying: return .signingIn(.immediateTitle, choices: [.cancel], aside: .immediate)
    }
  }
}

extension ImmediatelyAvailable.State: Staged {}
