import Vocabulary
import HandsProtocol
import Model

/// Adds a primary and a backup hardware key, tests them, and saves a recovery code, in four steps. A-01…A-64,
/// A-79…A-102, G-01…G-06, G-23, G-26.
public enum Enrollment: Flow {
  public static let lifetime = Lifetime.session

  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.lookingUp
    var sheet: Sheet?  // lies over the stage, which goes on underneath
    var health = Health.unknown  // so does an outage (G-23)
    var standing = AccountState()  // what the account had before
    var rows: [Row] = []  // what this run has written
    var alsoOpening: [KeyID] = []  // keys that stood before, and can open the Master Key since this run
    var backup = Backup.wanted
    var misreads = 0
    var hint = Hint.unused
    var notice: Notice?
    var entry = Entry.settings
    /// `true` if the key to add is a passkey of this very device.
    var isHere = false
    public init(from entry: Entry = .settings, isHere: Bool = false) {
      (self.entry, self.isHere) = (entry, isHere)
      if entry == .recovery { (stage, health) = (.tapping(.create(.primary)), .good) }
    }
  }
  /// Where an enrollment begins, and where it returns to. The chat is the nudge, in which the account's home
  /// speaks of itself. After a recovery, there is no account to look up yet, and only a primary key is made.
  public enum Entry: String, Codable, Hashable, Sendable {
    case settings, chat, account, recovery

    /// - Parameter origin: The address of the page on which it is begun.
    init(origin: String) {
      if SettingsRoom(path: origin) != nil {
        self = .settings
      } else {
        self = origin == AccountHome.nudgedPath ? .chat : .account
      }
    }
  }
  enum Stage: Codable, Hashable, Sendable {
    case lookingUp
    /// A person who adds a key to an existing account first presents one of its keys.
    case admitting(Opening.State)
    case tapping(Tap), reading(Tap, Evidence), missed(Tap, Miss)
    case naming(KeyID, String)
    /// The hands make a wrap, or find that the key cannot have one.
    case opening(Tap), reopening(Opening.State, Tap)
    /// The person is back at step 1, whose key is already written (G-36).
    case revisiting(KeyID, String), renaming(KeyID, String)
    case saving(Tap, Evidence?), attaching(KeyID, Evidence), adopting(KeyID, label: String, Evidence)
    /// The key is revoked from step 3, or from step 1 to be replaced.
    case revoking(KeyID, replacing: Bool)
    case code(RecoveryCode.State), completing, enrolled
  }
  /// The purpose of the next tap. The purpose is kept after a miss, so that "Tap again" asks for the same thing (G-04).
  enum Tap: Codable, Hashable, Sendable {
    case create(KeyRole), confirm(KeyID, label: String), test(KeyID), adopt(KeyID, label: String)
  }
  enum Miss: Codable, Hashable, Sendable {
    case fault(KeyFault), timedOut, differentKey, rejected, tampered, fromBefore, changed, needed, mismatched
  }
  enum Sheet: String, Codable, Hashable, Sendable { case cancel, skip }
  enum Health: String, Codable, Hashable, Sendable { case unknown, good, out, checkingAgain }
  enum Backup: String, Codable, Hashable, Sendable { case wanted, skipped, wantedAgain }  // asked about once
  enum Hint: String, Codable, Hashable, Sendable { case unused, showing, used }  // shown once
  struct Row: Codable, Hashable, Sendable {
    var key: KeyID, label: String, role: KeyRole, opens = false, reach: KeyReach?, tested = false
  }

  public enum Action: CancellableAction {
    case proceed, tapAgain, adopt, revisit, replace, skipBackup, reallySkip, revoke, keepGoing, cancel, reallyCancel,
      leave
    case opening(Opening.Action), code(RecoveryCode.Action)

    public var actionName: ActionName {
      switch self {
      case .proceed: "proceed"
      case .tapAgain: "tapAgain"
      case .adopt: "adopt"
      case .revisit: "revisit"
      case .replace: "replace"
      case .skipBackup: "skipBackup"
      case .reallySkip: "reallySkip"
      case .revoke: "revoke"
      case .keepGoing: "keepGoing"
      case .cancel: "cancel"
      case .reallyCancel: "reallyCancel"
      case .leave: "leave"
      case .opening(let action): .child("opening", action)
      case .code(let action): .child("code", action)
      }
    }
  }
  public enum Output: Outcome {
    case enrolled([KeyID]), primaryConfirmed(KeyID, label: String), cancelled
    public var leadsTo: Destination { .origin }
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    if let step = inChild(signal, &state) { return step }
    switch signal {
    case .action(let action): return press(action, &state)
    case .reply(.hands(let news)): return hear(news, &state)
    case .reply(.server(let news)): return learn(news, &state)
    case .fill("name", .text(let name)):
      if case .naming(let key, _) = state.stage { state.stage = .naming(key, name) }
      if case .revisiting(let key, _) = state.stage { state.stage = .revisiting(key, name) }
      return .stay
    case .fill, .secretsLost: return .stay  // whatever the hands forgot, the next touch brings back
    }
  }

  private static func press(_ action: Action, _ state: inout State) -> Transition<Output> {
    switch (action, state.stage) {
    case (.leave, .enrolled), (.cancel, .enrolled): return .done(.enrolled(state.rows.map(\.key)))
    case (.cancel, _) where !state.rows.isEmpty: state.sheet = .cancel  // A-79, G-03
    case (.cancel, _), (.reallyCancel, _): return .done(.cancelled, .server(.rollBackWraps))
    case (.keepGoing, _): state.sheet = nil
    case (.tapAgain, .tapping): return .renew(state.work)
    case (.tapAgain, .missed(let tap, _)): state.go(.tapping(tap))
    case (.adopt, .missed(.create, _)):
      if let key = state.adoptable.first { state.go(.tapping(.adopt(key, label: ""))) }
    case (.proceed, .naming(let key, let label)) where state.isTaken(label, for: key):
      state.go(.naming(key, state.freeName(label, for: key)), .nameTaken)
    case (.proceed, .naming(let key, let label)) where state.isAdopted(key):
      state.go(.opening(.adopt(key, label: label)))
    case (.proceed, .naming(let key, let label)):
      state.go(state.role == .primary ? .tapping(.confirm(key, label: label)) : .opening(.confirm(key, label: label)))
    case (.revisit, _): if let row = state.revisited { state.go(.revisiting(row.key, row.label)) }
    case (.proceed, .revisiting(let key, let label)) where state.isTaken(label, for: key):
      state.go(.revisiting(key, state.freeName(label, for: key)), .nameTaken)
    case (.proceed, .revisiting(let key, let label)):
      if state.isAdopted(key) {
        state.call(key, label)
      } else if state.rows.contains(where: { $0.key == key && $0.label == label }) {
        state.advance()
      } else {
        state.go(.renaming(key, label))
      }
    case (.replace, .revisiting(let key, _)), (.revoke, .missed(.test(let key), _)):  // G-36, A-49
      if state.isAdopted(key) { state.drop(key) } else { state.go(.revoking(key, replacing: action == .replace)) }
    case (.skipBackup, _) where state.backup == .wanted: state.sheet = .skip
    case (.skipBackup, _), (.reallySkip, _):
      state.sheet = nil; state.backup = .skipped
      state.advance()
    default: break
    }
    return .stay
  }

  private static func hear(_ news: HandsReply, _ state: inout State) -> Transition<Output> {
    switch (news, state.stage) {
    case (.key(.given(let evidence)), .tapping(let tap)):
      state.go(.reading(tap, evidence))
      state.misreads = 0
      if state.hint == .showing { state.hint = .used }
    case (.key(.fault(let fault)), .tapping(let tap)):
      state.go(.missed(tap, .fault(fault)))
      guard fault == .misread, state.hint == .unused else { break }
      state.misreads += 1
      if state.misreads == 3 { state.misreads = 0; state.hint = .showing }
    case (.elapsed(.reading), .reading(let tap, _)): state.go(.missed(tap, .timedOut))
    case (.elapsed(.alignment), _): state.misreads = 0
    case (.elapsed(.health), _): state.health = .checkingAgain
    case (.way(.mismatched), .opening(let tap)):
      state.go(.missed(tap, .mismatched))
      return Transition(orders: tap.key.map { [.server(.markForRewrap($0))] } ?? [])
    case (.way(let news), .opening(let tap)):
      hear(news, of: tap, &state)
      if news == .opened, let key = tap.key { return .order(.server(.noteOpening(key))) }
    default: break
    }
    return .stay
  }

  /// Handles the result of the touch in the hands: a wrap, an opened way, or neither.
  private static func hear(_ news: HandsReply.Way, of tap: Tap, _ state: inout State) {
    switch (news, tap) {
    case (.made(let evidence), .confirm): state.go(.saving(tap, evidence))
    case (.made(let evidence), .test(let key)): state.go(.attaching(key, evidence))
    case (.made(let evidence), .adopt(let key, let label)): state.go(.adopting(key, label: label, evidence))
    case (.opened, .adopt(let key, let label)): state.adopt(key, label, opens: true)
    case (.signsInOnly, .adopt(let key, let label)): state.adopt(key, label, opens: false)
    case (.opened, .test(let key)): state.note(key, opens: true)
    case (.signsInOnly, .test(let key)): state.note(key, opens: false)
    case (.signsInOnly, .confirm): state.go(.saving(tap, nil))
    case (.untouched, _): state.go(.tapping(tap))
    case (.closed, _):
      state.go(.reopening(Opening.State(.enrollment, hasCard: state.standing.hasCard, goesWithRun: true), tap))
    case (.refused, _): state.go(.missed(tap, .tampered))
    case (.fromBefore, _): state.go(.missed(tap, .fromBefore))
    case (.unable, _): state.go(.missed(tap, .fault(.unsupported)))
    case (.made, .create), (.opened, _), (.signsInOnly, .create), (.shown, _), (.mismatched, _): break
    }
  }

  private static func learn(_ news: ServerReply, _ state: inout State) -> Transition<Output> {
    switch (news, state.stage) {
    case (.unavailable, _): state.health = .out
    case (.account(.state(let standing)), .lookingUp):
      state.health = .good; state.standing = standing
      state.go(
        .admitting(
          Opening.State(.enrollment, opens: standing.hasMasterKey, hasCard: standing.hasCard, goesWithRun: true)))
    case (.account(.state), _): state.health = .good
    case (.key(.rejected), .reading(let tap, _)): state.go(.missed(tap, .rejected))
    case (.key(.verified(let key, _)), .reading(.create, _)) where !state.holds(key):
      state.go(.naming(key, ""))
      return .order(.hands(.buzz))
    // G-05
    case (.key(.verified), .reading(.create(let role), _)): state.go(.missed(.create(role), .fault(.alreadyEnrolled)))
    case (.key(.verified(let key, _)), .reading(.confirm(let expected, let label), _))
    where key == expected && state.entry == .recovery:
      return .done(.primaryConfirmed(key, label: label), .hands(.buzz))  // it is written together with the new code
    case (.key(.verified(let key, _)), .reading(.confirm(let expected, let label), _)) where key == expected:
      state.go(.opening(.confirm(key, label: label)))
      return .order(.hands(.buzz))
    case (.key(.verified(let key, _)), .reading(.test(let expected), _)) where key == expected:
      state.go(.opening(.test(key)))
      return .order(.hands(.buzz))
    case (.key(.verified(let key, _)), .reading(.adopt(let asked, let label), _)) where state.adoptable.contains(key):
      state.go(.naming(key, key == asked ? label : ""))
      return .order(.hands(.buzz))
    case (.key(.verified), .reading(let tap, _)): state.go(.missed(tap, .differentKey))  // G-04
    case (.key(.nameTaken(let free)), .saving(.confirm(let key, _), _)): state.go(.naming(key, free), .nameTaken)
    case (.key(.committed(let key, let reach, let others)), .saving(.confirm(_, let label), let evidence)):
      state.alsoOpening += others
      state.add(Row(key: key, label: label, role: state.role, opens: evidence != nil, reach: reach))
    case (.key(.tooLate), .saving(let tap, _)):
      state.go(
        .reopening(
          Opening.State(
            .enrollment, opens: state.hasMasterKey, hasCard: state.standing.hasCard, goesWithRun: true, .tooLate), tap))
    case (.key(.notCommitted), .saving(let tap, _)): state.go(.missed(tap, .changed))
    // The key opens with the wrap that it got just now, by the secret of the same touch.
    case (.way(.attached(let key)), .attaching): state.go(.opening(.test(key)))
    case (.way(.attached), .adopting(let key, let label, _)): state.adopt(key, label, opens: true)
    case (.way(let news), .adopting(let key, let label, _)):
      let tap = Tap.adopt(key, label: label)
      if news == .tooLate { state.go(.tapping(tap), .tooLate) } else { state.go(.missed(tap, .changed)) }
    case (.way, .attaching(let key, _)): state.go(.missed(.test(key), .changed))
    case (.key(.notCommitted), .revoking(let key, replacing: false)): state.go(.missed(.test(key), .needed))
    case (.key(.notCommitted), .revoking(let key, replacing: true)):
      state.go(.revisiting(key, state.label(of: key)), .keyIsNeeded)
    case (.key(.revoked(let key)), .revoking):  // G-06
      state.drop(key)
    case (.way(.renamed), .renaming(let key, let label)):
      state.call(key, label)
    case (.way(.nameTaken(let free)), .renaming(let key, _)): state.go(.revisiting(key, free), .nameTaken)
    case (.way(let news), .renaming(let key, let label)):
      state.go(.revisiting(key, label), news == .tooLate ? .tooLate : .changedMeanwhile)
    case (.way(.completed), .completing): state.go(.enrolled)
    default: break
    }
    return .stay
  }
}

extension Enrollment.State: Staged {}
