import Escrow
import Vocabulary
import HandsProtocol
import Sentences

/// Shows the challenges that lead back in, and how many of them are solved. C-43…C-45, C-55…C-60.
public enum ChallengeBoard: Flow {
  public static let lifetime = Lifetime.durable
  public struct State: Codable, Hashable, Sendable {
    var stage = Stage.selecting
    var notice: Notice?
    var puzzle: EscrowPuzzle
    /// The sheet over the board, shown when the person is about to leave and would lose their progress (C-59).
    var sheet: Leaving?
    init(_ puzzle: EscrowPuzzle, _ notice: Notice? = nil) { self.puzzle = puzzle; self.notice = notice }
  }
  public enum Leaving: String, Codable, Hashable, Sendable { case change, back }
  enum Stage: Codable, Hashable, Sendable { case selecting, answering(ChallengeAnswer.State) }
  public enum Action: CancellableAction {
    case choose(Int), answering(ChallengeAnswer.Action), proceed, leave(Leaving), reallyLeave, stay, cancel

    public var actionName: ActionName {
      switch self {
      case .choose(let number): "choose.\(number)"
      case .answering(let action): .child("answering", action)
      case .proceed: "proceed"
      case .leave(let leaving): "leave.\(leaving.rawValue)"
      case .reallyLeave: "reallyLeave"
      case .stay: "stay"
      case .cancel: "cancel"
      }
    }
  }
  public enum Output: Outcome {
    /// One way is complete.
    case complete
    /// The person wants a different document, or one from a different provider.
    case change
    case back, lost, cancelled
  }

  public static func reduce(_ state: inout State, _ signal: Signal<Action>) -> Transition<Output> {
    switch (state.stage, signal) {
    case (_, .action(.cancel)): return .done(.cancelled)
    case (.answering(let child), _): return answer(child, signal, &state)
    case (.selecting, .action(.choose(let number))):
      if let challenge = state.puzzle.challenges.first(where: { $0.number == number }) {
        state.go(.answering(ChallengeAnswer.State(challenge)))
      }
    case (.selecting, .action(.leave(let way))):
      guard state.puzzle.challenges.contains(where: \.isSolved) else { return .done(way.output) }
      state.sheet = way
    case (.selecting, .action(.stay)): state.sheet = nil
    case (.selecting, .action(.proceed)): return .done(.complete)
    case (.selecting, .action(.reallyLeave)): if let way = state.sheet { return .done(way.output) }
    default: break
    }
    return .stay
  }

  private static func answer(
    _ child: ChallengeAnswer.State, _ signal: Signal<Action>, _ state: inout State
  ) -> Transition<Output> {
    let (child, step) = signal.passed(to: ChallengeAnswer.self, child)
    switch step.output {
    case nil: state.stage = .answering(child)
    case .solved:
      state.puzzle.solve(child.challenge.number)
      if EscrowWays(state.puzzle).isComplete { return Transition(orders: step.orders, output: .complete) }
      state.go(.selecting)
    case .back: state.go(.selecting)
    case .lost: return Transition(orders: step.orders, output: .lost)
    case .cancelled: return Transition(orders: step.orders, output: .cancelled)
    }
    return Transition(orders: step.orders)
  }

  public static func awaited(_ state: State) -> [Effect] {
    if case .answering(let child) = state.stage { ChallengeAnswer.awaited(child) } else { [] }
  }

  public static func screen(_ state: State) -> Screen<Action> {
    if case .answering(let child) = state.stage { return ChallengeAnswer.screen(child).embedded(Action.answering) }
    let puzzle = state.puzzle, ways = EscrowWays(puzzle)
    let rows = puzzle.challenges.filter { !$0.isSolved && $0.kind != nil }.map { challenge in
      Choice<Action>(
        challenge.kind?.copy ?? .unknownKind, .choose(challenge.number), .row, detail: ways.detail(of: challenge),
        told: EscrowText.challenge(challenge.number))
    }
    var screen = Screen<Action>(
      title: .escrowTitle, heading: .selectChallenge, .plain,
      [ways.standing, .finishOneWay] + (puzzle.isCut == true ? [.firstWays] : []),
      state.notice.blocks + [
        .rows, .policies(ways.lines),
        .facts(
          (puzzle.name.map { [Fact("Backup", Copy("C-57.name", "\($0)"))] } ?? [])
            + [Fact("Provider", Copy("C-57", "\(puzzle.provider)")), Fact("Document", .version(puzzle.version))]),
      ],
      choices: rows + (ways.isComplete ? [Choice(.putTogether, .proceed)] : []) + [
        Choice(.changeDocument, .leave(.change), .quiet), Choice(.back, .leave(.back), .back), .cancel,
      ],
      announcement: state.notice?.copy ?? ways.standing, aside: .board)
    if state.sheet != nil {
      screen.choices = [Choice(.leaveProgress, .reallyLeave, .danger), Choice(.stayHere, .stay, .back), .cancel]
      screen.sheet = Sheet(.plain, .progressIsLost, note: .progressIsLostNote)
    }
    return screen
  }
}

