import Encoding
import FlowKit

/// One thing that a flow asks of the hands' card reader, with what it needs: the same from a page over loopback as from the terminal in process.
public struct CardWork: Sendable {
  public var effect: HandsEffect.Card
  /// What stands in the secret fields that the effect names, as UTF-8.
  public var secrets: [FieldID: Secret]
  /// What a signature is made over, for `sign`.
  public var claim: CardClaim?
  public init(_ effect: HandsEffect.Card, secrets: [FieldID: Secret] = [:], claim: CardClaim? = nil) {
    self.effect = effect; self.secrets = secrets; self.claim = claim
  }
}
/// What the server adds to a statement: which account it is about (16 bytes, base64url; empty where there is none yet) and the challenge
/// (32 bytes, base64url). The origin is the hands' own to say.
public struct CardClaim: Codable, Hashable, Sendable {
  public var account: String, challenge: String
  public init(account: String, challenge: String) { self.account = account; self.challenge = challenge }
}

/// What came of it.
public struct CardNews: Sendable {
  public var reply: HandsReply.Card
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
  public init(_ reply: HandsReply.Card, made: String? = nil, shown: Shown? = nil) { self.reply = reply; self.made = made; self.shown = shown }
}
