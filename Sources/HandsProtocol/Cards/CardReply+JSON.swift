extension CardReply: Codable {
  /// How each is called.
  enum Kind: String, Codable, CaseIterable {
    case absent, present, changed, rehearsing, met, wrongCode, noCodeTaken, paired, notPaired, noSlot, unpaired, pairedForNow, tries, correct, wrong
    case initialized, shown, reset, accounts, wordsAsked, wordsFit, wordsWrong, phraseFits, phraseOfAnother, phraseMalformed, loaded, made, signed
    case unlocked, signature, set, named, maker, removed, letGo, taken, unfit, declined, lost, unwritten, failed
  }
  private enum Key: String, CodingKey { case type, absence, facts, tries, addresses, words, signature, maker }

  /// Evidence comes unnamed.
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

  /// Without the name of evidence, which is the server's own.
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
    case .changed, .rehearsing, .met, .wrongCode, .noCodeTaken, .paired, .notPaired, .noSlot, .unpaired, .pairedForNow, .correct, .initialized,
      .shown, .reset, .wordsFit, .phraseFits, .phraseOfAnother, .phraseMalformed, .loaded, .made, .signed, .unlocked, .set, .named, .removed, .letGo,
      .taken, .unfit, .declined, .lost, .unwritten, .failed:
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
