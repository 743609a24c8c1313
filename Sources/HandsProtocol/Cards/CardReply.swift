/// The outcome of a `CardEffect`.
public enum CardReply: Hashable, Sendable {
  case absent(CardAbsence), present(CardFacts), changed
  case rehearsing, met, wrongCode
  /// The hands received too many wrong codes, and accept no code for a minute.
  case noCodeTaken
  case paired, notPaired, noSlot, unpaired
  /// The pairing lasts until the card loses power.
  case pairedForNow
  case tries(CardTries), correct, wrong(CardTries)
  case initialized, shown, reset
  case accounts([String])
  /// The positions, counted from 1, of the words that the person is to type.
  case wordsAsked([Int]), wordsFit
  /// The positions at which something different was typed.
  case wordsWrong([Int])
  case phraseFits, phraseOfAnother, phraseMalformed, loaded
  /// The public key with which the card or the phrase signs in, as evidence.
  case made(Evidence)
  case signed(Evidence), unlocked
  case signature(CardSignature)
  case set, named
  case maker(CardMaker)
  /// The card is gone, or was removed and put back. Whatever was being done starts over at the reader (D-59).
  case removed
  /// The card was not used for a while, so the hands released it and forgot its PIN. Nothing was done.
  case letGo
  /// Another page or tab took the card in the meantime. Nothing was done.
  case taken
  /// The new value is not allowed: the PUK would begin with the PIN.
  case unfit
  /// The person at the hands declined.
  case declined
  /// The hands no longer have what was typed or generated.
  case lost
  /// The card could not store something: its memory failed or, for a simulated card, its file could not be written.
  case unwritten
  /// The card refused, or gave an invalid response. As far as is known, nothing has changed.
  case failed
}

