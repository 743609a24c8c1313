import HandsProtocol
import Model
import Vocabulary

/// Tries one paper with the recovery code: the person types its twelve words, and these hands find out whether they
/// open the account as it stands. The words stay in the hands, nothing is kept open, and no way in is changed.
public enum CodeTest: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.lookingUp
    var notice: Notice?
    /// `true` if the account's holder was present for this run.
    var isConfirmed = false
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, confirming(Opening.State), entering, trying, proving(Evidence), passed
    /// The words opened nothing, or they could not be tried. The notice tells why; without one, the words are not the
    /// account's.
    case failed(isAnswered: Bool)
    /// The account has no recovery code.
    case codeless
  }
  public enum Action: CancellableAction {
    case confirming(Opening.Action), submit, tryAgain, makeCode, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .confirming(let action): .child("confirming", action)
      case .submit: "submit"
      case .tryAgain: "tryAgain"
      case .makeCode: "makeCode"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case tested, makeCode, cancelled
    public var leadsTo: Destination { self == .makeCode ? .recoveryCode : .origin }
  }

  static let words: FieldID = "words"

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.passed, .action(.leave)), (.passed, .action(.cancel)): return end(.tested)
    case (_, .action(.cancel)): return end(.cancelled)
    case (_, .action(.makeCode)): return end(.makeCode)
    case (.confirming(let child), _): return confirm(child, signal, &state)
    case (.lookingUp, .reply(.server(let news))): begin(news, &state)
    case (.entering, .action(.submit)): state.go(.trying)
    case (.failed, .action(.tryAgain)): state.go(.lookingUp)
    case (.trying, .secretsLost): state.go(.entering, .wordsLost)
    case (.trying, .reply(.hands(.way(let news)))): return hear(news, &state)
    case (.proving, .reply(.server(let news))):
      switch news {
      case .way(.drillPassed(_)): state.go(.passed)
      case .way: state.go(.failed(isAnswered: false), .changedMeanwhile)
      default: state.go(.failed(isAnswered: false), .outage)
      }
    default: break
    }
    return .stay
  }

  private static func end(_ output: Output) -> Transition<Output> { .done(output, .hands(.forget(words))) }

  private static func begin(_ news: ServerReply, _ state: inout State) {
    guard case .account(.state(let standing)) = news else { return state.go(.failed(isAnswered: false), .outage) }
    let confirming = Stage.confirming(Opening.State(.codeTest, opens: false, hasCard: standing.hasCard))
    state.go(!standing.hasCode ? .codeless : state.isConfirmed ? .entering : confirming)
  }

  private static func confirm(
    _ child: Opening.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: Opening.self, child)
    switch step.output {
    case nil: state.stage = .confirming(child)
    case .ready:
      state.isConfirmed = true
      state.go(.entering)
    case .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  private static func hear(_ news: HandsReply.Way, _ state: inout State) -> Transition<Output> {
    switch news {
    case .made(let evidence): state.go(.proving(evidence))
    case .mismatched: return fail(nil, &state)
    case .fromBefore: return fail(.fromBefore, &state)
    case .unable: state.go(.failed(isAnswered: false), .fault(.unsupported))
    // The words are gone, or the code is: what the account has now decides.
    case .closed: state.go(.lookingUp)
    case .refused, .opened, .shown, .signsInOnly, .untouched: return fail(.tampered, &state)
    }
    return .stay
  }

  private static func fail(_ notice: Notice?, _ state: inout State) -> Transition<Output> {
    state.go(.failed(isAnswered: true), notice)
    return .order(.server(.failDrill(.code)))
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .lookingUp: [.server(.account(.readAccount))]
    case .confirming(let child): Opening.awaited(child)
    case .trying: [.hands(.way(.tryWords(words)))]
    case .proving(let evidence): [.server(.way(.passDrill(.code, evidence)))]
    case .entering, .passed, .failed, .codeless: []
    }
  }
}

extension CodeTest.State: Staged {}
