import Model

/// An effect on a card in one of the hands' readers. PIN, PUK, pairing password and phrase are in secret fields and
/// never here.
public enum CardEffect: Hashable, Sendable {
  // The reader and its card
  /// Checks again what is in the reader now (D-59).
  case look
  /// Waits until a daemon, a reader or a card comes or goes. Returns at once if the situation has already changed.
  case watch(CardAbsence)
  /// Requests a card that this computer simulates, to practice with.
  case rehearse
  /// Passes these hands the pairing code that they display, so that they accept orders from this page.
  case meet(FieldID)

  // Pairing and PIN
  /// Uses the stored pairing for this card, or else pairs with the default password (D-42, D-43).
  case pair
  case pairWith(FieldID)
  /// Pairs until the card loses power. Even if all persistent slots of a card are taken, it admits somebody who has its
  /// PIN, who can free some slots (3.2). The effect uses the default passwords, or the password in a field.
  case pairForNow(FieldID?)
  case readTries
  case verifyPIN(FieldID)
  case unblockPIN(puk: FieldID, newPIN: FieldID)  // D-53
  /// Removes the pairings of other computers, so that a slot becomes free.
  case freeSlots
  /// Returns this computer's pairing slot to the card and forgets the pairing.
  case unpair

  // The card's contents
  /// Gives a blank card this PIN, and a random PUK and pairing password (D-13, D-15). A caller that has already written
  /// down a PUK and a pairing password supplies them under `CardEffect.puk` and `CardEffect.pairing`. A page cannot do
  /// so.
  case initialize(pin: FieldID)
  /// Shows the generated PUK and pairing password, once (G-11).
  case showSecrets
  case factoryReset
  /// Has the card generate this many phrases, and returns the address that each would have (D-23, D-24).
  case drawAccounts(Int)
  /// Shows the phrase of the chosen account.
  case showPhrase(Int)
  /// Chooses some words of the displayed phrase for the person to type from the paper copy, and returns their
  /// positions.
  case askWords
  /// Compares the typed words with the chosen words, in the order of their positions.
  case checkWords([FieldID])
  /// Validates the typed phrase and, if a card key is given, checks it against that key (D-32).
  case checkPhrase(FieldID, for: KeyID?)
  /// Loads the displayed or the typed phrase onto the card.
  case loadPhrase
  /// Returns the public key with which the typed phrase signs in.
  case identifyPhrase

  // The card's abilities
  /// Asks the card to prove who made it.
  case identifyMaker
  /// Returns the public key with which this card signs in.
  case identify
  /// Signs the statement for this purpose over the challenge that the runner adds.
  case sign(CardPurpose)
  /// Obtains the secret that opens the Master Key from the card, for `WayTask.open` of the same key.
  case unlock(KeyID)
  case signMessage(FieldID, path: String)
  case signHash(FieldID, path: String)
  case signFile(FieldID, path: String)
  case change(CardSecret, FieldID)
  /// Writes the name into the card's metadata, and leaves the rest of the metadata unchanged.
  case name(String)
}

/// The purpose of a card's signature. It is part of the signed statement, so that a signature made for one purpose
/// proves nothing for another.
public enum CardPurpose: String, Codable, Hashable, Sendable, CaseIterable { case login, register, enroll, change }
/// The secrets that can be changed on a card; each needs only the PIN (D-37).
public enum CardSecret: String, Codable, Hashable, Sendable, CaseIterable { case pin, puk, pairing }

extension CardEffect {
  /// The fields of a PUK and a pairing password that were generated before `initialize`. The PUK has twelve digits, and
  /// the pairing password is a nonempty text.
  public static let puk: FieldID = "newPUK", pairing: FieldID = "newPairing"

  /// `true` if the effect uses something that was given to the hands or generated earlier, which a reloaded page has
  /// lost.
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
  /// The secret fields that the effect uses. A typed phrase is checked first, and the hands keep it from then on.
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