extension ChallengeBoard.State: Staged {}

extension ChallengeBoard.Leaving {
  fileprivate var output: ChallengeBoard.Output { self == .change ? .change : .back }
}

extension EscrowPuzzle {
  mutating func solve(_ number: Int) {
    for place in challenges.indices where challenges[place].number == number { challenges[place].isSolved = true }
  }
}

/// The ways of a document. They are analyzed once for everything that a screen says about them.
struct EscrowWays {
  private let policies: [[Int]]
  /// `true` if all ways are told in one line, so that no challenge counts for more of them than another.
  private let areOne: Bool
  private let challenges: [Int: EscrowPuzzle.Challenge]
  /// The unsolved challenges of each way; `nil` if one of the way's challenges cannot be solved here.
  private let left: [[Int]?]
  /// For each challenge number, the ways that need the challenge, and the ways that lack only this challenge.
  private var holding: [Int: [Int]] = [:], finished: [Int: [Int]] = [:]

  init(_ puzzle: EscrowPuzzle) {
    let challenges = Dictionary(puzzle.challenges.map { ($0.number, $0) }) { first, _ in first }
    self.challenges = challenges
    policies = puzzle.policies.map { $0.filter { challenges[$0] != nil } }
    areOne = AlikeWays.sets(of: policies).count == 1
    left = puzzle.policies.map { policy in
      let open = policy.filter { challenges[$0]?.isSolved != true }
      return open.contains { challenges[$0]?.kind == nil } ? nil : open
    }
    for (place, policy) in policies.enumerated() {
      for number in Set(policy) { holding[number, default: []].append(place) }
      if let open = left[place], let last = open.first, open.count == 1 { finished[last, default: []].append(place) }
    }
  }

  var isComplete: Bool { left.contains { $0?.isEmpty == true } }
  /// The number of checks that are left on the shortest way; `nil` if no way can be gone to its end.
  var fewestLeft: Int? { left.compactMap { $0?.count }.min() }

  /// The text that states how many checks are left on the shortest way.
  var standing: Copy {
    switch fewestLeft {
    case 0: Copy("C-56.all", "All of one way is done.")
    case nil: Copy("C-56.none", "None of these ways can be gone to its end with this program.")
    case 1: Copy("C-56.one", "One more and you are in.")
    case let left?: Copy("C-56.left", "\(left) checks, and you are in.")
    }
  }
  /// C-56: the ways with their challenges, both solved and unsolved; ways that are alike are one line.
  var lines: [PolicyLine] {
    let parts = challenges.mapValues {
      PolicyLine.Part($0.label, isDone: $0.isSolved)
    }
    return PolicyLine.lines(of: policies) { parts[$0] }
  }
  func detail(of challenge: EscrowPuzzle.Challenge) -> Copy {
    let holding = holding[challenge.number] ?? [], finished = finished[challenge.number] ?? []
    let ways = (finished.isEmpty ? holding : finished).map { Copy.wayInside($0).sentence }.listed
    let at = Self.cost(of: challenge)
    return holding.isEmpty || areOne
      ? Copy("C-57.row", "\(at)")
      : finished.isEmpty
        ? Copy("C-57.row.counts", "\(at), counts for \(ways)") : Copy("C-57.row.finishes", "\(at), finishes \(ways)")
  }
  /// Returns the challenge's provider and price.
  private static func cost(of challenge: EscrowPuzzle.Challenge) -> Sentence {
    guard let cost = challenge.cost else { return "\(challenge.provider), price not known" }
    return Amount(cost)?.isZero == true ? "\(challenge.provider)" : "\(challenge.provider), \(Copy.price(cost))"
  }
}

extension Copy {
  static let selectChallenge = Copy("C-43", "Select authentication challenge")
  static let finishOneWay = Copy("C-56", "Finish any one way. What you have done is kept if you leave.")
  static let firstWays = Copy("C-56.cut", "This backup has more ways than fit here. These are the first of them.")
  static func version(_ number: Int) -> Copy { Copy("C-57.version", "Version \(number)") }
  static let putTogether = Copy("C-66.go", "Put the parts together")
  static let changeDocument = Copy("C-58", "Change provider or version")
  static let progressIsLost = Copy("C-59", "Leave this? What you have done so far will be lost.")
  static let progressIsLostNote = Copy(
    "C-59.note", "Another provider or version has other checks, and you start over on those.")
  static let leaveProgress = Copy("C-59.yes", "Leave it"), stayHere = Copy("C-59.no", "Stay here")
}

extension Aside {
  static let board = Aside(
    whatStepMeans,
    [
      (
        Copy("C-55.1", "Checks"),
        Copy(
          "C-55.1t", "Each is a question that one provider asks. One that is done counts for every way that it is in.")
      ),
      (
        Copy("C-58.1", "Changing provider or version"),
        Copy("C-58.1t", "Brings other ways, and you start over on those. We ask before that.")
      ),
      (
        Copy("C-53.2", "It can wait"),
        Copy("C-53.2t", "You can stop here and come back. What you have done is kept on this computer.")
      ),
    ])
}
