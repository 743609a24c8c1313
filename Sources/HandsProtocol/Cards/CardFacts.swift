/// The reason why there is no card to talk to; each has its own screen.
public enum CardAbsence: String, Codable, Hashable, Sendable, CaseIterable {
  case noHands  // nothing answers on this computer
  case handsUnasked  // the browser has not asked the person yet whether this page may reach this computer
  case handsForbidden  // the person or the browser said no
  case handsUnknown  // these hands do not know this page yet: it needs their pairing code
  case handsDiffer  // they speak another version of the protocol than this page
  case noDaemon, noReader, noCard, notKeycard
  case unreadable  // it lies there and answers nothing, or garbage
  case inUse  // another program holds it
  case severalCards  // more than one Keycard, and only the person knows which is meant
  case counterfeit  // it shows a certificate that is another card's
  /// The card is a Keycard, but not the expected one. Only a flow reports this. Anyone who watches for this absence
  /// waits until that card is removed.
  case otherCard
}

/// The maker who vouches for a card, according to the certificate that was written to the card when it was made. The
/// card must have proved that the certificate is its own.
public enum CardMaker: String, Codable, Hashable, Sendable, CaseIterable {
  /// The maker of the cards on sale.
  case official
  /// The same maker, for test cards.
  case test
  /// A maker that is not known here.
  case unknown
  /// The card has no certificate, like cards of version 3.0.
  case none
  /// The card presents a certificate but has not proved that the certificate is its own.
  case forged
}

/// A card's description of itself before any secret is needed, and what these hands know about it.
public struct CardFacts: Codable, Hashable, Sendable {
  public enum Contents: String, Codable, Hashable, Sendable, CaseIterable { case blank, noKeys, keys }
  public var contents: Contents
  /// The instance UID, in hex; a blank card has none.
  public var instance: String?
  /// The key UID, in hex.
  public var keyUID: String?
  public var version: String?
  public var freeSlots: Int?
  /// The name in the card's metadata.
  public var name: String?
  /// The maker who vouches for the card; `nil` if the card was not asked. Only a card that is about to be set up is
  /// asked, because a card with an account was already trusted.
  public var maker: CardMaker?
  /// `true` if the card's keys are those of the phrase that these hands hold for this page; `nil` if they hold no
  /// phrase.
  public var holdsPhrase: Bool?
  /// `true` if these hands have a stored pairing with the card.
  public var isPaired: Bool
  public var isRehearsal: Bool
  /// `true` if the card's reader is contactless (D-17).
  public var isContactless: Bool
  /// `true` if the card supports a factory reset, which was introduced with applet 3.1. A blank card does not report
  /// its version, and needs no reset.
  public var canBeErased: Bool { version.map { !$0.hasPrefix("3.0") } ?? true }
  public init(
    _ contents: Contents, instance: String? = nil, keyUID: String? = nil, version: String? = nil, freeSlots: Int? = nil,
    name: String? = nil,
    maker: CardMaker? = nil, holdsPhrase: Bool? = nil, isPaired: Bool = false, isRehearsal: Bool = false,
    isContactless: Bool = false
  ) {
    self.contents = contents; self.instance = instance; self.keyUID = keyUID; self.version = version;
    self.freeSlots = freeSlots
    self.name = name; self.maker = maker; self.holdsPhrase = holdsPhrase; self.isPaired = isPaired
    self.isRehearsal = isRehearsal; self.isContactless = isContactless
  }
  private enum CodingKeys: String, CodingKey {
    case contents, instance, keyUID, version, freeSlots, name, maker, holdsPhrase, isPaired, isRehearsal, isContactless
  }
}

/// The numbers of tries left, always according to the card's own count (D-57).
public struct CardTries: Codable, Hashable, Sendable {
  public var pin: Int, puk: Int
  public init(pin: Int, puk: Int) { self.pin = pin; self.puk = puk }
  private enum CodingKeys: String, CodingKey { case pin, puk }
}

/// A signature that the person requested. All its parts are public.
public struct CardSignature: Codable, Hashable, Sendable {
  /// The address of the signing key, in EIP-55 form.
  public var address: String
  /// The signed hash: 32 bytes in hex.
  public var hash: String
  /// r, s and v (27 or 28), 65 bytes in hex.
  public var signature: String
  public init(address: String, hash: String, signature: String) {
    self.address = address; self.hash = hash; self.signature = signature
  }
  private enum CodingKeys: String, CodingKey { case address, hash, signature }
}
