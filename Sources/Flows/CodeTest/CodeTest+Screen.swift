import Vocabulary

extension CodeTest {
  public static func screen(_ state: State) -> Screen<Action> {
    let makeCode = Choice<Action>(.makeCode, .makeCode, .outline)
    func screen(_ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>]) -> Screen<Action> {
      Screen(
        title: .codeTestTitle, .working, says, blocks, choices: choices,
        announcement: state.notice?.copy ?? says.first, aside: .codeTest)
    }
    switch state.stage {
    case .lookingUp: return screen([.testing], [.progress(.testing)], [.cancel])
    case .confirming(let child): return Opening.screen(child).embedded(Action.confirming)
    case .entering:
      return Screen(
        title: .codeTestTitle, .plain, [.typeYourWords], state.notice.blocks + [.wordEntry(words)],
        choices: [Choice(.tryTheseWords, .submit, needs: [.ready(words)]), .cancel],
        announcement: state.notice?.copy, aside: .codeTest)
    case .trying, .proving: return screen([.tryingWords], [.progress(.tryingWords)], [.cancel])
    case .passed:
      return screen([.paperWorks], [.banner(.worksAsItShould, .done)], [Choice(.leaveCodeTest, .leave, .close)])
    case .failed(let isAnswered):
      let next: [Copy] = state.notice == nil ? [.checkYourPaper] : []
      return screen(
        isAnswered ? [.wordsOpenNothing] + next : [.paperNotTried], state.notice.blocks,
        [Choice(.tryWordsAgain, .tryAgain), makeCode, .cancel])
    case .codeless: return screen([.noCodeToTry], [], [Choice(.makeCode, .makeCode), .cancel])
    }
  }
}

extension Copy {
  static let codeTestTitle = Copy("codeTest.title", "Try your recovery code")
  static let typeYourWords = Copy("codeTest.type", "Type the twelve words on your paper.")
  static let tryTheseWords = Copy("codeTest.try", "Try these words")
  static let tryingWords = Copy("codeTest.trying", "Trying your words…")
  static let paperWorks = Copy("codeTest.passed", "Your paper works. These words open your account.")
  static let wordsOpenNothing = Copy("codeTest.wrong", "These words don't open your account.")
  static let checkYourPaper = Copy(
    "codeTest.check",
    """
    Check each one, and their order, and the number of the paper: a newer kit makes older ones useless. If they still \
    don't open it, make a new code.
    """)
  static let paperNotTried = Copy("codeTest.stopped", "Your paper was not tried to the end.")
  static let noCodeToTry = Copy("codeTest.none", "Your account has no recovery code yet.")
  static let leaveCodeTest = Copy("codeTest.leave", "Done")
}

extension Aside {
  static let codeTest = Aside(
    whatStepMeans,
    [
      (
        Copy("codeTest.1", "Where your words go"),
        Copy(
          "codeTest.1t", "Nowhere. This page tries them by itself, and forgets them when you leave.",
          inTerminal: "Nowhere. This terminal tries them by itself, and forgets them when you leave.")
      ),
      (
        Copy("codeTest.2", "What this shows"),
        Copy(
          "codeTest.2t",
          """
          That the words on this paper open your account today, by themselves. It shows nothing about another copy of \
          the paper: try each copy by itself. On the day you need them, you also need a new key.
          """)
      ),
      (
        Copy("codeTest.3", "What stays as it is"),
        Copy("codeTest.3t", "Your code and your keys. We note the day on which your paper was tried.")
      ),
    ])
}