extension CardReply {
  /// `true` if this is a possible reply to the effect.
  public func answers(_ asked: CardEffect) -> Bool {
    switch (asked, self) {
    case (.watch, .changed), (.watch, .absent): true
    case (_, .absent): true
    case (.look, .present), (.look, .removed): true
    case (.rehearse, .rehearsing), (.rehearse, .failed), (.rehearse, .unwritten): true
    case (.meet, .met), (.meet, .wrongCode), (.meet, .noCodeTaken): true
    case (.look, _), (.watch, _), (.rehearse, _), (.meet, _): false
    case (_, .removed), (_, .letGo), (_, .taken), (_, .failed), (_, .unwritten), (_, .declined): true
    case (.pair, .paired), (.pair, .notPaired), (.pair, .noSlot), (.pairWith, .paired), (.pairWith, .notPaired),
      (.pairWith, .noSlot):
      true
    case (.pairForNow, .paired), (.pairForNow, .pairedForNow), (.pairForNow, .notPaired), (.pairForNow, .noSlot): true
    case (.readTries, .tries), (.freeSlots, .unpaired), (.unpair, .unpaired): true
    case (.verifyPIN, .correct), (.verifyPIN, .wrong), (.unblockPIN, .correct), (.unblockPIN, .wrong),
      (.unblockPIN, .unfit):
      true
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

extension CardReply: Codable {
  /// The names of the replies in the protocol's messages.
  enum Kind: String, Codable, CaseIterable {
    case absent, present, changed, rehearsing, met, wrongCode, noCodeTaken, paired, notPaired, noSlot, unpaired,
      pairedForNow, tries, correct, wrong
    case initialized, shown, reset, accounts, wordsAsked, wordsFit, wordsWrong, phraseFits, phraseOfAnother,
      phraseMalformed, loaded, made, signed
    case unlocked, signature, set, named, maker, removed, letGo, taken, unfit, declined, lost, unwritten, failed
  }
  private enum Key: String, CodingKey { case type, absence, facts, tries, addresses, words, signature, maker }

  /// Decodes evidence without a name.
  public init(from decoder: any Decoder) throws {
    let reply = try decoder.container(keyedBy: Key.self)
    switch try reply.decode(Kind.self, forKey: .type) {
    case .absent: self = .absent(try reply.decode(CardAbsence.self, forKey: .absence))
    case .present: self = .present(try reply.decode(CardFacts.self, forKey: .facts))
    case .changed: self = .changed
    case .rehearsing: self = .rehearsing
    case .met: self = .met
    case .wrongCode: self = .wrongCode
    case .noCodeTaken: self = .noCodeTaken
    case .paired: self = .paired
    case .notPaired: self = .notPaired
    case .noSlot: self = .noSlot
    case .unpaired: self = .unpaired
    case .pairedForNow: self = .pairedForNow
    case .tries: self = .tries(try reply.decode(CardTries.self, forKey: .tries))
    case .correct: self = .correct
    case .wrong: self = .wrong(try reply.decode(CardTries.self, forKey: .tries))
    case .initialized: self = .initialized
    case .shown: self = .shown
    case .reset: self = .reset
    case .accounts: self = .accounts(try reply.decode([String].self, forKey: .addresses))
    case .wordsAsked: self = .wordsAsked(try reply.decode([Int].self, forKey: .words))
    case .wordsFit: self = .wordsFit
    case .wordsWrong: self = .wordsWrong(try reply.decode([Int].self, forKey: .words))
    case .phraseFits: self = .phraseFits
    case .phraseOfAnother: self = .phraseOfAnother
    case .phraseMalformed: self = .phraseMalformed
    case .loaded: self = .loaded
    case .made: self = .made(.unnamed)
    case .signed: self = .signed(.unnamed)
    case .unlocked: self = .unlocked
    case .signature: self = .signature(try reply.decode(CardSignature.self, forKey: .signature))
    case .set: self = .set
    case .named: self = .named
    case .maker: self = .maker(try reply.decode(CardMaker.self, forKey: .maker))
    case .removed: self = .removed
    case .letGo: self = .letGo
    case .taken: self = .taken
    case .unfit: self = .unfit
    case .declined: self = .declined
    case .lost: self = .lost
    case .unwritten: self = .unwritten
    case .failed: self = .failed
    }
  }

  /// Encodes everything except the name of the evidence, which only the server assigns.
  public func encode(to encoder: any Encoder) throws {
    var reply = encoder.container(keyedBy: Key.self)
    try reply.encode(kind, forKey: .type)
    switch self {
    case .absent(let absence): try reply.encode(absence, forKey: .absence)
    case .present(let facts): try reply.encode(facts, forKey: .facts)
    case .tries(let tries), .wrong(let tries): try reply.encode(tries, forKey: .tries)
    case .accounts(let addresses): try reply.encode(addresses, forKey: .addresses)
    case .wordsAsked(let words), .wordsWrong(let words): try reply.encode(words, forKey: .words)
    case .signature(let signature): try reply.encode(signature, forKey: .signature)
    case .maker(let maker): try reply.encode(maker, forKey: .maker)
    case .changed, .rehearsing, .met, .wrongCode, .noCodeTaken, .paired, .notPaired, .noSlot, .unpaired, .pairedForNow,
      .correct, .initialized, .shown, .reset, .wordsFit, .phraseFits, .phraseOfAnother, .phraseMalformed, .loaded,
      .made, .signed, .unlocked, .set, .named, .removed, .letGo, .taken, .unfit, .declined, .lost, .unwritten, .failed:
      break
    }
  }

  private var kind: Kind {
    switch self {
    case .absent: .absent
    case .present: .present
    case .changed: .changed
    case .rehearsing: .rehearsing
    case .met: .met
    case .wrongCode: .wrongCode
    case .noCodeTaken: .noCodeTaken
    case .paired: .paired
    case .notPaired: .notPaired
    case .noSlot: .noSlot
    case .unpaired: .unpaired
    case .pairedForNow: .pairedForNow
    case .tries: .tries
    case .correct: .correct
    case .wrong: .wrong
    case .initialized: .initialized
    case .shown: .shown
    case .reset: .reset
    case .accounts: .accounts
    case .wordsAsked: .wordsAsked
    case .wordsFit: .wordsFit
    case .wordsWrong: .wordsWrong
    case .phraseFits: .phraseFits
    case .phraseOfAnother: .phraseOfAnother
    case .phraseMalformed: .phraseMalformed
    case .loaded: .loaded
    case .made: .made
    case .signed: .signed
    case .unlocked: .unlocked
    case .signature: .signature
    case .set: .set
    case .named: .named
    case .maker: .maker
    case .removed: .removed
    case .letGo: .letGo
    case .taken: .taken
    case .unfit: .unfit
    case .declined: .declined
    case .lost: .lost
    case .unwritten: .unwritten
    case .failed: .failed
    }
  }
}
