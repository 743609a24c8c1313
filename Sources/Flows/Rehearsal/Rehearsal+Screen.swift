import Sentences
import Vocabulary

extension Rehearsal {
  public static func screen(_ state: State) -> Screen<Action> {
    func screen(_ says: [Copy], _ blocks: [Block] = [], _ choices: [Choice<Action>]) -> Screen<Action> {
      Screen(
        title: .rehearsalTitle, .plain, says, state.notice.blocks + blocks, choices: choices,
        announcement: state.notice?.copy ?? says.first, aside: .rehearsal)
    }
    let leave = Choice<Action>(.leaveRehearsal, .leave, .close), back = Choice<Action>(.otherWayIn, .back, .back)
    switch state.stage {
    case .entering(let signs):
      return screen(
        [.typeTicket, .endsBefore],
        [.field(ticket, label: .ticket, hint: .ticketHint, .text(signs))],
        [Choice(.goOnRehearsing, .submit, needs: [.filled(ticket)]), .cancel])
    case .choosing:
      return screen(
        [.comeBackWith, .asOnThatDay], [],
        [
          Choice(.withKey, .useKey, .outline, needsBrowser: true), Choice(.withCard, .useCard, .outline),
          Choice(.withWords, .useWords, .outline), .cancel,
        ])
    case .touching: return .askingBrowser(.rehearsalTitle, choices: [back, .cancel], aside: .rehearsal)
    case .access(let child):
      var screen = CardAccess.screenOfDrill(child).embedded(Action.access).titled(.rehearsalTitle)
      if case .connecting = child.stage { screen.choices.append(back) }
      return screen
    case .identifying, .finding, .signing, .verifyingCard, .unlocking:
      return .atCard(.rehearsing, state.card, in: .rehearsalTitle, choices: [.cancel])
    case .typing:
      return screen(
        [.typeYourWords, .wordsAsOnThatDay], [.wordEntry(words)],
        [Choice(.seeWhetherTheyOpen, .tryWords, needs: [.ready(words)]), back, .cancel])
    case .keeping, .verifying, .lookingUp, .searching, .redeeming, .drilling, .proving:
      return screen([.rehearsing], [.progress(.rehearsing)], [.cancel])
    case .passed(let shown, let minutes):
      return screen(
        [minutes == 1 ? .wouldBeInAtOnce : .wouldBeIn(minutes)],
        [.receipt(shown.shows), .facts(shown.doesNotShow)], [leave])
    case .missed: return screen([.nothingAnswers, .ticketIsGoodFor], [], [Choice(.typeAgain, .tryAgain), .cancel])
    case .failed(let isAnswered):
      return screen([isAnswered ? .didNotOpen : .notToTheEnd, .tryItAtHome], [], [leave])
    }
  }
}

extension Rehearsal.Shown {
  /// What the rehearsal has shown.
  fileprivate var shows: [Fact] {
    let own: Fact =
      switch self {
      case .key: Fact(.keyShows, .keyShowsMore)
      case .card: Fact(.cardShows, .cardShowsMore)
      case .words: Fact(.wordsShow, .wordsShowMore)
      }
    return [own, Fact(.nothingChanged, .nothingChangedMore)]
  }
  /// What it has not shown.
  fileprivate var doesNotShow: [Fact] {
    let own: Fact =
      switch self {
      case .key, .card: Fact(.whetherAtHand, .whetherAtHandMore)
      case .words: Fact(.whetherNewKey, .whetherNewKeyMore)
      }
    return [Fact(.whetherSiteStands, .whetherSiteStandsMore), own]
  }
}

