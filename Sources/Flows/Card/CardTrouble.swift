import Vocabulary
import HandsProtocol

/// The reason why the conversation with a card was interrupted. The conversation always starts over at the reader
/// (D-59).
enum CardTrouble: Codable, Hashable, Sendable {
  case absent(CardAbsence), removed
  /// Nobody used the card for a while, so the hands released it.
  case letGo
  /// Another page or tab used the card in the meantime.
  case taken
  /// The card answers, but an immediate retry would end the same way. The person decides when to try again.
  case declined, lost, unwritten, failed
}

extension HandsReply {
  /// The trouble that may be reported in reply to any order to a card.
  var trouble: CardTrouble? {
    guard case .card(let news) = self else { return nil }
    return switch news {
    case .absent(let why): .absent(why)
    case .removed: .removed
    case .letGo: .letGo
    case .taken: .taken
    case .declined: .declined
    case .lost: .lost
    case .unwritten: .unwritten
    case .failed: .failed
    default: nil
    }
  }
}

extension CardTrouble {
  /// The trouble itself, if the card is still in the reader and only the access opened by the PIN has been closed;
  /// otherwise `nil`.
  var closing: Self? { self == .letGo || self == .taken ? self : nil }
  /// `true` if the card may have carried out the order, and only its answer is missing.
  var mayBeDone: Bool {
    switch self {
    case .absent, .removed, .unwritten, .failed: true
    case .letGo, .taken, .declined, .lost: false
    }
  }
  /// The notice shown when the conversation starts over. A card that is merely absent needs no notice, because the
  /// reader's own screen asks for it.
  var notice: Notice? {
    switch self {
    case .absent: nil
    case .removed, .letGo, .taken, .declined, .lost, .unwritten, .failed: .card(self)
    }
  }
  var copy: Copy {
    switch self {
    case .absent, .removed:
      Copy("D-59.removed", "The card was taken out. Nothing is broken: put it back and go on from here.")
    case .letGo:
      Copy(
        "card.letGo",
        """
        Nobody used the card for a minute, so it was let go, and its PIN with it. Type the PIN once more, and we go on \
        from here.
        """)
    case .taken:
      Copy(
        "card.elsewhere",
        """
        Another page or tab was using the card. This one has it again, and the other has lost it. Go on in one of the \
        two only: type the PIN once more here, or close this one.
        """)
    case .declined:
      Copy("card.declined", "You said no at this computer, so nothing was done. Try again if you want to go on.")
    case .lost:
      Copy(
        "card.lost", "This page no longer has what you typed. Try again, and type it once more.",
        inTerminal: "What you typed is no longer here. Try again, and type it once more.")
    case .unwritten:
      Copy(
        "card.unwritten",
        """
        The card could not write down all that it was to keep, so this may be done in part. \
        A rehearsal card is kept in a file. \(Copy.seeToFile) \
        A card of plastic that says this again is worn out: use another.
        """)
    case .failed: Copy("card.failed", "The card didn't do what it was asked. Take it out, put it back, and try again.")
    }
  }
}

extension Copy {
  /// The remedy if the file of a rehearsal card cannot be read or written.
  public static let seeToFile = Copy(
    "card.unwritten.file",
    "See that this computer's disk has room and that the file's folder is there and yours, then try again.")
}

extension CardTries {
  /// D-57: returns the card's own count of remaining tries, in words if only one is left.
  func pinWarning() -> Copy? {
    switch pin {
    case 1: Copy("D-57.last", "1 try left. If it is wrong, the card freezes.", .triesLeft)
    case 2: .triesLeft(2)
    default: nil
    }
  }
  func pukWarning(_ card: CardFacts?) -> Copy {
    guard puk == 1 else { return .pukTriesLeft(puk) }
    guard card?.canBeErased ?? true else {
      return Copy(
        "D-57.lastPUK.old",
        "1 try left for the PUK. If it is wrong, the card is blocked, and a card of its version (3.0) stays so.",
        .triesLeft)
    }
    return Copy(
      "D-57.lastPUK",
      "1 try left for the PUK. If it is wrong, the card is blocked, and only erasing it makes it usable.", .triesLeft)
  }
}
