import Vocabulary
import HandsProtocol
import Model

extension Enrollment {
  public static func awaited(_ state: State) -> [Effect] {
    switch state.health {
    case .unknown, .checkingAgain: [.server(.account(.readAccount))]
    case .out: [.hands(.wait(.health, seconds: 30))]
    case .good: state.work + (state.misreads > 0 ? [.hands(.wait(.alignment, seconds: 15))] : [])
    }
  }
}

extension Enrollment.State {
  /// The effects that the stage itself awaits.
  var work: [Effect] {
    switch stage {
    case .admitting(let child), .reopening(let child, _): Opening.awaited(child)
    case .tapping(.create) where isHere: [.hands(.key(.createHere))]
    case .tapping(.create): [.hands(.key(.create(excluding: rows.map(\.key))))]
    case .tapping(.confirm(let key, _)), .tapping(.test(let key)), .tapping(.adopt(let key, _)):
      [.hands(.key(.tap(key)))]
    case .reading(let tap, let evidence):
      [.server(.key(.verify(evidence, tap.ceremony))), .hands(.wait(.reading, seconds: 30))]  // 30 s from Reading, G-31
    case .opening(let tap): tap.key.map { [.hands(.way(.open($0)))] } ?? []
    case .saving(.confirm(let key, let label), let evidence):
      [.server(.key(.commitWrap(key, label: label, role: role, evidence)))]
    case .attaching(let key, let evidence), .adopting(let key, _, let evidence):
      [.server(.way(.attach(key, evidence, goesWithRun: true)))]
    case .renaming(let key, let label): [.server(.way(.rename(key, label)))]
    case .revoking(let key, _): [.server(.key(.revokeWrap(key)))]
    case .code(let child): RecoveryCode.awaited(child)
    case .completing:
      [.server(.way(.complete(rows.filter { isAdopted($0.key) }.map { .init($0.key, $0.label, $0.role) })))]
    case .lookingUp, .missed, .naming, .revisiting, .saving, .enrolled: []
    }
  }

  /// The key of step 1 while step 2 is current, the only time when going back to step 1 is allowed.
  var revisited: Enrollment.Row? {
    switch stage {
    case .tapping(.create(.backup)), .missed(.create(.backup), _): rows.first { $0.role == .primary }
    default: nil
    }
  }

  /// The role of the next key to be written.
  var role: KeyRole {
    rows.contains { $0.role == .primary } || standing.keys.contains { $0.role == .primary } ? .backup : .primary
  }
  /// `true` until there is a second key, or the person has chosen to do without one.
  private var lacksBackup: Bool {
    guard !rows.isEmpty else { return true }
    return !(rows + standing.rows).contains { $0.role == .backup } && backup != .skipped
  }

  /// Proceeds to the next step that this run still lacks.
  mutating func advance(_ notice: Notice? = nil) {
    if role == .primary {
      go(.tapping(.create(.primary)), notice)
    } else if lacksBackup {
      go(.tapping(.create(.backup)), notice)
    } else if let row = rows.first(where: { !$0.tested }) {
      go(.tapping(.test(row.key)), notice)
    } else {
      (misreads, hint) = (0, .used)  // no more touches to help with
      go(
        .code(
          RecoveryCode.State(
            endsEnrollment: true, mayKeep: standing.hasCode, opens: hasMasterKey, hasCard: standing.hasCard)),
        notice)
    }
  }
}

extension AccountState {
  var rows: [Enrollment.Row] {
    keys.compactMap { key in
      key.role.map {
        Enrollment.Row(key: key.id, label: key.label, role: $0, opens: key.opens, reach: key.reach, tested: true)
      }
    }
  }
}

extension Enrollment.Tap {
  var ceremony: Ceremony {
    switch self {
    case .create: .create
    case .confirm: .confirm
    case .test, .adopt: .test
    }
  }
  var key: KeyID? {
    switch self {
    case .create: nil
    case .confirm(let key, _), .test(let key), .adopt(let key, _): key
    }
  }
}
