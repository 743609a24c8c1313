import Vocabulary
import HandsProtocol
import Model

/// Signs in with the backup key when the primary key is gone. Coming back begins with revoking the missing key.
/// A-65…A-68.
public enum LostKey: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.tapping
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable { case tapping, missed, reading(Evidence) }
  public enum Action: String, CancellableAction { case tapAgain, cancel }
  public enum Output: Outcome {
    case signedIn, cancelled
    public var grants: Bool { self == .signedIn }
    public var leadsTo: Destination { self == .signedIn ? .comingBack : .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.tapping, .action(.tapAgain)): return .renew(awaited(state))
    case (.missed, .action(.tapAgain)): state.go(.tapping)
    case (.tapping, .reply(.hands(.key(.given(let evidence))))): state.go(.reading(evidence))
    case (.tapping, .reply(.hands(.key(.fault(let fault))))): state.go(.missed, .fault(fault))
    case (.reading, .reply(.server(.key(.verified)))): return .done(.signedIn, .hands(.buzz))
    case (.reading, .reply(.server(let news))): state.go(.missed, news.signInNotice)
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .tapping: [.hands(.key(.signIn))]
    case .missed: []
    case .reading(let evidence): [.server(.key(.verify(evidence, .signIn)))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let again = Choice<Action>(.tapAgain, .tapAgain, .outline, asksAgain: true)
    let (detector, announcement): (Detector, Copy?) =
      switch state.stage {
      case .tapping: (.waiting, nil)
      case .missed: (.missed, state.notice?.copy)
      case .reading: (.reading, .reading)
      }
    return Screen(
      title: .lostKeyTitle, .plain, [.signInWithBackup], state.notice.blocks + [.detector(detector)],
      choices: [again, .cancel],
      announcement: announcement, aside: .lostKey)
  }
}

extension LostKey.State: Staged {}

extension Copy {
  static let lostKeyTitle = Copy("A-65", "Sign in")
  static let signInWithBackup = Copy(
    "A-66", "Sign in with your backup key. Revoke the missing one from Settings after.")
}

extension Aside {
  static let lostKey = Aside(
    whatStepMeans,
    [
      (
        Copy("A-67.1", "Your backup key"),
        Copy("A-67.1t", "It signs you in as well as the primary did. If it can open, your journal is there too.")
      ),
      (
        Copy("A-68.1", "The missing key"),
        Copy(
          "A-68.1t",
          "Until you revoke it, it still works for whoever holds it and knows its PIN. We ask you right after.")
      ),
      cannot,
    ])
}
