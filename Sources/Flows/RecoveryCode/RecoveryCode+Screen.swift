import Vocabulary

extension RecoveryCode {
  static let box: FieldID = "saved", codeField: FieldID = "code", three: FieldID = "three"

  public static func screen(_ state: State) -> Screen<Action> {
    switch state.stage {
    case .touching(let child):
      var screen = Opening.screen(child).embedded(Action.opening)
      (screen.step, screen.title) = (state.step, state.title)
      return screen
    case .closed:
      return Screen(
        title: state.title, step: state.step, .plain, [.keyCannotOpen],
        choices: [Choice(.useAnotherKey, .again), .cancel], aside: .opening())
    case .choosing:
      return Screen(
        title: state.title, step: state.step, .plain, [.codeStands], state.notice.blocks,
        choices: [Choice(.keepCode, .keep), Choice(.makeCode, .make, .outline), .cancel],
        announcement: state.notice?.copy, aside: .recoveryCode)
    case .noting, .showing, .shown, .reminding, .reading, .sealing, .saving, .proving, .verifyingProof:
      return state.isCovered ? covered(state) : uncovered(state)
    }
  }

  /// The screen does not change while the words are displayed, so that they are never redrawn while the person writes.
  private static func uncovered(_ state: State) -> Screen<Action> {
    let reminder: [Block] = state.isReminding ? [.banner(.willRemind, .done)] : []
    return Screen(
      title: state.title, step: state.step, .plain, [.writeTheWords, .codeRestores],
      state.notice.blocks + [.words(codeField)] + reminder + [.box(box, .savedOffline)],
      choices: [Choice(.finish, .finish, needs: [.ticked(box)]), Choice(.showLater, .later, .tool), .cancel],
      announcement: state.notice?.copy ?? (state.isReminding ? .willRemind : .writeTheWords), aside: .recoveryCode)
  }

  private static func covered(_ state: State) -> Screen<Action> {
    Screen(
      title: state.title, step: state.step, .plain, [.readThree, .wordsAreCovered],
      state.notice.blocks + [.threeWords(three)],
      choices: [
        Choice(.paperIsGood, .read, needs: [.ready(three)]), Choice(.showWordsAgain, .showAgain, .back),
        Choice(.notNow, .skip, .quiet), .cancel,
      ],
      announcement: state.notice?.copy, aside: .threeWords)
  }
}
