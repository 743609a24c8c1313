/// What came of it.
public enum CardReply: Hashable, Sendable {
  case absent(CardAbsence), present(CardFacts), changed
  case rehearsing, met, wrongCode
  /// Hands that got too many wrong codes take none for a minute.
  case noCodeTaken
  case paired, notPaired, noSlot, unpaired
  /// Until the card loses power.
  case pairedForNow
  case tries(CardTries), correct, wrong(CardTries)
  case initialized, shown, reset
  case accounts([String])
  /// The places, counted from 1, of the words that the person is to type.
  case wordsAsked([Int]), wordsFit
  /// The places at which something else was typed.
  case wordsWrong([Int])
  case phraseFits, phraseOfAnother, phraseMalformed, loaded
  /// The public key that signs in, as evidence.
  case made(Evidence)
  case signed(Evidence), unlocked
  case signature(CardSignature)
  case set, named
  case maker(CardMaker)
  /// The card is gone, or went and came back: whatever it was, it begins anew at the reader (D-59).
  case removed
  /// Nobody asked anything of the card for a while, so that it was let go, and its PIN with it. Nothing was done.
  case letGo
  /// Another page or tab took the card meanwhile. Nothing was done.
  case taken
  /// The new value cannot be: the PUK would begin with the PIN.
  case unfit
  /// The person at the hands said no.
  case declined
  /// The hands no longer have what was typed or drawn.
  case lost
  /// The card could not write down what it was to keep: its memory failed, or, of a played one, its file.
  case unwritten
  /// The card refused, or answered what no card answers. Nothing is known to have changed.
  case failed
}

extension CardReply {
  /// Whether it is news that the effect can bring.
  public func answers(_ asked: CardEffect) -> Bool {
    switch (asked, self) {
    case (.watch, .changed), (.watch, .absent): true
    case (_, .absent): true
    case (.look, .present), (.look, .removed): true
    case (.rehearse, .rehearsing), (.rehearse, .failed), (.rehearse, .unwritten): true
    case (.meet, .met), (.meet, .wrongCode), (.meet, .noCodeTaken): true
    case (.look, _), (.watch, _), (.rehearse, _), (.meet, _): false
    case (_, .removed), (_, .letGo), (_, .taken), (_, .failed), (_, .unwritten), (_, .declined): true
    case (.pair, .paired), (.pair, .notPaired), (.pair, .noSlot), (.pairWith, .paired), (.pairWith, .notPaired), (.pairWith, .noSlot): true
    case (.pairForNow, .paired), (.pairForNow, .pairedForNow), (.pairForNow, .notPaired), (.pairForNow, .noSlot): true
    case (.readTries, .tries), (.freeSlots, .unpaired), (.unpair, .unpaired): true
    case (.verifyPIN, .correct), (.verifyPIN, .wrong), (.unblockPIN, .correct), (.unblockPIN, .wrong), (.unblockPIN, .unfit): true
    case (.initialize, .initialized), (.showSecrets, .shown), (.factoryReset, .reset): true
    case (.drawAccounts, .accounts), (.showPhrase, .shown), (.loadPhrase, .loaded): true
    case (.askWords, .wordsAsked), (.checkWords, .wordsFit), (.checkWords, .wordsWrong): true
    case (.checkPhrase, .phraseFits), (.checkPhrase, .phraseOfAnother), (.checkPhrase, .phraseMalformed): true
    case (.identifyPhrase, .made), (.identify, .made), (.sign, .signed), (.unlock, .unlocked): true
    case (.signMessage, .signature), (.signHash, .signature), (.signFile, .signature): true
    case (.change, .set), (.change, .unfit), (.name, .named), (.identifyMaker, .maker): true
    case (_, .lost): asked.needsMemory
    default: false
    }
  }
}
