import Encoding
import HandsProtocol

/// The result of an operation at the card reader.
public struct CardNews: Sendable {
  public var reply: CardReply
  /// The public text behind the evidence in the reply, as JSON.
  public var made: String?
  /// Content for the person's eyes only. It is shown on the screen and never stored.
  public var shown: Shown?
  public enum Shown: Sendable {
    case secrets(puk: Secret, pairing: Secret)
    /// The words of a phrase.
    case phrase(Secret)
    /// The secret that opens the Master Key, 32 bytes, for the vault of the surface that requested it.
    case unlocking(Secret)
  }
  public init(_ reply: CardReply, made: String? = nil, shown: Shown? = nil) {
    self.reply = reply; self.made = made; self.shown = shown
  }
}

/// The sender of orders to `CardOperations`: one tab of a page, or a program in a terminal. A card is open for only one
/// sender at a time.
public struct SeatOwner: Hashable, Sendable {
  /// The origin of a page, as reported by its browser, or the site that a terminal signs in to. It becomes part of what
  /// a card signs.
  public var origin: String
  /// The random name that the tab chose for itself; empty if the sender has no tabs.
  public var tab: String
  public init(_ origin: String, tab: String = "") { self.origin = origin; self.tab = tab }
}

/// The facts that distinguish a card from others, for a person and for a program.
public struct NamedCard: Hashable, Sendable {
  /// The instance UID in hex; `nil` for a blank card, which has no UID.
  public var instance: String?
  /// The name in the card's metadata; empty if it has no name.
  public var name: String
  /// The number of the look that found the card, which distinguishes two blank cards.
  var look: Int

  public init(instance: String?, name: String, look: Int = 0) {
    (self.instance, self.name, self.look) = (instance, name, look)
  }
}
