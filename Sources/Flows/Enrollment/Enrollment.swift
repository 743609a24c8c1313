import FlowKit
import Model

/// Adds a primary and a backup hardware key and tests them: steps 1 to 3. A-27… …, G-03…G-06, G-23.
public enum Enrollment: Flow {
  public static let lifetime = Lifetime.session

  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.tapping(.create(.primary))
    var sheet: Sheet?  // lies over the stage, which goes on underneath
    var health = Health.unknown  // so does an outage (G-23)
    var rows: [Row] = []  // what this run has written
    var backup = Backup.wanted
    var misreads = 0
    var hint = Hint.unused
    public init() {}
  }
  enum Stage: Codable, Hashable, Sendable {
    case tapping(Tap), reading(Tap, Evidence), missed(Tap, Miss)
    case naming(KeyID, String), saving(KeyID, String), revoking(KeyID), finished
  }
  /// What the next tap is for. A miss keeps it, so that "Tap again" asks for the same thing (G-04).
  enum Tap: Codable, Hashable, Sendable { case create(KeyRole), confirm(KeyID, label: String), test(KeyID) }
  enum Miss: Codable, Hashable, Sendable { case fault(KeyFault), timedOut, differentKey, rejected }
  enum Sheet: String, Codable, Hashable, Sendable { case cancel, skip }
  enum Health: String, Codable, Hashable, Sendable { case unknown, good, out, checkingAgain }
  enum Backup: String, Codable, Hashable, Sendable { case wanted, skipped, wantedAgain }  // asked about once
  enum Hint: String, Codable, Hashable, Sendable { case unused, showing, used }  // shown once
  struct Row: Codable, Hashable, Sendable { var key: KeyID, label: String, role: KeyRole, tested = false }

  public enum Action: Codable, Hashable, Sendable {
    case proceed, tapAgain, skipBackup, reallySkip, revoke, keepGoing, cancel, reallyCancel
  }
  public enum Output: Outcome { case keysHeld([KeyID]), cancelled; public var grants: Bool { false } }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch signal {
    case .action(let action): return press(action, &state)
    case .reply(.hands(let news)): return hear(news, &state)
    case .reply(.server(let news)): return learn(news, &state)
    case .fill("name", .text(let name)):
      if case .naming(let key, _) = state.stage { state.stage = .naming(key, name) }
      return .stay
    case .fill, .secretsLost: return .stay  // the hands hold no secret for this flow
    }
  }

  private static func press(_ action: Action, _ state: inout State) -> Transition<Output> {
    switch (action, state.stage) {
    case (.cancel, _) where !state.rows.isEmpty: state.sheet = .cancel  // A-79, G-03
    case (.cancel, _), (.reallyCancel, _): return .done(.cancelled, .server(.rollBackWraps))
    case (.keepGoing, .finished): state.sheet = nil; return state.advance()
    case (.keepGoing, _): state.sheet = nil
    case (.tapAgain, .tapping): return .renew(state.work)
    case (.tapAgain, .missed(let tap, _)): state.stage = .tapping(tap)
    case (.proceed, .naming(let key, let label)):
      state.stage = state.role == .primary ? .tapping(.confirm(key, label: label)) : .saving(key, label)
    case (.skipBackup, _) where state.backup == .wanted: state.sheet = .skip
    case (.skipBackup, _), (.reallySkip, _): state.sheet = nil; state.backup = .skipped; return state.advance()
    case (.revoke, .missed(.test(let key), _)): state.stage = .revoking(key)
    default: break
    }
    return .stay
  }

  private static func hear(_ news: HandsReply, _ state: inout State) -> Transition<Output> {
    switch (news, state.stage) {
    case (.key(.given(let evidence)), .tapping(let tap)):
      state.stage = .reading(tap, evidence)
      state.misreads = 0
      if state.hint == .showing { state.hint = .used }
    case (.key(.fault(let fault)), .tapping(let tap)):
      state.stage = .missed(tap, .fault(fault))
      guard fault == .misread, state.hint == .unused else { break }
      state.misreads += 1
      if state.misreads == 3 { state.misreads = 0; state.hint = .showing }
    case (.elapsed(.reading), .reading(let tap, _)): state.stage = .missed(tap, .timedOut)
    case (.elapsed(.alignment), _): state.misreads = 0
    case (.elapsed(.health), _): state.health = .checkingAgain
    default: break
    }
    return .stay
  }

  private static func learn(_ news: ServerReply, _ state: inout State) -> Transition<Output> {
    switch (news, state.stage) {
    case (.unavailable, _): state.health = .out
    case (.account(.healthy), _): state.health = .good
    case (.key(.rejected), .reading(let tap, _)): state.stage = .missed(tap, .rejected)
    case (.key(.verified(let key, _)), .reading(.create, _)) where !state.rows.contains { $0.key == key }:
      state.stage = .naming(key, "")
      return .order(.hands(.buzz))
    case (.key(.verified), .reading(.create(let role), _)): state.stage = .missed(.create(role), .fault(.alreadyEnrolled))  // G-05
    case (.key(.verified(let key, _)), .reading(.confirm(let expected, let label), _)) where key == expected:
      state.stage = .saving(key, label)
    case (.key(.verified(let key, _)), .reading(.test(let expected), _)) where key == expected:
      for row in state.rows.indices where state.rows[row].key == key { state.rows[row].tested = true }
      return state.advance()
    case (.key(.verified), .reading(let tap, _)): state.stage = .missed(tap, .differentKey)  // G-04
    case (.key(.committed(let key)), .saving(_, let label)):
      let row = Row(key: key, label: label, role: state.role)
      state.rows.insert(row, at: row.role == .primary ? 0 : state.rows.endIndex)
      return state.advance()
    case (.key(.revoked(let key)), .revoking):  // G-06
      state.rows.removeAll { $0.key == key }
      if state.backup == .skipped, state.rows.isEmpty { state.backup = .wantedAgain }
      return state.advance()
    default: break
    }
    return .stay
  }
}
