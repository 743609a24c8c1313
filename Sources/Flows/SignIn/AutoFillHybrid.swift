import Vocabulary
import HandsProtocol
import Model

/// Signs in with a user name and password, with passkeys in the same list, and with a button for people who use
/// neither. B-14…B-18, B-31…B-34, B-38, B-39.
public enum AutoFillHybrid: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.offering
    var username = ""
    var hasPassword = false  // that there is one in this POST, never which
    var isOffered = true  // until the browser says that it cannot
    var notice: Notice?
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable {
    case offering, choosing, asking, verifying(Evidence), checkingPassword, needsCard
  }
  public enum Action: String, CancellableAction, ReversibleAction {
    case signIn, usePasskey, usePassword, useCard, back, cancel
  }
  public typealias Output = SignInOutput

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .fill("username", .text(let name))): state.username = name
    case (_, .fill("password", .passing(let given))): state.hasPassword = given
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.offering, .action(.signIn)):
      state.go(state.username.isEmpty || !state.hasPassword ? .choosing : .checkingPassword)  // B-17, B-18
    case (.choosing, .action(.usePasskey)): state.go(.asking)
    case (.choosing, .action(.usePassword)): state.go(.offering, .fillBoth)
    case (.choosing, .action(.back)), (.asking, .action(.back)): state.go(.offering)
    case (_, .reply(.hands(.key(.given(let evidence))))): state.go(.verifying(evidence))  // B-15
    case (.offering, .reply(.hands(.key(.fault(.unsupported))))): state.isOffered = false
    case (.offering, .reply(.hands(.key(.fault(.wrongPlace))))):
      state.isOffered = false; state.notice = .fault(.wrongPlace)  // it will not change
    case (.asking, .reply(.hands(.key(.fault(let fault))))): state.go(.offering, .fault(fault))
    case (.checkingPassword, .reply(.server(.account(.passwordNeedsKey)))): state.go(.asking, .keyAsWell)
    case (.checkingPassword, .reply(.server(.account(.passwordNeedsCard)))): state.go(.needsCard)
    case (.needsCard, .action(.useCard)): return .done(.toCard)
    case (.needsCard, .action(.back)): state.go(.offering)
    case (_, .reply(.server(.key(.verified)))), (_, .reply(.server(.account(.passwordVerified)))):
      return .done(.signedIn)
    case (_, .reply(.server(let news))): state.go(.offering, news.signInNotice)  // B-39: a refusal is shown…
    case (.offering, .secretsLost): state.isOffered = true
    default: break  // …a dismissal is not
    }
    return .stay
  }

  /// Returns the offer in the list, which is awaited exactly while its screen is displayed. A failed offer is therefore
  /// repeated with a fresh challenge (B-38), and the button ends the offer before the sheet appears (B-33). Neither
  /// needs any dedicated code.
  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .offering: state.isOffered ? [.hands(.key(.autoFill))] : []
    case .choosing, .needsCard: []
    case .asking: [.hands(.key(.signIn))]
    case .verifying(let evidence): [.server(.key(.verify(evidence, .signIn)))]
    case .checkingPassword: [.server(.account(.verifyPassword(username: state.username, password: "password")))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    let fields: [Block] = [
      .field("username", label: .username, .text(state.username), autocomplete: .usernameOrPasskey),
      .field("password", label: .password, .passing, autocomplete: .currentPasswordOrPasskey),
    ]
    switch state.stage {
    case .offering:
      return Screen(
        title: .hybridTitle, .working, [.pickFromList], state.notice.blocks + fields,
        choices: [Choice(.signIn, .signIn), .cancel], announcement: state.notice?.copy, aside: .hybrid)
    case .choosing:
      return Screen(
        title: .hybridTitle, .working, [.pickFromList], fields,
        choices: [Choice(.passkey, .usePasskey), Choice(.password, .usePassword, .outline), .back],
        sheet: Sheet(.working, .chooseHow, note: .stoppedWaiting), aside: .hybrid)
    case .asking: return .askingBrowser(.hybridTitle, state.notice.blocks, choices: [.back, .cancel], aside: .hybrid)
    case .needsCard: return .askingForCard(.hybridTitle, .useCard, choices: [.back, .cancel], aside: .hybrid)
    case .verifying, .checkingPassword: return .signingIn(.hybridTitle, choices: [.cancel], aside: .hybrid)
    }
  }
}

extension AutoFillHybrid.State: Staged {}
