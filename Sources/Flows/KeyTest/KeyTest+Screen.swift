import Vocabulary
import Sentences

extension KeyTest {
  public static func screen(_ state: State) -> Screen<Action> {
    let title = Copy.keyTestTitle
    let again = Choice<Action>(.tapAgain, .tapAgain, .outline, asksAgain: true)
    func detecting(
      _ detector: Detector, _ choices: [Choice<Action>], _ announcement: Copy? = nil, also: [Copy] = []
    ) -> Screen<Action> {
      Screen(
        title: title, .working,
        (state.isOpen ? [.touchForRewrap(state.name)] : [.tapToTest(state.name), .tapToTestHow]) + also,
        state.notice.blocks + [.detector(detector)], choices: choices + [.cancel], announcement: announcement,
        aside: .keyTest)
    }
    switch state.stage {
    case .lookingUp:
      return Screen(title: title, .working, [.testing], [.progress(.testing)], choices: [.cancel], aside: .keyTest)
    case .tapping: return detecting(.waiting, [again])
    case .missed:
      return state.wasRead
        ? detecting(.refused, [again], state.notice?.copy)
        : detecting(.missed, [again], state.notice?.copy, also: [.answersNoMore])
    case .reading: return detecting(.reading, [], .reading)
    case .drilling, .proving, .wrapping, .attaching, .noting: return detecting(.read, [])
    case .touching(let child): return Opening.screen(child).embedded(Action.opening)
    case .mismatched:
      let rewrap = state.hasAnother ? [Choice<Action>(.rewrap, .rewrap)] : []
      return Screen(
        title: title, .working, [.keyNeedsRewrap(state.name), state.hasAnother ? .rewrapHow : .rewrapByCode],
        state.notice.blocks, choices: rewrap + [Choice(.testAgain, .tapAgain, .outline, asksAgain: true), .cancel],
        announcement: .keyNeedsRewrap(state.name), aside: .keyTest)
    case .passed(let opens):
      let says: Copy =
        opens ? state.isOpen ? .isRewrapped(state.name) : .testOpens(state.name) : .testSignsIn(state.name)
      return Screen(
        title: title, .working, [says],
        state.mayOpen(opens) ? [.banner(.worksAsItShould, .done)] : [.banner(.keyCannotOpen, .warning)],
        choices: [Choice(.leaveKeyTest, .leave, .close)], announcement: says, aside: .keyTest)
    }
  }
}

extension KeyTest.State {
  /// `true` if a key was read, but it was not this key.
  fileprivate var wasRead: Bool {
    switch notice {
    case .differentKey, .sameName: true
    default: false
    }
  }
}

extension Copy {
  static let keyTestTitle = Copy("G-20.title", "Try a key")
  static let testing = Copy("G-20.testing", "One moment…")
  static func tapToTest(_ name: Sentence) -> Copy {
    Copy("G-20.tap", "Touch “\(name)”. We see whether it signs you in and still opens your journal.")
  }
  static func touchForRewrap(_ name: Sentence) -> Copy {
    Copy("G-20.touch", "Your journal is open. Touch “\(name)” once more, and it opens it again.")
  }
  static let tapToTestHow = Copy(
    "G-20.how", "Nothing changes but the date on which it was tried.",
    onPhone: "Hold it against the top of your phone. Nothing changes but the date on which it was tried.")
  static let answersNoMore = Copy(
    "G-20.gone", "A key that was reset or erased answers no more: then revoke it in Settings, and add it again.")
  static func keyNeedsRewrap(_ name: Sentence) -> Copy {
    Copy("G-20", "“\(name)” needs re-wrap. It signs you in, and can't open your journal any more.")
  }
  static let rewrapHow = Copy(
    "G-20.rewrap.how",
    """
    It gives another secret now, as keys may when their PIN or fingerprints are set anew, or what is kept for it is \
    damaged. Open with another key or card, then touch this one again.
    """)
  static let rewrapByCode = Copy(
    "G-20.rewrap.code",
    """
    No other key opens. With your recovery code you get back in: sign out, then choose “Can't get in?” and “My twelve \
    words”. What you keep in the journal stays.
    """)
  static let rewrap = Copy("G-20.rewrap", "Make it open again")
  static let testAgain = Copy("G-20.again", "Try it once more")
  static let needsRewrap = Copy(
    "G-20.notice",
    """
    This key needs re-wrap: it signs you in, and can't open your journal any more. Use another one here, then \
    make this one open again in Settings.
    """)
  static let gaveNothing = Copy(
    "G-20.nothing",
    """
    The key signs you in, and gave nothing to open with. Try another browser; if that doesn't help, revoke it in \
    Settings and add it again.
    """,
    inTerminal: """
      The key signs you in, and gave nothing to open with. Try it in a browser; if that doesn't help, revoke it in \
      Settings in the page and add it again.
      """)
  static func testOpens(_ name: Sentence) -> Copy {
    Copy(
      "G-20.opens", "“\(name)” signs you in and opens your journal.")
  }
  static func testSignsIn(_ name: Sentence) -> Copy { Copy("G-20.signsIn", "“\(name)” signs you in.") }
  static func isRewrapped(_ name: Sentence) -> Copy { Copy("G-20.rewrapped", "“\(name)” opens your journal again.") }
  static let leaveKeyTest = Copy("G-20.leave", "Done")
  static let worksAsItShould = Copy("G-20.works", "Tried just now.")
}

extension Aside {
  static let keyTest = Aside(
    whatStepMeans,
    [
      (
        Copy("G-20.1", "What is tried"),
        Copy(
          "G-20.1t",
          """
          The key signs, and we check that. Then this page tries whether what the key gives opens your journal. A \
          journal that is already open here does not help it.
          """,
          inTerminal: """
            The key signs, and we check that. Then this program tries whether what the key gives opens your journal. \
            A journal that is already open here does not help it.
            """)
      ),
      (
        Copy("G-20.2", "Needs re-wrap"),
        Copy(
          "G-20.2t",
          """
          Some keys make new secrets when their PIN or fingerprints are set anew. The new ones don't open your journal. \
          Nothing is put right before you ask for it.
          """)
      ),
      (
        Copy("G-20.3", "If you stop here"),
        Copy("G-20.3t", "Nothing is lost. A key that needs re-wrap does not count as one that opens.")
      ),
    ])
}
