import Vocabulary
import HandsProtocol

/// The retention period of a recovery, as far as the flow knows it. The server is asked once the first challenge is
/// solved, because from then on there is something to come back to.
enum EscrowKeeping: Codable, Hashable, Sendable { case asking, told(Keeping) }

extension EscrowRecovery.State {
  /// Handles the server's answer. Returns `true` if the signal needs no further handling.
  mutating func hearKeeping(_ signal: Signal<EscrowRecovery.Action>) -> Bool {
    guard keeping == .asking, case .reply(.server(let news)) = signal else { return false }
    switch news {
    case .run(.kept(let answer)): keeping = .told(answer)
    case .unavailable: keeping = .told(.anHour)
    default: return false
    }
    return true
  }
  mutating func askKeeping() {
    if keeping == nil, puzzle?.challenges.contains(where: \.isSolved) == true { keeping = .asking }
  }

  /// The retention period in words, on the screens where a person may leave and come back later.
  var keepingInWords: [Copy] {
    switch stage {
    case .solving, .stopped, .liars: break
    default: return []
    }
    return switch keeping {
    case .told(.until(let end)): [.recoveryIsKept(until: Day(unixTime: end))]
    case .told(.anHour): [.recoveryIsNotKept]
    case .told(.asItIs), .asking, nil: []
    }
  }

  private var puzzle: EscrowPuzzle? {
    switch stage {
    case .solving(let board): board.puzzle
    case .recovering(let puzzle), .stopped(let puzzle), .liars(let puzzle, _), .restoring(_, let puzzle): puzzle
    default: nil
    }
  }
}

extension Copy {
  static func recoveryIsKept(until day: Day) -> Copy {
    Copy(
      "C-53.kept", "Your recovery is kept until \(day.copy). Come back in this browser.",
      inTerminal: "Your recovery is kept until \(day.copy).")
  }
  static let recoveryIsNotKept = Copy(
    "C-53.hour",
    """
    Too many recoveries wait here, so this page is kept for an hour only. What you have done stays on this computer: \
    begin again, and you go on from there.
    """,
    inTerminal: """
      Too many recoveries wait here, so this recovery is kept for an hour only. What you have done stays on this \
      computer: begin again, and you go on from there.
      """)
}
