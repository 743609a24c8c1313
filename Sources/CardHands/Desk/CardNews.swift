import Encoding
import HandsProtocol

/// What came of work at the card reader.
public struct CardNews: Sendable {
  public var reply: CardReply
  /// The public text behind the reply's evidence, as JSON.
  public var made: String?
  /// What only the person may see: drawn on the screen and kept nowhere.
  public var shown: Shown?
  public enum Shown: Sendable {
    case secrets(puk: Secret, pairing: Secret)
    /// The words of a phrase.
    case phrase(Secret)
    /// What opens the Master Key, 32 bytes, for the vault of the surface that asked.
    case unlocking(Secret)
  }
  public init(_ reply: CardReply, made: String? = nil, shown: Shown? = nil) { self.reply = reply; self.made = made; self.shown = shown }
}
