import HandsProtocol
import Model
import Vocabulary
import Sentences

extension EscrowRecovery {
  public static func screen(_ state: State) -> Screen<Action> {
    var screen = drawn(state)
    screen.says += state.keepingInWords
    screen.step = screen.step ?? state.step
    if state.isAtStart { screen.blocks = [.escrowStart(.recovery)] + screen.blocks }
    return screen
  }

  private static func drawn(_ state: State) -> Screen<Action> {
    if let away = state.away { return EscrowConnection.screen(away).embedded(Action.hands) }
    let elsewhere = [Choice<Action>(.changeDocument, .change), Choice<Action>(.beginAnew, .beginAnew, .outline)]
    func screen(_ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>] = []) -> Screen<Action> {
      Screen(
        title: .escrowTitle, .plain, says, state.notice.blocks + blocks, choices: choices + [.cancel],
        announcement: state.notice?.copy ?? says.first, aside: .escrowRecovery)
    }
    switch state.stage {
    case .resuming, .discarding: return screen([.lookingHere], [.progress(.lookingHere)])
    case .offering(let checkpoint):
      return screen(
        [.recoveryBegun], checkpoint.standing, [Choice(.goOn, .goOn), Choice(.beginAnew, .beginAnew, .outline)])
    case .identifying(let child): return Identification.screen(child).embedded(Action.identifying)
    case .finding(let child): return DocumentFinding.screen(child).embedded(Action.finding)
    case .solving(let child): return ChallengeBoard.screen(child).embedded(Action.solving)
    case .recovering: return screen([.puttingTogether], [.progress(.puttingTogether)])
    case .stopped: return screen([.notBackYet], [], [Choice(.cardTryAgain, .tryAgain), .back])
    case .liars(let puzzle, let gaps):
      return screen(
        [.partsDontFit],
        gaps.isEmpty ? [] : [.facts(gaps.map { gap in Fact(puzzle.label(of: gap.url), gap.trouble.copy) })],
        [Choice(.takeAnotherWay, .back)])
    case .otherSecret:
      return screen(
        [.otherSecret, .otherSecretHelp], [],
        [
          Choice(.closeCard, .cancel, .close), Choice(.changeDocument, .change, .outline),
          Choice(.beginAnew, .beginAnew, .quiet),
        ])
    case .noAccount: return screen([.noAccountForSecret, .noAccountHelp], [], elsewhere)
    case .restoring(let child, _): return Restoring.screen(child).embedded(Action.restoring)
    case .forgetting: return screen([.forgettingNow], [.progress(.forgettingNow)])
    }
  }
}

extension EscrowRecovery.State {
  /// The step that the person is at. An offer to go on is not counted, nor is what follows once the account is open.
  fileprivate var step: StepLabel? {
    switch stage {
    case .offering, .discarding, .forgetting: nil
    case .resuming: away == nil ? nil : StepLabel(1, of: 4, .stepIdentity)
    case .identifying: StepLabel(1, of: 4, .stepIdentity)
    case .finding: StepLabel(2, of: 4, .stepBackup)
    case .solving, .liars: StepLabel(3, of: 4, .stepChecks)
    case .recovering, .stopped, .otherSecret, .noAccount: StepLabel(4, of: 4, .stepAccount)
    case .restoring(let child, _): child.isOpen ? nil : StepLabel(4, of: 4, .stepAccount)
    }
  }
  fileprivate var isAtStart: Bool { if case .identifying(let child) = stage { child.isAtStart } else { false } }
}

extension EscrowPuzzle {
  fileprivate func label(of url: String) -> Sentence {
    Sentence(verbatim: challenges.first { $0.url == url }?.provider ?? url)
  }
}

extension EscrowCheckpoint {
  /// The blocks that show the progress of an earlier run.
  fileprivate var standing: [Block] {
    guard case .recovery(let country, _, _, let puzzle) = self else { return [] }
    return [.facts([.country(country)])] + (puzzle.map { [.policies(EscrowWays($0).lines)] } ?? [])
  }
}

extension Copy {
  static let recoveryBegun = Copy(
    "C-53.recovery", "You began this before. What you have done is still on this computer.")
  static let puttingTogether = Copy("C-66.parts", "Putting the parts together…")
  static let secretIsBack = Copy("C-66", "That was enough: what opens your account is back.")
  static let notBackYet = Copy("C-66.stopped", "That stopped before your account was open. What you have done is kept.")
  static let partsDontFit = Copy(
    "C-68.parts", "The parts don't fit together. A provider gave something else than was put there.")
  static let takeAnotherWay = Copy("C-68.way", "Take another way")
  static let otherSecret = Copy(
    "C-66.other", "That was enough, and what came back is yours. It is not a way into an account here.",
    inTerminal: "That was enough, and what came back is yours. Nobody is signed in with it.")
  static let otherSecretHelp = Copy(
    "C-66.other.help",
    """
    It is a file or a text that was backed up by itself, here or with another program, or what opens an account at \
    another site. In a terminal, latchstring escrow recover --save FILE puts a file or a text into a file, and with \
    --for-opener what opens an account.
    """,
    inTerminal: """
      It is a file or a text that was backed up by itself, here or with another program, or what opens an account. \
      When you close this, it is written where --save said, or you are told how to go on.
      """)
  static let noAccountForSecret = Copy("C-66.none", "What came back opens no account here.")
  static let noAccountHelp = Copy(
    "C-66.none.help",
    """
    Account recovery may have been set up anew since, or at another site. Try another version of your backup, or go to \
    the site that you set it up for. If the account is gone and you have a copy of its journal, latchstring escrow \
    recover --save FILE --for-opener in a terminal gives the file that opens the copy.
    """,
    inTerminal: """
      Account recovery may have been set up anew since, or at another site. Try another version of your backup, or go \
      to the site that you set it up for. If the account is gone and you have a copy of its journal, close this: then \
      you are told how to get the file that opens the copy.
      """)
  static let forgettingNow = Copy("C-66.forget", "You are in. Forgetting what you typed…")
}

extension Aside {
  static let escrowRecovery = Aside(
    whatStepMeans,
    [
      (
        Copy("C-41", "What happens here"),
        Copy("C-41.t", "You say who you are, pass the checks of one way, and the providers give back their parts.")
      ),
      (
        Copy("C-66.1", "Who sees what comes back"),
        Copy("C-66.1t", "This computer alone. It puts the parts together, and no provider and no server can.")
      ),
      cannot,
    ])
}
