import Model
import Sentences
import Vocabulary

extension Restoring {
  public static func screen(_ state: State) -> Screen<Action> {
    let isEscrow = state.source == .escrow
    let title: Copy = isEscrow ? .escrowTitle : .recoveryTitle
    switch state.stage {
    case .lookingUp, .finding, .opening, .proving, .reading:
      return Screen(
        title: title, .plain, [isEscrow ? .secretIsBack : .entryRestores], [.progress(.opening)], choices: [.cancel],
        announcement: .opening,
        aside: isEscrow ? .escrowRecovery : .wordEntry)
    case .restored:
      return Screen(
        title: title, .plain, [.masterKeyRestored, state.earlier.isEmpty ? .restoredThenWords : .restoredThenReview],
        [.banner(isEscrow ? .secretIsBack : .wordsAreRight, .done)],
        choices: [
          Choice(.enrollPrimary, .enroll, needsBrowser: true),
          Choice(.useDeviceInstead, .useDevice, .outline, needsBrowser: true),
          Choice(.useCardInstead, .useCard, .outline, needsHands: true), .cancel,
        ],
        announcement: .masterKeyRestored, aside: .restored)
    case .enrolling(let child):
      var screen = Enrollment.screen(child).embedded(Action.enrolling)
      screen.step?.of = state.steps
      return screen
    case .card(let child): return NewCard.screen(child).embedded(Action.card).titled(title)
    case .reviewing(let new): return review(new, state, title)
    case .code(let child): return code(child, state, title)
    }
  }

  private static func code(_ child: RecoveryCode.State, _ state: State, _ title: Copy) -> Screen<Action> {
    var screen = RecoveryCode.screen(child).embedded(Action.code).titled(title)
    let names = state.names(child.newKey?.dropping ?? [])
    if !names.isEmpty { screen.blocks.insert(.banner(.goWithTheCode(names)), at: 0) }
    if child.newKey?.isCard == false { screen.step = StepLabel(state.steps, of: state.steps, .saveYourCode) }
    if state.isAsking {
      screen.choices = [Choice(.keepGoing, .keepGoing, .back), Choice(.stopHere, .leave, .danger)]
      screen.sheet = Sheet(.plain, .reallyStop, note: .reallyStopNote)
      screen.announcement = nil
    }
    return screen
  }
}

extension Restoring.State {
  /// The number of steps after the opening: a new key, what is gone if anything stood before, and the new words.
  var steps: Int { earlier.isEmpty ? 2 : 3 }
  func names(_ keys: [KeyID]) -> [Sentence] { earlier.filter { keys.contains($0.id) }.map { "“\($0.name)”" } }
}

extension Copy {
  static let restoredThenReview = Copy(
    "A-73.next.review",
    """
    You are through to your journal. First you choose a new key, then you say what is gone, and last you get a new \
    paper. It takes a few minutes.
    """)
  static let restoredThenWords = Copy(
    "A-73.next.words",
    """
    You are through to your journal. First you choose a new key, and then you get a new paper. It takes a few minutes.
    """)
  static let reallyStop = Copy("A-74.stop", "Stop before the end?")
  static let reallyStopNote = Copy(
    "A-74.stop.note",
    "The new key and these words are not saved, and open nothing. What opened your account today opens it still.")
  static let stopHere = Copy("A-74.stop.button", "Stop here")
  static let useCardInstead = Copy("A-73.card", "Use a Keycard instead")
  static let useDeviceInstead = Copy("A-73.device", "Use this device instead")
  /// Says beside the new words what else changes with them.
  static func goWithTheCode(_ names: [Sentence]) -> Copy {
    names.count == 1
      ? Copy("back.goes", "When you finish, \(names.listed) is removed with your old code.")
      : Copy("back.goes.some", "When you finish, \(names.listed) are removed with your old code.")
  }
}