extension Copy {
  static let rehearsalTitle = Copy("rehearsal.title", "Rehearsal")
  static let typeTicket = Copy("rehearsal.ticket", "Type the ticket from your own page.")
  static let endsBefore = Copy(
    "rehearsal.ends", "You come back here as on the worst day. It ends before anything changes.")
  static let ticket = Copy("rehearsal.ticket.label", "Ticket")
  static let ticketHint = Copy("rehearsal.ticket.hint", "Eight signs. It is good once, for 30 minutes.")
  static let goOnRehearsing = Copy("rehearsal.on", "Go on")
  static let comeBackWith = Copy("rehearsal.with", "What do you come back with?")
  static let asOnThatDay = Copy("rehearsal.with.more", "Take what your ticket was made for, as on that day.")
  static let withKey = Copy("rehearsal.key", "A key or passkey")
  static let withCard = Copy("rehearsal.card", "A card")
  static let withWords = Copy("rehearsal.words", "My twelve words")
  static let otherWayIn = Copy("rehearsal.back", "Something else")
  static let wordsAsOnThatDay = Copy(
    "rehearsal.words.more", "From your paper, as you would on that day. They stay in this page.",
    inTerminal: "From your paper, as you would on that day. They stay on this computer.")
  static let seeWhetherTheyOpen = Copy("rehearsal.words.try", "See whether they open it")
  static let rehearsing = Copy("rehearsal.working", "One moment: we see what this opens.")
  static let wouldBeInAtOnce = Copy("rehearsal.passed.one", "You'd be back in. It took you a minute.")
  static func wouldBeIn(_ minutes: Int) -> Copy {
    Copy("rehearsal.passed", "You'd be back in. It took you \(minutes) minutes.")
  }
  static let keyShows = Copy("rehearsal.shows.key", "Your key opens your journal")
  static let keyShowsMore = Copy(
    "rehearsal.shows.key.more", "It signed here, and opened its own lock by itself, just now.")
  static let cardShows = Copy("rehearsal.shows.card", "Your card opens your journal")
  static let cardShowsMore = Copy(
    "rehearsal.shows.card.more", "It took your PIN and signed, and opened its own lock by itself, just now.")
  static let wordsShow = Copy("rehearsal.shows.words", "Your words open your account")
  static let wordsShowMore = Copy(
    "rehearsal.shows.words.more", "You typed all twelve, and they opened their own lock by themselves, just now.")
  static let nothingChanged = Copy("rehearsal.shows.nothing", "Nothing has changed but a date")
  static let nothingChangedMore = Copy(
    "rehearsal.shows.nothing.more",
    "You were not signed in, nobody was signed out, and what you showed is forgotten in this page.",
    inTerminal: "You were not signed in, nobody was signed out, and what you showed is forgotten here.")
  static let whetherSiteStands = Copy("rehearsal.not.site", "Not shown: that this site is there on that day")
  static let whetherSiteStandsMore = Copy(
    "rehearsal.not.site.more", "If it is gone, a copy of your account or of your journal is what helps.")
  static let whetherAtHand = Copy("rehearsal.not.hand", "Not shown: that it is at hand on that day")
  static let whetherAtHandMore = Copy(
    "rehearsal.not.hand.more", "Keep it away from what you may lose together with your other keys.")
  static let whetherNewKey = Copy(
    "rehearsal.not.key", "Not shown: that you have a new key, or that another paper opens")
  static let whetherNewKeyMore = Copy(
    "rehearsal.not.key.more",
    "Coming back with words takes a new key. Each paper is tried by itself.")
  static let nothingAnswers = Copy("rehearsal.missed", "Nothing here answers to this ticket and what you showed.")
  static let ticketIsGoodFor = Copy(
    "rehearsal.missed.more",
    """
    A ticket is good once, for 30 minutes, and for one way in alone. Check what you showed, with words their order too. \
    Then type the ticket again, or make a new one on your own page.
    """)
  static let typeAgain = Copy("rehearsal.again", "Type the ticket again")
  static let didNotOpen = Copy("rehearsal.failed", "It did not open.")
  static let notToTheEnd = Copy("rehearsal.stopped", "This was not tried to the end.")
  static let tryItAtHome = Copy(
    "rehearsal.failed.more",
    """
    Your account is as it was, and this ticket is used up. Sign in on your own page, and try this way in from Settings: \
    there it says what to do.
    """)
  static let leaveRehearsal = Copy("rehearsal.leave", "Done")
}

extension Aside {
  static let rehearsal = Aside(
    whatStepMeans,
    [
      (
        Copy("rehearsal.1", "What happens"),
        Copy(
          "rehearsal.1t",
          """
          What you show opens its own lock in a page that holds nothing else, and signs that it was here. Then it is \
          forgotten.
          """,
          inTerminal: "What you show opens its own lock by itself, and signs that it was here. Then it is forgotten.")
      ),
      (
        Copy("rehearsal.2", "What does not"),
        Copy(
          "rehearsal.2t",
          "You are not signed in by it, nobody is signed out, your words stay good, and no key is made.")
      ),
      (
        Copy("rehearsal.3", "Only when you begin it"),
        Copy(
          "rehearsal.3t",
          """
          We never ask for your words by mail or on the way to something else. A rehearsal begins on your own page, with \
          a touch.
          """)
      ),
    ])
}
