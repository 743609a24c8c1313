/// The state of this computer's card-reading equipment at one moment.
public enum ReaderSituation: Hashable, Sendable {
  /// The smart-card daemon (`pcscd`) is not running, or not installed.
  case noDaemon
  /// The daemon is running but reports no reader.
  case noReader
  /// At least one reader is available. Readers are in the daemon's order, and a reader with two slots counts as two.
  case readers([Reader])

  public struct Reader: Hashable, Sendable {
    /// The name by which the daemon knows the reader.
    public var name: String
    /// The card in the reader; `nil` if the reader is empty.
    public var card: Card?
    /// A number that is incremented at each insertion and removal, so that a reinserted card is distinguished from one
    /// that was never removed. It wraps at 16 bits.
    public var changes: Int
    /// `true` if cards are held to the reader rather than inserted, as far as its name and the card indicate (D-17).
    public var isContactless: Bool
    public var isPresent: Bool { card != nil }

    public init(name: String, card: Card? = nil, changes: Int = 0) {
      self.name = name; self.card = card; self.changes = changes
      isContactless = Self.soundsContactless(name) || card?.isContactless == true
    }
  }
  public struct Card: Hashable, Sendable {
    /// The card's answer to reset (ISO/IEC 7816-3 §8); empty if there was none.
    public var answerToReset: [UInt8]
    /// `true` if the card does not respond: it is upside down, dirty, or not a chip card.
    public var isMute: Bool
    public init(answerToReset: [UInt8], isMute: Bool = false) {
      self.answerToReset = answerToReset; self.isMute = isMute
    }
  }

  /// All readers; empty if the daemon is not running.
  public var readers: [Reader] { if case .readers(let readers) = self { readers } else { [] } }
}

extension ReaderSituation.Reader {
  /// Returns `true` if the name indicates a contactless reader. Readers have no common way to report this, but
  /// manufacturers include it in the name.
  static func soundsContactless(_ name: String) -> Bool {
    let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    let marks: Set<Substring> = [
      "contactless", "nfc", "picc", "rfid", "cl", "acr122", "acr122u", "acr1252", "acr1252u", "pn532", "pn533",
    ]
    return words.contains { marks.contains($0) }
  }
}
extension ReaderSituation.Card {
  /// `true` if the card is contactless. Such a card has no answer to reset; the reader creates one from the card's
  /// historical bytes, always `3B 8n 80 01 …` (PC/SC part 3, §3.1.3.2.3).
  var isContactless: Bool {
    answerToReset.count >= 4 && answerToReset[0] == 0x3B && answerToReset[1] & 0xF0 == 0x80 && answerToReset[2] == 0x80
      && answerToReset[3] == 0x01
  }
}

/// The reason why a card in a reader cannot be used.
public enum ReaderRefusal: String, Error, Hashable, Sendable, CaseIterable {
  case noDaemon, noReader, noCard
  /// Another program holds the card.
  case inUse = "in-use"
  /// A card is present, but communication fails: the card is upside down, dirty, or not a chip card.
  case unreadable
  /// The reader is out of order.
  case failed
}
