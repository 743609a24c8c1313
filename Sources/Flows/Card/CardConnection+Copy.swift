import Vocabulary
import HandsProtocol

extension Copy {
  static let lookingForCard = Copy("D-59", "Looking for your card…")
  static let meetingHands = Copy("card.meeting", "Checking the code…")
  static let cardPaused = Copy("card.paused", "Your card waits.")
  static let cardTryAgain = Copy("card.again", "Try again")
  static let lookAgain = Copy("D-59.again", "Look again")
  static let useAnotherCard = Copy("card.other", "Use another card")
  static let useRehearsalCard = Copy("card.rehearse", "Use the rehearsal card")
  static let insertCard = Copy("D-16", "Put your card into the reader, or lay it on.")
  static let holdCard = Copy("D-17", "Keep the card on the reader until this is done.")
  static let handsUnasked = Copy(
    "card.unasked",
    """
    Your card is at this computer, so this page must be let through to it. Your browser asks you once; please allow \
    it.
    """)
  static let askForHands = Copy("card.ask", "Find my card reader")
  static let handsUnknown = Copy(
    "card.meet",
    """
    The program that reads cards on this computer doesn't know this page yet. Type the code that it shows in its \
    terminal.
    """,
    atHome: "1. Go to the terminal in which Latchstring runs, and press Enter.")
  static let letIn = Copy(
    "card.letIn", "Let this page use this computer.", atHome: "Let this browser use this computer.")
  static let openTheAddress = Copy(
    "card.letIn.address", "",
    atHome: "2. Open the address that it shows, in this browser. This page notices by itself.")
  static let orTypeTheCode = Copy("card.letIn.code", "", atHome: "Or type the code that stands there.")
  static let installCardService = Copy("card.noDaemon.command", "On Debian and Ubuntu, this installs and starts it:")
  static let lendHands = Copy("card.noHands.command", "In a terminal of this computer:")
  static let handsCode = Copy("card.code", "Code from the terminal")
  static let handsCodeHint = Copy(
    "card.code.hint", "Eight letters and digits, in the terminal where Latchstring was started on this computer.")
  static let wrongHandsCode = Copy(
    "card.code.wrong",
    "That is not the code in the terminal. It may be a new one by now: look there, and type it once more.")
  static let noHandsCode = Copy(
    "card.code.closed",
    """
    Something sent too many wrong codes to this computer, so for a minute no code is taken. Then type the new one that \
    the terminal shows.
    """)
}

extension CardAbsence {
  /// The text of each trouble's own screen, which says what is wrong and what to do.
  var copy: Copy {
    switch self {
    case .noHands:
      Copy(
        "card.noHands",
        """
        Nothing on this computer lends its card reader to this page. Start the program for it in a terminal here; this \
        page notices by itself.
        """,
        atHome: """
          The part of Latchstring that reads cards does not answer. Another Latchstring may be open on this computer: \
          close that one. Then stop this one with Control-C, in the terminal where it was started, start it again, and \
          load this page again.
          """)
    case .handsUnasked: .handsUnasked
    case .handsForbidden:
      Copy(
        "card.forbidden",
        """
        Your browser was told not to let this page reach this computer. Open the page's permissions beside its \
        address, allow local network access, then look again.
        """)
    case .handsUnknown: .handsUnknown
    case .handsDiffer:
      Copy(
        "card.differ",
        """
        Latchstring on this computer and this page are of different versions, so they do not talk to each other. \
        Update the older one; this page notices by itself.
        """)
    case .noDaemon:
      Copy(
        "card.noDaemon",
        "The card service of this computer isn't running. Install or start pcscd; this page notices by itself.",
        inTerminal: "The card service of this computer isn't running. Install or start pcscd; it is noticed by itself.")
    case .noReader:
      Copy(
        "card.noReader", "There is no card reader. Plug one in; this page notices by itself.",
        inTerminal: "There is no card reader. Plug one in; it is noticed by itself.")
    case .noCard: .insertCard
    case .notKeycard: Copy("card.notKeycard", "That card is not a Keycard. Take it out and put your Keycard in.")
    case .counterfeit:
      Copy(
        "card.counterfeit",
        """
        This card shows the maker's certificate of another card, so it is not what it says it is. Take it out, and \
        don't use it.
        """)
    case .inUse:
      Copy(
        "card.inUse",
        """
        Another program on this computer, or another window of Latchstring, is using the card. Close that program, or \
        wait a minute, then look again.
        """)
    case .severalCards:
      Copy(
        "card.several",
        """
        There is more than one Keycard in your readers. Take out all but the one that you want to use; this page \
        notices by itself.
        """,
        inTerminal: """
          There is more than one Keycard in your readers. Take out all but the one that you want to use; it is noticed \
          by itself.
          """)
    case .unreadable:
      Copy(
        "card.unreadable",
        "There is a card, but it doesn't answer. Take it out, check which way round it goes, and put it in again.")
    case .otherCard:
      Copy("card.otherCard", "This is not the card that is needed here. Take it out and put the right one in.")
    }
  }
}

extension Aside {
  static let card = Aside(
    whatStepMeans,
    [
      (
        Copy("card.1", "Your card and your PIN"),
        Copy(
          "card.1t", "The PIN goes from this page to the card, and to nobody else. We never see it.",
          inTerminal: "The PIN goes from this terminal to the card, and to nobody else. We never see it.")
      ),
      (
        Copy("card.2", "The card counts"),
        Copy(
          "card.2t",
          """
          How many tries are left is what the card says itself. A number that is too short is never sent, and costs no \
          try.
          """)
      ),
      (
        Copy("card.3", "If you take the card out"),
        Copy("card.3t", "Nothing breaks. Put it back, and we go on from where it is safe to.")
      ),
    ])
}
