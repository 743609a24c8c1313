import FlowKit
import Model

/// A key touched for one change, and the Master Key open in these hands: the first thing of every flow that changes ways in.
public enum Opening: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.offering
    var notice: Notice?
    var purpose: Purpose
    /// Without it a touch is enough, and nothing is opened or written.
    var opens: Bool
    init(_ purpose: Purpose, opens: Bool = true, _ notice: Notice? = nil) { self.purpose = purpose; self.opens = opens; self.notice = notice }
  }
  enum Stage: Codable, Hashable, Sendable { case offering, confirming, verifying(Evidence), opening(KeyID), attaching(KeyID, Evidence) }
  /// What the person is about to do.
  public enum Purpose: String, Codable, Hashable, Sendable { case enrollment, journal, code, revocation, renaming }
  public enum Action: Codable, Hashable, Sendable { case confirm, back, cancel }
  public enum Output: Outcome {
    /// The key that was touched, and whether it opened the Master Key.
    case ready(KeyID, opened: Bool), cancelled
    public var grants: Bool { false }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.offering, .action(.confirm)): state.go(.confirming)
    case (.confirming, .action(.back)): state.go(.offering)
    case (.confirming, .reply(.hands(.key(.given(let evidence))))): state.go(.verifying(evidence))
    case (.confirming, .reply(.hands(.key(.fault(let fault))))): state.go(.offering, .fault(fault))
    case (.verifying, .reply(.server(.key(.verified(let key, _))))):
      guard state.opens else { return .done(.ready(key, opened: false)) }
      state.go(.opening(key))
    case (.verifying, .reply(.server(let news))): state.go(.offering, news.signInNotice)
    case (.opening(let key), .reply(.hands(.way(let news)))): return hear(news, of: key, &state)
    case (.opening, .secretsLost): state.go(.offering)
    case (.attaching, .reply(.server(.way(.attached(let key))))): return .done(.ready(key, opened: true))
    case (.attaching, .reply(.server)): state.go(.offering, .changedMeanwhile)
    default: break
    }
    return .stay
  }

  private static func hear(_ news: HandsReply.Way, of key: KeyID, _ state: inout State) -> Transition<Output> {
    switch news {
    case .opened: return .done(.ready(key, opened: true))
    case .made(let evidence): state.go(.attaching(key, evidence))
    case .signsInOnly, .closed: return .done(.ready(key, opened: false))
    case .untouched: state.go(.offering)
    case .unable: state.go(.offering, .fault(.unsupported))
    case .refused, .shown: state.go(.offering, .tampered)
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .offering: []
    case .confirming: [.hands(.key(.confirm))]
    case .verifying(let evidence): [.server(.key(.verify(evidence, .confirm)))]
    case .opening(let key): [.hands(.way(.open(key)))]
    case .attaching(let key, let evidence): [.server(.way(.attach(key, evidence)))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let cancel = Choice<Action>(.cancel, .cancel, .cancel), title = state.purpose.title, aside = Aside.opening
    switch state.stage {
    case .offering:
      return Screen(
        title: title, .working, [.confirmFirst], state.notice.blocks, choices: [Choice(.confirmWithPasskey, .confirm), cancel],
        announcement: state.notice?.copy, aside: aside)
    case .confirming: return .askingBrowser(title, choices: [Choice(.back, .back, .back), cancel], aside: aside)
    case .verifying, .opening, .attaching:
      return Screen(title: title, .working, [.opening], [.progress(.opening)], choices: [cancel], announcement: .opening, aside: aside)
    }
  }

  static let someKey = KeyID(rawValue: "a")
  static let handsNews: [HandsReply] =
    signInNews + [.opened, .made(Evidence(rawValue: "made")), .signsInOnly, .closed, .untouched, .refused, .unable].map(HandsReply.way)
  static let serverNews: [ServerReply] =
    [.unavailable, .key(.verified(someKey, .confirm)), .way(.attached(someKey)), .way(.conflict), .way(.tooLate)]
    + Rejection.allCases.map { .key(.rejected($0)) }

  public static var world: World<Opening> { World(start: State(.journal), hands: handsNews, server: serverNews) }
}

extension Opening.State: Staged {}
