import Vocabulary
import HandsProtocol
import Model

/// Signs in with one optional field and no button. The passkeys are in the list under the field. B-12, B-13, B-31,
/// B-32, B-38, B-39.
public enum AutoFillPasskeyOnly: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var verifying: Evidence?
    var isOffered = true  // until the browser says that it cannot
    var username = ""
    var notice: Notice?
    public init() {}
  }
  public enum Action: String, CancellableAction { case cancel }
  public typealias Output = SignInOutput

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch signal {
    case .fill("username", .text(let name)): state.username = name
    case .action(.cancel): return .done(.cancelled)
    case .reply(.hands(.key(.given(let evidence)))): state.verifying = evidence; state.notice = nil
    case .reply(.hands(.key(.fault(.unsupported)))): state.isOffered = false
    // The offer is withdrawn, because a retry would not help.
    case .reply(.hands(.key(.fault(.wrongPlace)))): state.isOffered = false; state.notice = .fault(.wrongPlace)
    case .reply(.server(.key(.verified))): return .done(.signedIn)
    // B-39: a refusal is shown…
    case .reply(.server(let news)): state.verifying = nil; state.notice = news.signInNotice
    case .secretsLost: state.isOffered = true  // another browser may have opened this page
    default: break  // …a dismissal is not
    }
    return .stay
  }

  /// Returns the offer, which is awaited exactly while its screen is displayed. The offer begins with the screen
  /// (B-31), ends with it (B-32), and is repeated with a fresh challenge after a failure (B-38).
  public static func awaited(_ state: State) -> [Effect] {
    if let evidence = state.verifying { return [.server(.key(.verify(evidence, .signIn)))] }
    return state.isOffered ? [.hands(.key(.autoFill))] : []
  }

  public static func screen(_ state: State) -> Screen<Action> {
    guard state.verifying == nil else { return .signingIn(.autoFillTitle, choices: [.cancel], aside: .autoFill) }
    let field = Block.field("username", label: .username, .text(state.username), autocomplete: .usernameOrPasskey)
    let missing: [Block] = state.isOffered ? [] : [.banner(.autoFillMissing)]
    return Screen(
      title: .autoFillTitle, .working, [.autoFillSays], state.notice.blocks + missing + [field],
      choices: [.cancel], announcement: state.notice?.copy, aside: .autoFill)
  }
}
