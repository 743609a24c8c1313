import Vocabulary
import HandsProtocol
import Sentences

/// The effects of a conversation so far, on the card and on account recovery, for a person who leaves it early.
struct ConversationTrace {
  private var isErased = false, isChanged = false, hasCountedTry = false, isNewlyPaired = false
  /// `true` if the card was removed or failed in the middle of a change, so that its state is unknown.
  private var mayBeChanged = false
  private var wasPaired = true, hasMetCard = false
  /// `true` if this computer keeps an unfinished account recovery, which can be continued later.
  private var isBegun = false
  /// `true` if a file was recovered.
  private var hasFile = false

  mutating func note(_ reply: CardReply, to effect: CardEffect) {
    if case .present = reply { hasMetCard = true }
    switch (effect, reply) {
    case (_, .removed) where effect.changes, (_, .failed) where effect.changes, (_, .unwritten) where effect.changes:
      mayBeChanged = true
    case (_, .unpaired): isChanged = true
    case (_, .present(let card)): wasPaired = card.isPaired
    case (_, .paired): isNewlyPaired = isNewlyPaired || !wasPaired
    case (_, .wrong): hasCountedTry = true
    case (.verifyPIN, .correct): hasCountedTry = false  // the card counts anew
    case (_, .reset): (isErased, isChanged) = (true, false)
    case (_, .initialized), (_, .loaded), (_, .set), (_, .named), (.unblockPIN, .correct): isChanged = true
    default: break
    }
  }

  mutating func note(_ reply: EscrowReply) {
    switch reply {
    case .identified, .resumed: isBegun = true
    case .otherSecret: (isBegun, hasFile) = (false, true)
    case .discarded, .finished, .nothingLeft, .lost: (isBegun, hasFile) = (false, false)
    default: break
    }
  }

  /// The sentence for the person; `nil` if the caller that started the conversation reports how it ended.
  var sentence: Sentence? { sentence(hasBrokenOff: false) }
  /// The sentence for a conversation that was interrupted without anybody leaving it. It mentions only the card,
  /// because earlier steps may be saved elsewhere.
  var sentenceWhereItBrokeOff: Sentence? { sentence(hasBrokenOff: true) }

  private func sentence(hasBrokenOff: Bool) -> Sentence? {
    if hasFile { return nil }
    if isErased {
      return isChanged
        ? "The card was erased, and set up anew." : "The card was erased. There is nothing on it now."
    }
    if isChanged {
      return hasBrokenOff
        ? "This broke off before the end. What was changed on the card until then stays so."
        : "You left before the end. What was changed on the card until then stays so."
    }
    if mayBeChanged { return "A change on the card broke off before that. Card status shows what is on it now." }
    if isBegun {
      return hasBrokenOff
        ? "What you did so far is kept on this computer."
        : "What you did so far is kept on this computer. The same command goes on from there."
    }
    if hasCountedTry {
      return hasBrokenOff
        ? "Nothing was changed on the card, but the card has counted each wrong try."
        : "Nothing was changed, but the card has counted each wrong try."
    }
    if isNewlyPaired {
      return hasBrokenOff
        ? "Nothing was changed on the card, but the card knows this computer now."
        : "Nothing was changed, but the card knows this computer now."
    }
    guard hasBrokenOff else { return "Nothing was changed." }
    return hasMetCard ? "Nothing was changed on the card." : nil
  }
}

extension CardEffect {
  /// `true` if the effect changes the card or counts a try.
  fileprivate var changes: Bool {
    switch self {
    case .initialize, .factoryReset, .loadPhrase, .change, .name, .freeSlots, .unpair, .verifyPIN, .unblockPIN: true
    default: false
    }
  }
}
