import HandsProtocol
import Model
import Vocabulary

/// The moment of coming back after a loss. It says that the journal is there, what is new, and what is to be looked
/// through. Somebody who came with a key that stood before is first asked what is missing. A-68, G-37.
public enum ComingBack: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.lookingUp
    var notice: Notice?
    var facts = Comeback(username: "")
    /// `true` if the person was asked what is missing, here or before the new words.
    var hasAsked = false
    /// `true` if a code that somebody may have seen is still to be made anew.
    var codeIsDue = false
    /// The earlier keys that the person says are still there, here or when asked what is gone.
    var confirmed: [KeyID] = []
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, unread, revoking(Revocation.State), back(Peek)
  }
  /// The journal's opening with what the last touch gave. No second touch is asked for.
  enum Peek: Codable, Hashable, Sendable { case opening(Opening.State), open, closed }
  public enum Action: FlowAction {
    case have(Int), remove(Int), revoking(Revocation.Action), enroll, leave

    public var actionName: ActionName {
      switch self {
      case .have(let number): "have.\(number)"
      case .remove(let number): "remove.\(number)"
      case .revoking(let action): .child("revoking", action)
      case .enroll: "enroll"
      case .leave: "leave"
      }
    }
  }
  public enum Output: Outcome {
    case enroll, cancelled
    public var leadsTo: Destination { self == .enroll ? .enrollment : .account }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.leave)): return .done(.cancelled)
    case (.revoking(let child), _): return revoke(child, signal, &state)
    case (.back, .action(.enroll)): return .done(.enroll)
    case (.back, .action(.have(let index))) where state.open.indices.contains(index):
      state.confirmed.append(state.open[index].id)
    case (.back, .action(.remove(let index))) where state.open.indices.contains(index):
      state.go(
        .revoking(
          Revocation.State(of: state.open[index].id, recalls: true, codeIsNew: state.facts.kit != nil)))
    case (.back, .secretsLost): state.peek()
    case (.back(.opening(let child)), _): return open(child, signal, &state)
    case (.lookingUp, .reply(.server(.account(.cameBack(let facts))))): state.learn(facts)
    case (.lookingUp, .reply(.server)): state.go(.unread, .outage)
    default: break
    }
    return .stay
  }

  private static func revoke(
    _ child: Revocation.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: Revocation.self, child)
    let isBackAtList = if case .choosing = child.stage { child.target != nil } else { false }
    if case .revoked = child.stage {
      state.codeIsDue = child.codeIsDue || state.codeIsDue
      state.lookAgain()
    } else if isBackAtList || step.output != nil {
      state.lookAgain()
    } else {
      state.stage = .revoking(child)
    }
    return Transition(orders: step.orders)
  }

  private static func open(_ child: Opening.State, _ signal: Signal<Action>, _ state: inout State) -> Transition<Output>
  {
    let (child, step) = signal.passed(to: Opening.self, child)
    state.stage =
      switch step.output {
      case .ready(_, opened: true): .back(.open)
      case .ready, .cancelled: .back(.closed)
      // What is left to offer is one more touch, which nobody needs in order to be back.
      case nil: .back(child.stage == .offering ? .closed : .opening(child))
      }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .lookingUp: [.server(.account(.readComeback))]
    case .revoking(let child): Revocation.awaited(child)
    case .back(.opening(let child)): Opening.awaited(child)
    case .unread, .back: []
    }
  }
}

extension ComingBack.State: Staged {
  /// The earlier keys of which the person has not said yet whether they are still there.
  var open: [HeldKey] { facts.earlier.filter { !confirmed.contains($0.id) } }

  /// Takes over the facts. What was new the first time is new still: a later touch is a later verdict.
  mutating func learn(_ news: Comeback) {
    let before = facts
    facts = news
    facts.newKey = news.newKey ?? before.newKey
    facts.kit = news.kit ?? before.kit
    confirmed += news.confirmed.filter { !confirmed.contains($0) }
    facts.removed += before.removed.filter { !news.removed.contains($0) }
    if facts.newKey == nil, !hasAsked, !facts.earlier.isEmpty {
      go(.revoking(Revocation.State(recalls: true)))
    } else {
      peek()
    }
  }
  /// The facts are read again after something was removed, or left as it was.
  mutating func lookAgain() {
    hasAsked = true
    go(.lookingUp)
  }
  mutating func peek() { go(.back(.opening(Opening.State(.journal, recalls: true)))) }
}
