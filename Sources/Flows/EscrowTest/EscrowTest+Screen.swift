import HandsProtocol
import Sentences
import Vocabulary

extension EscrowTest {
  public static func screen(_ state: State) -> Screen<Action> {
    if let away = state.away { return EscrowConnection.screen(away).embedded(Action.hands).titled(.escrowTestTitle) }
    func screen(
      _ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>], heading: Copy? = nil
    ) -> Screen<Action> {
      Screen(
        title: .escrowTestTitle, heading: heading, .plain, says, state.notice.blocks + blocks, choices: choices,
        announcement: state.notice?.copy ?? says.first, aside: .escrowTest)
    }
    let anew = Choice<Action>(.setUpAnew, .setUp, .outline), close = Choice<Action>(.closeCard, .leave, .close)
    switch state.stage {
    case .lookingUp, .beginning: return screen([.testing], [.progress(.testing)], [.cancel])
    case .confirming(let child): return Opening.screen(child).embedded(Action.confirming)
    case .unset: return screen([.noEscrowToTry], [], [Choice(.yesSetUp, .setUp), .cancel])
    case .identifying(let child):
      var screen = Identification.screen(child).embedded(Action.identifying).titled(.escrowTestTitle)
      if child.isAtStart { screen.blocks = [.escrowDrillStart] + screen.blocks }
      return screen
    case .finding(let child): return DocumentFinding.screen(child).embedded(Action.finding).titled(.escrowTestTitle)
    case .choosing(let puzzle):
      let drills = puzzle.drills, slow = puzzle.slow.map { Fact($0.name, $0.detail, isLacking: true) }
      let rows = drills.map { Choice<Action>($0.name, .choose($0.number), .row, detail: $0.detail) }
      return screen(
        [drills.isEmpty ? .noWayAtOnce : .whichWayToTry] + (slow.isEmpty ? [] : [.slowStayUntried])
          + (puzzle.isCut == true ? [.firstWays] : []),
        (rows.isEmpty ? [] : [.rows]) + (slow.isEmpty ? [] : [.facts(slow)]),
        rows + [Choice(.changeDocument, .change, .quiet), .cancel], heading: .chooseWay)
    case .pricing(let ways):
      return screen(
        [.checksCost, .payAsOnThatDay], [.cost(ways.prices)], [Choice(.acceptPrice, .accept), .back, .cancel],
        heading: .priceOfWay)
    case .checking(let ways):
      let puzzle = ways.narrowed, board = EscrowWays(puzzle), line = ways.line.map { [Block.policies([$0])] } ?? []
      let rows = puzzle.challenges.filter { !$0.isSolved }.map {
        Choice<Action>(
          $0.kind?.copy ?? .unknownKind, .check($0.number), .row, detail: board.detail(of: $0),
          told: EscrowText.challenge($0.number))
      }
      return screen(
        [.checksLeft(board.fewestLeft ?? 0), .wrongEnds], [.rows] + line, rows + [.back, .cancel],
        heading: .stepChecks)
    case .answering(_, let child):
      var screen = ChallengeAnswer.screen(child).embedded(Action.answering).titled(.escrowTestTitle)
      screen.says.append(.wrongEnds)
      screen.aside = .escrowTest
      return screen
    case .joining: return screen([.puttingTogether], [.progress(.puttingTogether)], [.cancel])
    case .recognizing, .searching, .trying, .proving:
      return screen([.tryingSecret], [.progress(.tryingSecret)], [.cancel])
    case .noting: return screen([.forgettingDrill], [.progress(.forgettingDrill)], [.cancel])
    case .stopped: return screen([.drillStopped], [], [Choice(.cardTryAgain, .tryAgain), .cancel])
    case .forgetting: return screen([.forgettingDrill], [.progress(.forgettingDrill)], [close])
    case .passed:
      let practice: [Block] = state.isPractice == true ? [.banner(.practiceRecoveryNeverCounts, .warning)] : []
      return screen([.wayBackWorks], [.banner(.worksAsItShould, .done)] + practice, [close])
    case .ended(let ending):
      let again = Choice<Action>(.cardTryAgain, .tryAgain, .outline)
      return screen(
        ending.says, ending.notice.map { [$0.block] } ?? [],
        [close] + (ending.mayBeBroken ? [anew] : []) + [again])
    }
  }
}

extension EscrowTest.Ending {
  fileprivate var says: [Copy] {
    switch self {
    case .cancelled: [.drillEnded]
    case .stopped: [.drillEnded]
    case .wrongAnswer(let provider): [.answerWasWrong(provider), .drillEndedThere]
    case .limited(let provider): [.noMoreTries(provider), .drillEndedThere]
    case .gone(let provider): [.partIsGone(provider), .replaceHow]
    case .unfit(let providers): [.partsUnfit(providers), .replaceHow]
    case .otherSecret: [.otherSecret, .tryOtherVersion]
    case .notOurs: [.secretOpensNothing, .tryOtherVersion]
    case .broken: [.wayBackBroken]
    }
  }
  fileprivate var notice: Notice? {
    switch self {
    case .stopped(let notice), .broken(let notice): notice
    default: nil
    }
  }
  /// `true` if another set-up may be what helps.
  fileprivate var mayBeBroken: Bool {
    switch self {
    case .gone, .unfit, .notOurs, .broken: true
    case .cancelled, .stopped, .wrongAnswer, .limited, .otherSecret: false
    }
  }
}

