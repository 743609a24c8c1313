import HandsProtocol
import Model
import Vocabulary

/// Makes a ticket for one rehearsal with one way in. A touch comes first: whoever finds this browser signed in must not be
/// able to try things that they found. The page draws the signs and shows them; the server gets their hash.
public enum RehearsalTicket: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.lookingUp
    var notice: Notice?
    var way: KeyID
    var hasCard = false
    public init(for way: KeyID) { self.way = way }
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, confirming(Opening.State), drawing, issuing(Evidence), showing, stopped
  }
  public enum Action: CancellableAction {
    case confirming(Opening.Action), tryAgain, leave, cancel

    public var actionName: ActionName {
      switch self {
      case .confirming(let action): .child("confirming", action)
      case .tryAgain: "tryAgain"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case made, cancelled
    public var leadsTo: Destination { .origin }
  }

  /// The places of the texts that the hands show.
  static let ticket: FieldID = "ticket", address: FieldID = "rehearsal-address"

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.showing, .action(.leave)), (.showing, .action(.cancel)): return .done(.made, .hands(.forget(ticket)))
    case (_, .action(.cancel)): return .done(.cancelled, .hands(.forget(ticket)))
    case (.confirming(let child), _): return confirm(child, signal, &state)
    case (.stopped, .action(.tryAgain)): state.go(.lookingUp)
    case (.lookingUp, .reply(.server(.account(.state(let standing))))):
      state.hasCard = standing.hasCard
      state.go(state.asking())
    case (.drawing, .reply(.hands(.way(.made(let evidence))))): state.go(.issuing(evidence))
    case (.drawing, .reply(.hands)): state.go(.stopped, .fault(.unsupported))
    case (.issuing, .reply(.server(.way(.ticketIssued)))): state.go(.showing)
    case (.issuing, .reply(.server(.way(.tooLate)))): state.go(state.asking(.tooLate))
    case (.issuing, .reply(.server(.way))): state.go(.stopped, .changedMeanwhile)
    case (_, .reply(.server)): state.go(.stopped, .outage)
    // A page that was loaded anew has no ticket to show. A new one makes the one from before worthless.
    case (.drawing, .secretsLost), (.issuing, .secretsLost), (.showing, .secretsLost): state.go(.drawing)
    default: break
    }
    return .stay
  }

  private static func confirm(
    _ child: Opening.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: Opening.self, child)
    switch step.output {
    case nil: state.stage = .confirming(child)
    case .ready: state.go(.drawing)
    case .cancelled: return .done(.cancelled)
    }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .lookingUp: [.server(.account(.readAccount))]
    case .confirming(let child): Opening.awaited(child)
    case .drawing: [.hands(.way(.drawTicket))]
    case .issuing(let evidence): [.server(.way(.issueTicket(state.way, evidence)))]
    case .showing, .stopped: []
    }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    func screen(_ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>]) -> Screen<Action> {
      Screen(
        title: .rehearsalTitle, .working, says, state.notice.blocks + blocks, choices: choices,
        announcement: state.notice?.copy ?? says.first, aside: .rehearsalTicket)
    }
    switch state.stage {
    case .confirming(let child): return Opening.screen(child).embedded(Action.confirming)
    case .lookingUp, .drawing, .issuing: return screen([.makingTicket], [.progress(.makingTicket)], [.cancel])
    case .showing:
      return screen(
        [.goElsewhere, .thenTypeTicket], [.told([Told(.openAddress, address), Told(.ticket, ticket)])],
        [Choice(.leaveRehearsal, .leave, .close)])
    case .stopped: return screen([.noTicket], [], [Choice(.ticketTryAgain, .tryAgain), .cancel])
    }
  }
}

extension RehearsalTicket.State: Staged {
  func asking(_ notice: Notice? = nil) -> RehearsalTicket.Stage {
    .confirming(Opening.State(.rehearsal, opens: false, hasCard: hasCard, notice))
  }
}

extension Copy {
  static let makingTicket = Copy("ticket.making", "Making your ticket…")
  static let goElsewhere = Copy(
    "ticket.elsewhere", "Now open a private window, or another computer that you trust.",
    atHome: "Now open a private window on this computer.")
  static let thenTypeTicket = Copy(
    "ticket.type", "Go to this address there, type the ticket, and come back as on that day.")
  static let openAddress = Copy("ticket.address", "Address")
  static let noTicket = Copy("ticket.none", "There is no ticket yet.")
  static let ticketTryAgain = Copy("ticket.again", "Try again")
}

extension Aside {
  static let rehearsalTicket = Aside(
    whatStepMeans,
    [
      (
        Copy("ticket.1", "What the ticket does"),
        Copy(
          "ticket.1t",
          """
          It lets one way in be tried elsewhere, once, within 30 minutes. It opens nothing, and says nothing about you to \
          whoever finds it.
          """)
      ),
      (
        Copy("ticket.2", "What this shows"),
        Copy(
          "ticket.2t",
          """
          That this way brings you back from a browser that knows nothing of you. It does not show that this site is \
          there on that day.
          """)
      ),
      (
        Copy("ticket.3", "What stays as it is"),
        Copy("ticket.3t", "Everything but the date on which this way was tried, and a line in your log.")
      ),
    ])
}
