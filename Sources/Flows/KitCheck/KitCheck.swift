import Model
import Vocabulary

/// Finds out whether the paper with the recovery code is there and is the newest: the person gives the number and the
/// check at its foot, and no word. Whether the words can be read or open anything is not shown.
public enum KitCheck: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.lookingUp
    var notice: Notice?
    var typed = ""
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, entering, judging(number: Int, check: String), passed
    /// The paper has a smaller number than the newest kit, or a larger one.
    case older(newest: Int), unsaved(newest: Int)
    /// The number is right, and the check is not.
    case differs
    /// The account's tries are used up for now.
    case spent
    /// The account's paper was made before kits had a check, or the account has no code.
    case checkless, codeless
    /// Nothing was compared. The notice tells why.
    case stopped
  }
  public enum Action: CancellableAction {
    case submit, again, tryWords, makeCode, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .submit: "submit"
      case .again: "again"
      case .tryWords: "tryWords"
      case .makeCode: "makeCode"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case checked, tryWords, makeCode, cancelled
    public var leadsTo: Destination {
      switch self {
      case .checked, .cancelled: .origin
      case .tryWords: .codeTest
      case .makeCode: .recoveryCode
      }
    }
  }

  static let kit: FieldID = "kit"

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.passed, .action(.leave)), (.passed, .action(.cancel)): return .done(.checked)
    case (_, .action(.cancel)): return .done(.cancelled)
    case (_, .action(.tryWords)): return .done(.tryWords)
    case (_, .action(.makeCode)): return .done(.makeCode)
    case (_, .action(.again)):
      state.typed = ""
      state.go(.lookingUp)
    case (.lookingUp, .reply(.server(let news))): begin(news, &state)
    case (.entering, .fill(kit, .text(let typed))): state.typed = typed
    case (.entering, .action(.submit)):
      guard let kit = Kit(typed: state.typed) else { state.go(.entering, .notKit); break }
      state.go(.judging(number: kit.number, check: kit.check.text))
    case (.judging(let number, _), .reply(.server(let news))): hear(news, of: number, &state)
    default: break
    }
    return .stay
  }

  private static func begin(_ news: ServerReply, _ state: inout State) {
    guard case .account(.state(let standing)) = news else { return state.go(.stopped, .outage) }
    state.go(!standing.hasCode ? .codeless : standing.kit == nil ? .checkless : .entering)
  }

  private static func hear(_ news: ServerReply, of number: Int, _ state: inout State) {
    switch news {
    case .way(.kitMatches): state.go(.passed)
    case .way(.kitHasOtherNumber(let newest)):
      state.go(number < newest ? .older(newest: newest) : .unsaved(newest: newest))
    case .way(.checkDiffers): state.go(.differs)
    case .way(.tooManyChecks): state.go(.spent)
    case .way: state.go(.lookingUp)  // the code has changed meanwhile: what the account has now decides
    default: state.go(.stopped, .outage)
    }
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .lookingUp: [.server(.account(.readAccount))]
    case .judging(let number, let check): [.server(.way(.checkKit(number: number, check: check)))]
    case .entering, .passed, .older, .unsaved, .differs, .spent, .checkless, .codeless, .stopped: []
    }
  }
}

extension KitCheck.State: Staged {}
