import Model

/// An effect on a card in one of the hands' readers. PIN, PUK, pairing password and phrase stand in secret fields and
/// never here.
public enum CardEffect: Hashable, Sendable {
  // The reader and what lies in it
  /// Looks anew at what lies in the reader now (D-59).
  case look
  /// Waits until a daemon, a reader or a card comes or goes; answers at once where it is not as it was left.
  case watch(CardAbsence)
  /// Asks for a card that is only played by this computer, to practice with.
  case rehearse
  /// Gives these hands the pairing code that they show, so that they take orders from this page.
  case meet(FieldID)

  // Pairing and PIN
  /// Pairs with the pairing that is kept for this card, else with the default password (D-42, D-43).
  case pair
  case pairWith(FieldID)
  /// Pairs until the card loses power: a card whose lasting places are all taken lets somebody with its PIN in, who can
  /// free some (3.2). It uses the default passwords, or the one that stands in a field.
  case pairForNow(FieldID?)
  case readTries
  case verifyPIN(FieldID)
  case unblockPIN(puk: FieldID, newPIN: FieldID)  // D-53
  /// Takes back the pairings of other computers, so that one becomes free.
  case freeSlots
  /// Gives this computer's pairing back to the card and forgets it.
  case unpair

  // What the card holds
  /// A blank card gets this PIN, and a random PUK and pairing password (D-13, D-15). Whoever wrote those down before
  /// gives them along, under `CardEffect.puk` and `CardEffect.pairing`; a page cannot.
  case initialize(pin: FieldID)
  /// Shows the PUK and the pairing password that were drawn, once (G-11).
  case showSecrets
  case factoryReset
  /// Has the card draw so many phrases, and gives the address that each would have (D-23, D-24).
  case drawAccounts(Int)
  /// Shows the phrase of the account that was chosen.
  case showPhrase(Int)
  /// Chooses some words of the phrase that was shown, for the person to type from the paper, and gives their places.
  case askWords
  /// Compares what was typed with those words, in the order of their places.
  case checkWords([FieldID])
  /// Judges the typed phrase; against this card key where one is named (D-32).
  case checkPhrase(FieldID, for: KeyID?)
  /// Puts the shown or the typed phrase on the card.
  case loadPhrase
  /// Gives the public key that the typed phrase signs in with.
  case identifyPhrase

  // What the card does
  /// Asks the card to prove who made it.
  case identifyMaker
  /// Gives the public key that this card signs in with.
  case identify
  /// Signs the statement for this purpose over the challenge that the runner adds.
  case sign(CardPurpose)
  /// Takes what opens the Master Key from the card, for `WayTask.open` of the same key.
  case unlock(KeyID)
  case signMessage(FieldID, path: String)
  case signHash(FieldID, path: String)
  case signFile(FieldID, path: String)
  case change(CardSecret, FieldID)
  /// Writes the name into the card's metadata, and leaves the rest of it as it is.
  case name(String)
}

/// The purpose of a card's signature. It is part of the signed statement, so that a signature made for one thing proves
/// no other.
public enum CardPurpose: String, Codable, Hashable, Sendable, CaseIterable { case login, register, enroll, change }
/// The secrets that can be changed on a card; each needs only the PIN (D-37).
public enum CardSecret: String, Codable, Hashable, Sendable, CaseIterable { case pin, puk, pairing }

extension CardEffect {
  /// The fields of a PUK and a pairing password that were drawn before `initialize`: twelve digits, and a text that is
  /// not empty.
  public static let puk: FieldID = "newPUK", pairing: FieldID = "newPairing"

  /// `true` if it uses what the hands were given or drew before: a page that was loaded anew has lost it.
  var needsMemory: Bool {
    switch self {
    case .look, .watch, .rehearse, .pair, .readTries, .freeSlots, .unpair, .factoryReset, .drawAccounts, .identify,
      .identifyMaker, .sign, .unlock, .name:
      false
    case .pairForNow(let field): field != nil
    case .meet, .pairWith, .verifyPIN, .unblockPIN, .initialize, .showSecrets, .showPhrase, .askWords, .checkWords,
      .checkPhrase, .loadPhrase, .identifyPhrase, .signMessage, .signHash, .signFile, .change:
      true
    }
  }
  /// The secret fields that it uses. A phrase that was typed is checked first, and the hands keep it from then on.
  public var fields: [FieldID] {
    switch self {
    case .meet(let field), .pairWith(let field), .verifyPIN(let field), .initialize(let field),
      .checkPhrase(let field, _),
      .signMessage(let field, _), .signHash(let field, _), .signFile(let field, _), .change(_, let field):
      [field]
    case .pairForNow(let field): field.map { [$0] } ?? []
    case .unblockPIN(let puk, let newPIN): [puk, newPIN]
    case .checkWords(let fields): fields
    case .look, .watch, .rehearse, .pair, .readTries, .freeSlots, .unpair, .showSecrets, .factoryReset, .drawAccounts,
      .showPhrase, .askWords, .loadPhrase, .identifyPhrase, .identify, .identifyMaker, .sign, .unlock, .name:
      []
    }
  }
}
