import HandsProtocol
import Vocabulary

/// Waits until this computer's hands, which do all the work of account recovery, can be reached. C-23, D-59.
public enum EscrowConnection: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage: Stage
    var notice: Notice?
    init(_ why: CardAbsence) { stage = .absent(why) }
  }
  enum Stage: Codable, Hashable, Sendable { case absent(CardAbsence), meeting }
  public enum Action: String, CancellableAction { case lookAgain, meet, cancel }
  public enum Output: Outcome {
    case found, cancelled
  }

  static let code = CardConnection.code

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (_, .action(.lookAgain)): return .done(.found)
    case (_, .action(.meet)): state.go(.meeting)
    case (_, .reply(.hands(.card(.absent(let why))))):
      guard why.isOfHands else { return .done(.found) }  // what they say of readers and cards does not matter here
      state.stage = .absent(why)
    case (.absent, .reply(.hands(.card(.changed)))): return .done(.found)
    case (.meeting, .reply(.hands(.card(.met)))): return .done(.found, .hands(.forget(code)))
    case (.meeting, .reply(.hands(.card(.wrongCode)))):
      state.go(.absent(.handsUnknown), .wrongHandsCode)
      return .order(.hands(.forget(code)))
    case (.meeting, .reply(.hands(.card(.noCodeTaken)))):
      state.go(.absent(.handsUnknown), .noHandsCode)
      return .order(.hands(.forget(code)))
    case (.meeting, .reply(.hands)), (.meeting, .secretsLost): state.go(.absent(.handsUnknown), .card(.lost))
    default: break
    }
    return .stay
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .absent(.handsUnasked): []  // only the person can change it
    case .absent(let why): [.hands(.card(.watch(why)))]
    case .meeting: [.hands(.card(.meet(code)))]
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    func screen(_ says: Copy..., blocks: [Block] = [], choices: [Choice<Action>] = []) -> Screen<Action> {
      Screen(
        title: .escrowTitle, .working, says, state.notice.blocks + blocks, choices: choices + [.cancel],
        announcement: state.notice?.copy ?? says.first, aside: .escrowHands)
    }
    switch state.stage {
    case .meeting: return screen(.meetingHands, blocks: [.progress(.meetingHands)])
    case .absent(.handsUnasked): return screen(.escrowHandsUnasked, choices: [Choice(.escrowAskForHands, .lookAgain)])
    case .absent(.handsUnknown):
      return screen(
        .letIn, .escrowHandsUnknown, .openTheAddress, .orTypeTheCode,
        blocks: [.field(code, label: .handsCode, hint: .handsCodeHint, .secret(.code))],
        choices: [Choice(.proceed, .meet, needs: [.ready(code)])])
    case .absent(let why):
      let again = Choice<Action>(.lookAgain, .lookAgain, .outline)
      guard why == .noHands else { return screen(why.copy, choices: [again]) }
      return screen(.escrowNoHands, blocks: [.command(.lendHands, .lendHands)], choices: [again])
    }
  }
}

extension EscrowConnection.State: Staged {}

/// A flow of account recovery. While the hands are away, its screen says so. When they return, the stage continues
/// where it left off.
protocol AwaitingHands: Staged {
  var away: EscrowConnection.State? { get set }
}

/// A flow whose screens show texts that only the hands have. A reloaded page has lost these texts, and the hands send
/// them again when they resume the work.
protocol Retelling: AwaitingHands {
  var isRetelling: Bool { get set }
  /// `true` if this stage's screens show texts from the hands.
  var showsTexts: Bool { get }
  /// The effects that the stage itself awaits. They come before all others.
  var own: [Effect] { get }
  static var purpose: EscrowPurpose { get }
  /// Starts over, because the hands have lost their work so far.
  mutating func startOver()
}

extension Retelling {
  /// Handles a reloaded page and the hands' answer to it. Returns `true` if the signal needs no further handling.
  mutating func retell<Action>(_ signal: Signal<Action>) -> Bool {
    if signal == .secretsLost, showsTexts { isRetelling = true }
    guard isRetelling, own.isEmpty, case .reply(.hands(.escrow(let news))) = signal else { return false }
    isRetelling = false
    if news == .nothingLeft || news == .lost { startOver() }
    return true
  }
  var awaitedWithTexts: [Effect] { isRetelling && own.isEmpty ? [.hands(.escrow(.resume(Self.purpose)))] : own }
}

extension AwaitingHands {
  /// Returns the transition for hands that go away or come back, or `nil` if the signal is about something else.
  mutating func waitForHands<Action: FlowAction, Output: Outcome>(_ signal: Signal<Action>) -> Transition<Output>? {
    guard let waiting = away else {
      guard case .reply(.hands(.escrow(.absent(let why)))) = signal, why.isOfHands else { return nil }
      away = EscrowConnection.State(why)
      return .stay
    }
    guard signal != .secretsLost else {
      away = nil  // the hands are asked again, and found or missed anew
      return nil
    }
    let (child, step) = signal.passed(to: EscrowConnection.self, waiting)
    away = step.output == nil ? child : nil
    return Transition(orders: step.orders, output: step.output == .cancelled ? .cancelled : nil)
  }
}

extension Copy {
  static let escrowTitle = Copy("C-03", "Account recovery")
  static let escrowNoHands = Copy(
    "C-23.noHands",
    """
    Account recovery is done on this computer, and nothing here does it for this page. Start the program for it in a \
    terminal; this page notices by itself.
    """,
    atHome: """
      Account recovery is done by a part of Latchstring on this computer, and it does not answer. Another Latchstring \
      may be open on this computer: close that one. Then stop this one with Control-C, in the terminal where it was \
      started, start it again, and load this page again.
      """)
  static let escrowHandsUnasked = Copy(
    "C-23.unasked",
    """
    Account recovery is done on this computer, so this page must be let through to it. Your browser asks you once; \
    please allow it.
    """)
  static let escrowAskForHands = Copy("C-23.ask", "Find this computer's program")
  static let escrowHandsUnknown = Copy(
    "C-23.meet",
    """
    The program for account recovery on this computer doesn't know this page yet. Type the code that it shows in its \
    terminal.
    """,
    atHome: "1. Go to the terminal in which Latchstring runs, and press Enter.")
}

extension Aside {
  static let escrowHands = Aside(
    whatStepMeans,
    [
      (
        Copy("C-23.1", "Why a program on this computer"),
        Copy(
          "C-23.1t",
          """
          Who you are and how you prove it stays with you. The program talks to the providers itself, and we never see \
          it.
          """)
      ),
      (
        Copy("C-23.2", "If you stop here"),
        Copy("C-23.2t", "What you did so far stays on this computer. You can go on later.")
      ),
    ])
}