extension Block {
  fileprivate static let escrowDrillStart = Block.facts([
    Fact("What comes", .drillComes), Fact("Have at hand", .recoveryNeeds), Fact("How long", .drillLasts),
    Fact("What it may cost", .recoveryCosts),
  ])
}

extension Copy {
  static let escrowTestTitle = Copy("escrowTest.title", "Try account recovery")
  static let noEscrowToTry = Copy("escrowTest.none", "Account recovery is not set up yet.")
  fileprivate static let drillComes = Copy(
    "escrowTest.comes",
    "Who you are, as you said it back then; and the checks of one way. A wrong answer ends the rehearsal.")
  fileprivate static let drillLasts = Copy(
    "escrowTest.lasts", "Usually about five minutes. Nothing is kept if you stop: the next time begins anew.")
  static let chooseWay = Copy("escrowTest.choose", "Choose a way")
  static let whichWayToTry = Copy("escrowTest.which", "Which way do you want to try?")
  static let noWayAtOnce = Copy("escrowTest.noWay", "None of these ways can be rehearsed at one sitting.")
  static let slowStayUntried = Copy(
    "escrowTest.slow",
    """
    Letters, bank transfers and photos take days: what needs one is not rehearsable at one sitting. It stays untried, \
    and we hope that it works.
    """)
  static let priceOfWay = Copy("escrowTest.cost", "What it costs")
  static let checksCost = Copy(
    "escrowTest.costs", "This way has checks that cost what is listed here, each time that one is asked for.")
  static let payAsOnThatDay = Copy(
    "escrowTest.pay",
    "You pay the provider, as you would on the day you need it, and see each payment first. Or go back to another way.")
  static let acceptPrice = Copy("escrowTest.accept", "Go on at this price")
  static func checksLeft(_ count: Int) -> Copy {
    count == 1
      ? Copy("escrowTest.left.one", "One more check.") : Copy("escrowTest.left", "\(count) checks to pass.")
  }
  static let wrongEnds = Copy(
    "escrowTest.wrongEnds", "A wrong answer takes one try at that provider, and ends this rehearsal.")
  static let tryingSecret = Copy("escrowTest.trying", "Trying what came back on your account…")
  static let forgettingDrill = Copy("escrowTest.forgetting", "Forgetting what you typed…")
  static let drillStopped = Copy("escrowTest.stopped", "That stopped before it was tried to the end.")
  static let drillEnded = Copy("escrowTest.ended", "This was not tried to the end. Nothing has changed.")
  static let drillEndedThere = Copy(
    "escrowTest.endedThere", "The rehearsal ended there. Your account recovery is as it was.")
  static func answerWasWrong(_ provider: String) -> Copy {
    Copy("escrowTest.wrong", "That was not the answer that \(provider) expects.")
  }
  static func noMoreTries(_ provider: String) -> Copy {
    Copy("escrowTest.limited", "\(provider) takes no more tries for now. Wait a while before you try it again.")
  }
  static func partIsGone(_ provider: String) -> Copy {
    Copy("escrowTest.gone", "\(provider) no longer has its part. Replace it.")
  }
  static func partsUnfit(_ providers: [String]) -> Copy {
    switch providers.count {
    case 0: .partsDontFit
    case 1: Copy("escrowTest.unfit", "\(providers[0]) gave a part that does not fit. Replace it.")
    default:
      Copy(
        "escrowTest.unfit.several",
        "One of these gave a part that does not fit: \(providers.map { Sentence(verbatim: $0) }.listed). Replace them.")
    }
  }
  static let replaceHow = Copy(
    "escrowTest.replace",
    "Set account recovery up anew, with another provider, while you still have a key. Until then, what needs it waits.")
  static let secretOpensNothing = Copy(
    "escrowTest.notOurs", "The parts fit together, and what came back does not open your account.")
  static let tryOtherVersion = Copy(
    "escrowTest.otherVersion",
    "It may be another version of your backup, or one for another account or site. Try again, and choose another one.")
  static let wayBackBroken = Copy(
    "escrowTest.broken", "The providers gave everything back, and it does not open your journal.")
  static let practiceRecoveryNeverCounts = Copy(
    "escrowTest.practice", "These providers are there to practice with, on this computer alone. They never count.")
  static let wayBackWorks = Copy(
    "escrowTest.passed", "This way works. The providers gave their parts, and together they open your account.")
}

extension Aside {
  static let escrowTest = Aside(
    whatStepMeans,
    [
      (
        Copy("escrowTest.1", "What this shows"),
        Copy(
          "escrowTest.1t",
          """
          That you can pass these checks, that these providers have your backup and their parts, and that these open \
          your account. It shows nothing about ways that you don't try.
          """)
      ),
      (
        Copy("escrowTest.2", "What stays as it is"),
        Copy(
          "escrowTest.2t",
          "Everything but the day on which it was tried, and a line in your log. You are not signed in by it.")
      ),
      (
        Copy("escrowTest.3", "What is kept of it"),
        Copy(
          "escrowTest.3t",
          """
          Nothing that you type. It is in the memory of this computer until the rehearsal ends, and if you leave it, for \
          half an hour.
          """)
      ),
    ])
}
