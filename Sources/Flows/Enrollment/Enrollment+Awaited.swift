import FlowKit
import Model

extension Enrollment {
  public static func awaited(_ state: State) -> [Effect] {
    switch state.health {
    case .unknown, .checkingAgain: [.server(.account(.checkHealth))]
    case .out: [.hands(.wait(.health, seconds: 30))]
    case .good: state.work + (state.misreads > 0 ? [.hands(.wait(.alignment, seconds: 15))] : [])
    }
  }
}

extension Enrollment.State {
  /// What the stage itself waits for.
  var work: [Effect] {
    switch stage {
    case .tapping(.create): [.hands(.key(.create(excluding: rows.map(\.key))))]
    case .tapping(.confirm(let key, _)), .tapping(.test(let key)): [.hands(.key(.tap(key)))]
    case .reading(let tap, let evidence):
      [.server(.key(.verify(evidence, tap.ceremony))), .hands(.wait(.reading, seconds: 30))]  // 30 s from Reading, G-31
    case .saving(let key, let label): [.server(.key(.commitWrap(key, label: label, role: role)))]
    case .revoking(let key): [.server(.key(.revokeWrap(key)))]
    case .missed, .naming, .finished: []
    }
  }

  /// The role of the next key to be written.
  var role: KeyRole { rows.contains { $0.role == .primary } ? .backup : .primary }

  /// On to what this run still lacks. Nothing ends under a sheet that asks whether to end it.
  mutating func advance() -> Transition<Enrollment.Output> {
    if role == .primary {
      stage = .tapping(.create(.primary))
    } else if backup != .skipped, !rows.contains(where: { $0.role == .backup }) {
      stage = .tapping(.create(.backup))
    } else if let row = rows.first(where: { !$0.tested }) {
      stage = .tapping(.test(row.key))
    } else if sheet != nil {
      stage = .finished
    } else {
      return .done(.keysHeld(rows.map(\.key)))
    }
    return .stay
  }
}

extension Enrollment.Tap {
  var ceremony: Ceremony {
    switch self {
    case .create: .create
    case .confirm: .confirm
    case .test: .test
    }
  }
}
extension Enrollment {
  public static var world: World<Enrollment> {
    let faults: [HandsReply] = [.misread, .alreadyEnrolled, .dismissed].map { .key(.fault($0)) }
    let timers: [HandsReply] = [.reading, .alignment, .health].map { .elapsed($0) }
    let verdicts: [ServerReply] = ["a", "b"].map(KeyID.init(rawValue:)).flatMap { key -> [ServerReply] in
      [Ceremony.create, .confirm, .test].map { .key(.verified(key, $0)) } + [.key(.committed(key)), .key(.revoked(key))]
    }
    return World(
      start: State(), forms: [["name": .text("k")]],
      hands: [.key(.given(Evidence(rawValue: "tap")))] + faults + timers,
      server: [.unavailable, .account(.healthy), .key(.rejected(.invalid))] + verdicts)
  }
}
