import Sentences
import Vocabulary

extension CardTest {
  public static func screen(_ state: State) -> Screen<Action> {
    let title = state.held.map { Copy.cardTestOf($0.name) } ?? .cardTestTitle
    func screen(_ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>]) -> Screen<Action> {
      Screen(
        title: title, .working, says, blocks, choices: choices, announcement: state.notice?.copy ?? says.first,
        aside: .cardTest)
    }
    let leave = Choice<Action>(.leaveCardTest, .leave, .close)
    switch state.stage {
    case .lookingUp: return screen([.testing], [.progress(.testing)], [.cancel])
    case .access(let child): return CardAccess.screenOfDrill(child).embedded(Action.access).titled(title)
    case .touching(let child): return Opening.screen(child).embedded(Action.opening).titled(title)
    case .identifying, .finding, .signing, .verifying, .unlocking, .drilling, .proving, .noting, .wrapping, .attaching:
      return .atCard(.tryingCard, state.card, in: title, choices: [.cancel])
    case .passed(let opens):
      let says: Copy =
        opens ? state.isOpen ? .isRewrapped(state.name) : .cardOpens(state.name) : .cardSignsIn(state.name)
      let practice: [Block] = state.held?.isRehearsal == true ? [.banner(.practiceNeverCounts, .warning)] : []
      let verdict: Block =
        opens || !state.standing.hasMasterKey
        ? .banner(.worksAsItShould, .done) : .banner(.cardCannotOpen, .warning)
      // What a practice card would need to open is no advice: it never counts.
      let isClosed = !opens && state.standing.hasMasterKey
      return screen([says], isClosed && !practice.isEmpty ? practice : [verdict] + practice, [leave])
    case .mismatched:
      let rewrap = state.hasAnother ? [Choice<Action>(.rewrap, .rewrap)] : []
      return screen(
        [.keyNeedsRewrap(state.name), state.hasAnother ? .cardRewrapHow : .rewrapByCode], state.notice.blocks,
        rewrap + [Choice(.testAgain, .tryAgain, .outline), .cancel])
    case .mistaken:
      return screen(
        [.anotherCard(state.name), .nothingTried], [], [Choice(.useAnotherCard, .useAnother), .cancel])
    case .gone: return screen([.cardIsGone], [], [leave])
    case .stopped:
      return screen([.cardNotTried], state.notice.blocks, [Choice(.cardTryAgain, .tryAgain), .cancel])
    }
  }
}

extension Copy {
  static let cardTestTitle = Copy("cardTest.title", "Try a card")
  static func cardTestOf(_ name: Sentence) -> Copy { Copy("cardTest.of", "Try “\(name)”") }
  static let tryingCard = Copy("cardTest.trying", "Trying your card…")
  static func cardOpens(_ name: Sentence) -> Copy {
    Copy("cardTest.opens", "“\(name)” signs you in and opens your journal.")
  }
  static func cardSignsIn(_ name: Sentence) -> Copy { Copy("cardTest.signsIn", "“\(name)” signs you in.") }
  static let cardCannotOpen = Copy(
    "cardTest.closed",
    """
    It doesn't open your journal. To let it, revoke this card in Settings and add it again, while another key or card \
    still opens.
    """)
  static let cardRewrapHow = Copy(
    "cardTest.rewrap",
    """
    What is kept here for it is damaged, or was made for another card. Open with another key or card, then put this one \
    into the reader again.
    """)
  static let practiceNeverCounts = Copy(
    "cardTest.practice", "This card is there to practice with. It never counts as a way back in.")
  static func anotherCard(_ name: Sentence) -> Copy {
    Copy("cardTest.another", "That is another card. Put “\(name)” into the reader.")
  }
  static let nothingTried = Copy("cardTest.nothing", "It signed nothing, and nothing has changed.")
  static let cardIsGone = Copy("cardTest.gone", "This card is no way into your account any more.")
  static let cardNotTried = Copy("cardTest.stopped", "Your card was not tried to the end.")
  static let leaveCardTest = Copy("cardTest.leave", "Done")
}

extension Aside {
  static let cardTest = Aside(
    whatStepMeans,
    [
      (
        Copy("cardTest.1", "What is tried"),
        Copy(
          "cardTest.1t",
          """
          The card takes your PIN and signs, and we check that. Then we try whether it opens your journal. A journal that \
          is already open here does not help it.
          """)
      ),
      (
        Copy("cardTest.2", "What stays as it is"),
        Copy("cardTest.2t", "Your account, your card and its PIN. We note the day on which the card worked.")
      ),
      (
        Copy("cardTest.3", "If you stop here"),
        Copy(
          "cardTest.3t",
          "Nothing is lost. A card that did not open your journal does not count as one that does, until it did again.")
      ),
    ])
}
