import Vocabulary

extension KitCheck {
  public static func screen(_ state: State) -> Screen<Action> {
    let again = Choice<Action>(.checkAnother, .again), cancel = Choice<Action>.cancel
    func tryWords(_ style: ChoiceStyle = .outline) -> Choice<Action> { Choice(.tryItsWords, .tryWords, style) }
    func screen(_ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>]) -> Screen<Action> {
      Screen(
        title: .kitCheckTitle, .working, says, blocks, choices: choices,
        announcement: state.notice?.copy ?? says.first, aside: .kitCheck)
    }
    switch state.stage {
    case .lookingUp: return screen([.testing], [.progress(.testing)], [cancel])
    case .entering:
      return screen(
        [.typeTheCheck],
        state.notice.blocks + [.field(kit, label: .kitAndCheck, hint: .kitExample, .text(state.typed))],
        [Choice(.checkPaper, .submit, needs: [.filled(kit)]), cancel])
    case .judging: return screen([.checkingPaper], [.progress(.checkingPaper)], [cancel])
    case .passed:
      return screen([.paperIsThere, .whatCheckLeavesOpen], [], [Choice(.leaveKitCheck, .leave, .close), tryWords()])
    case .older(let newest): return screen([.isOlder(than: newest), .olderOpensCopies], [], [again, cancel])
    case .unsaved(let newest): return screen([.isNotNewest(newest), .unsavedOpensNothing], [], [again, cancel])
    case .differs: return screen([.checkIsWrong, .lookAtCheck], [], [again, tryWords(), cancel])
    case .spent: return screen([.checksSpent, .moreChecksLater], [], [tryWords(), cancel])
    case .checkless: return screen([.paperHasNoCheck, .tryWordsInstead], [], [tryWords(.primary), cancel])
    case .codeless: return screen([.noCodeToTry], [], [Choice(.makeCode, .makeCode), cancel])
    case .stopped: return screen([.paperNotChecked], state.notice.blocks, [again, cancel])
    }
  }
}

extension Copy {
  static let kitCheckTitle = Copy("kitCheck.title", "Check your paper")
  static let typeTheCheck = Copy(
    "kitCheck.type", "Type the kit number and the check that stand on your paper, with a space between them.")
  static let kitAndCheck = Copy("kitCheck.field", "Kit number and check")
  static let kitExample = Copy("kitCheck.example", "2 7KQ4-M2XD")
  static let checkPaper = Copy("kitCheck.check", "Check this paper")
  static let checkingPaper = Copy("kitCheck.checking", "Checking…")
  static let paperIsThere = Copy("kitCheck.passed", "This paper is there, and it is the newest.")
  static let whatCheckLeavesOpen = Copy(
    "kitCheck.leavesOpen",
    "That its words can be read, and that they open your account, is not shown: only trying all twelve shows that.")
  static func isOlder(than newest: Int) -> Copy {
    Copy("kitCheck.older", "This is an older kit. The newest is kit no. \(newest).")
  }
  static let olderOpensCopies = Copy(
    "kitCheck.olderCopies",
    """
    It no longer opens your account. It still opens copies that were made before the newer kit, if there are any. Look \
    for the newest.
    """)
  static func isNotNewest(_ newest: Int) -> Copy {
    Copy("kitCheck.unsaved", "This is not the kit that opens your account. That is kit no. \(newest).")
  }
  static let unsavedOpensNothing = Copy(
    "kitCheck.unsavedNothing",
    "Look at the number once more. A kit that was shown and never saved opens nothing.")
  static let checkIsWrong = Copy("kitCheck.wrong", "The number is right, but not the check.")
  static let lookAtCheck = Copy(
    "kitCheck.look",
    """
    Compare each character once more. If it stands there just so, the paper may be of another account, or was copied \
    wrongly: try its twelve words.
    """)
  static let checksSpent = Copy("kitCheck.spent", "Five tries are used up. Nothing was compared.")
  static let moreChecksLater = Copy(
    "kitCheck.later", "There is one more every twelve minutes. You can try the twelve words at any time.")
  static let paperHasNoCheck = Copy("kitCheck.checkless", "Your paper has no check. It is from before there was one.")
  static let tryWordsInstead = Copy(
    "kitCheck.instead", "Its twelve words show more than a check does: try them. Or make a new recovery code.")
  static let tryItsWords = Copy("kitCheck.words", "Try its twelve words")
  static let checkAnother = Copy("kitCheck.again", "Check again")
  static let paperNotChecked = Copy("kitCheck.stopped", "Your paper was not checked.")
  static let leaveKitCheck = Copy("kitCheck.leave", "Done")
}

extension Aside {
  static let kitCheck = Aside(
    whatStepMeans,
    [
      (
        Copy("kitCheck.1", "What this shows"),
        Copy("kitCheck.1t", "That the paper is still where you keep it, and that no newer one has replaced it.")
      ),
      (
        Copy("kitCheck.2", "What it does not show"),
        Copy(
          "kitCheck.2t",
          """
          That its words can be read or open anything. Whoever has only the number and the check can open nothing with \
          them.
          """)
      ),
      (
        Copy("kitCheck.3", "A copy that you wrote by hand"),
        Copy(
          "kitCheck.3t",
          "It passes if you copied the number and the check. Its words are shown to be right only when you try them.")
      ),
    ])
}
