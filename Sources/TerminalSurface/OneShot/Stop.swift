import Vocabulary
import Flows
import HandsProtocol
import Sentences

/// The reason why a one-shot command stops.
struct Stop: Error {
  var result: CardResult

  init(_ code: String, _ message: Sentence, _ card: CardFacts? = nil, tries: CardTries? = nil) {
    result = CardResult(status: 1, code, message, facts: card, tries: tries)
  }
  static func usage(_ code: String, _ message: Sentence) -> Stop {
    var stop = Stop(code, message)
    stop.result.status = 2
    return stop
  }
  static func blank(_ card: CardFacts) -> Stop { Stop("blank", "This card is not set up yet.", card) }
  /// The card is blocked, and no PUK can unblock it.
  init(blocked card: CardFacts, _ tries: CardTries) {
    let sentence: Sentence =
      card.canBeErased
      ? "No PUK tries remain: only a factory reset makes the card usable again."
      : """
      No PUK tries remain, and a card of version \(card.version ?? "3.0") has no reset, so it can't be used again. Its \
      phrase brings the account back on another card.
      """
    self.init("blocked", sentence, tries: tries)
  }
  static func needing(_ wanted: OneShotSecret) -> Stop {
    .usage("secretNeeded", "--\(wanted.rawValue)-fd is needed: the number of a file descriptor with it on one line.")
  }
  static func unreadable(_ descriptor: Int32) -> Stop {
    .usage("secretNeeded", "File descriptor \(descriptor) cannot be read.")
  }
  /// Stops because the form of a secret is invalid.
  static func malformed(_ problem: Sentence) -> Stop {
    .usage("malformed", "\(problem) Nothing was sent, and no try was used.")
  }
  /// Stops because of an unexpected reply from the hands.
  init(_ reply: CardReply) {
    switch reply {
    case .absent(let why):
      self.init(why == .inUse ? "in-use" : why.rawValue, why.sentence)
      result.status = 3
    case .removed:
      self.init("removed", "The card was taken out, or went for a moment. Begin again.")
      result.status = 3
    case .declined: self.init("declined", "The person at the hands said no.")
    case .unwritten:
      self.init(
        "inaccessible",
        "\(Self.unwritten), so this may be done in part. A rehearsal card is kept in a file. \(CardResult.seeToFile)")
    case .lost: self.init("lost", "The hands no longer have what was typed.")
    default: self.init("failed", "The card refused. Nothing is known to have changed.")
    }
  }
  /// Stops because of an unexpected reply in the middle of an operation that the card may have completed.
  /// - Parameter meanwhile: The new values that the card was given, and how to find out whether the card has them.
  init(_ reply: CardReply, while meanwhile: Sentence) {
    self.init(reply)
    switch reply {
    case .removed: result.sentence = "The card was taken out while \(meanwhile)"
    case .unwritten:
      result.sentence =
        "\(Self.unwritten) while \(meanwhile) A rehearsal card is kept in a file. \(CardResult.seeToFile)"
    default: break
    }
  }
  private static let unwritten: Sentence = "The card could not write down all that it was to keep"
}

extension CardResult {
  /// Instructions for when a rehearsal card's file cannot be read or written.
  public static var seeToFile: Sentence { Copy.seeToFile.sentence }
}

extension CardAbsence {
  fileprivate var sentence: Sentence {
    switch self {
    case .noDaemon: "The card service pcscd does not run."
    case .noReader: "There is no card reader."
    case .noCard: "There is no card in the reader."
    case .notKeycard: "The card in the reader is not a Keycard."
    case .unreadable: "The card in the reader does not answer."
    case .inUse:
      """
      Another program, or another window of Latchstring, is using the card. Close that program, or wait a minute, then \
      try again.
      """
    case .counterfeit: "The card shows the maker's certificate of another card: it is not what it says it is."
    case .severalCards: "There is more than one Keycard in the readers. Take one out, or name the reader with --reader."
    default: "There is no card to talk to."
    }
  }
}
