import Vocabulary
import HandsProtocol
import Model
import Sentences

/// Revokes keys. A revoked key no longer signs in, and cannot open anything written from then on. A-68, WRAPS §5
/// "Revoke".
public enum Revocation: Flow {
  public static let lifetime = Lifetime.session
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.lookingUp
    var notice: Notice?
    var standing = AccountState()
    /// The key selected in Settings. If it is `nil`, the flow asks which key is missing.
    var target: KeyID?
    var mayBeHeld = false
    var canRenew = false
    /// `true` if the flow begins with the touch that signed in.
    var recalls: Bool
    /// `true` if the recovery code was made a moment ago, so that it can't have lain with what is lost.
    var codeIsNew: Bool
    public init(of target: KeyID? = nil, recalls: Bool = false, codeIsNew: Bool = false) {
      self.target = target; self.recalls = recalls; self.codeIsNew = codeIsNew
    }
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp, choosing, asking([KeyID]), touching([KeyID], Opening.State), dropping([KeyID]), revoking(
      [KeyID], Evidence?)
    case code(RecoveryCode.State, [KeyID])
    /// The code that somebody may have seen has not been replaced yet, and Settings says so.
    case reminding([KeyID]), revoked([KeyID])
  }
  public enum Action: CancellableAction, ReversibleAction {
    case pick(Int), pickAll, lost, mayBeHeld, back, opening(Opening.Action), code(RecoveryCode.Action), enroll, leave,
      cancel

    public var actionName: ActionName {
      switch self {
      case .pick(let number): "pick.\(number)"
      case .pickAll: "pickAll"
      case .lost: "lost"
      case .mayBeHeld: "mayBeHeld"
      case .back: "back"
      case .opening(let action): .child("opening", action)
      case .code(let action): .child("code", action)
      case .enroll: "enroll"
      case .leave: "leave"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    case revoked, enroll, cancelled
    public var leadsTo: Destination { self == .enroll ? .enrollment : .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (.revoked, .action(.enroll)): return .done(.enroll)
    case (.revoked, .action(.leave)), (.revoked, .action(.cancel)): return .done(.revoked)
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.touching(let keys, let child), _): return touch(child, signal, &state, keys)
    case (.code(let child, let keys), _): return renew(child, signal, &state, keys)
    case (.lookingUp, .reply(.server(.account(.state(let standing))))):
      state.standing = standing
      state.go(state.first)
    case (.lookingUp, .reply(.server)): state.go(.choosing, .outage)
    case (.choosing, .action(.pick(let index))) where state.others.indices.contains(index):
      state.go(.asking([state.others[index].id]))
    case (.choosing, .action(.pickAll)): state.go(.asking(state.others.map(\.id)))
    case (.asking(let keys), .action(.lost)), (.asking(let keys), .action(.mayBeHeld)):
      state.mayBeHeld = signal == .action(.mayBeHeld)
      state.touch(keys, nil)
    case (.asking, .action(.back)): state.go(.choosing)
    case (.dropping(let keys), .reply(.hands(.way(.made(let evidence))))): state.go(.revoking(keys, evidence))
    case (.dropping(let keys), .reply(.hands(.way(.unable)))): state.touch(keys, .fault(.unsupported))
    case (.dropping(let keys), .reply(.hands(.way(let news)))): state.touch(keys, news == .refused ? .tampered : nil)
    case (.dropping(let keys), .secretsLost): state.touch(keys, nil)
    case (.revoking, .reply(.server(.way(.revoked(let keys))))):
      state.stage =
        switch state.codeIsDue {
        case false: .revoked(keys)
        case true: state.canRenew ? .code(.opened(), keys) : .reminding(keys)
        }
    case (.reminding(let keys), .reply(.server)): state.go(.revoked(keys))
    case (.revoking(let keys, _), .reply(.server(let news))):
      state.touch(keys, news == .way(.tooLate) ? .tooLate : .changedMeanwhile)
    default: break
    }
    return .stay
  }

  private static func touch(_ child: Opening.State, _ signal: Signal<Action>, _ state: inout State, _ keys: [KeyID])
    -> Transition<Output>
  {
    let (child, step) = signal.passed(to: Opening.self, child)
    switch step.output {
    case nil: state.stage = .touching(keys, child)
    case .cancelled: return .done(.cancelled)
    // A key that only signs in can still revoke a lost key. The new generation is made the next time that the Master
    // Key is opened.
    case .ready(_, let opened):
      state.canRenew = opened
      state.go(opened ? .dropping(keys) : .revoking(keys, nil))
    }
    return Transition(orders: step.orders)
  }

  private static func renew(
    _ child: RecoveryCode.State, _ signal: Signal<Action>, _ state: inout State, _ keys: [KeyID]
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: RecoveryCode.self, child)
    switch step.output {
    case nil: state.stage = .code(child, keys)
    case .saved, .kept:
      state.mayBeHeld = false
      state.stage = .revoked(keys)
    case .cancelled, .lost: state.stage = .reminding(keys)
    }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    switch state.stage {
    case .lookingUp: [.server(.account(.readAccount))]
    case .touching(_, let child): Opening.awaited(child)
    case .dropping(let keys): [.hands(.way(.drop(keys)))]
    case .revoking(let keys, let evidence): [.server(.way(.revoke(keys, evidence)))]
    case .code(let child, _): RecoveryCode.awaited(child)
    case .reminding: [.server(.way(.remind))]
    case .choosing, .asking, .revoked: []
    }
  }
}

extension Revocation.State: Staged {
  /// `true` if new words are also required, because somebody else may have the key (WRAPS §5).
  var codeIsDue: Bool { mayBeHeld && standing.hasCode && !codeIsNew }
  /// The key with which this session signed in, unless it is gone.
  var own: HeldKey? { standing.keys.first { $0.id == standing.current } }
  /// Every key except the one with which this session signed in. Hardware keys come first, because they are the keys
  /// that people miss.
  var others: [HeldKey] {
    let others = standing.keys.filter { $0.id != standing.current }
    return [.primary, .backup, nil].flatMap { role in others.filter { $0.role == role } }
  }
  var first: Revocation.Stage {
    target.map { target in standing.keys.contains { $0.id == target } ? .asking([target]) : .choosing } ?? .choosing
  }
  mutating func touch(_ keys: [KeyID], _ notice: Notice?) {
    let opening = Opening.State(
      .revocation, opens: standing.hasMasterKey, hasCard: standing.hasCard, recalls: recalls && notice == nil, notice)
    go(.touching(keys, opening))
  }
  func names(_ keys: [KeyID]) -> [Sentence] {
    standing.keys.filter { keys.contains($0.id) }.map { "“\($0.name)”" }
  }
}

extension AccountState {
  /// Returns the ways in that would remain. The last key is never revoked without a warning, and never without a saved
  /// code or joined account recovery.
  func remaining(without keys: [KeyID]) -> RemainingWays {
    let left = self.keys.filter { !keys.contains($0.id) && !$0.isRehearsal }
    return RemainingWays(
      keys: left.map(\.opens), wasOpened: self.keys.contains(where: \.opens), hasCode: hasCode,
      hasRecovery: hasEscrow && escrowProvedAt != nil)
  }
}
