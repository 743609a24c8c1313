import Encoding
import HandsProtocol
import Model
import PasskeyHands
import SecurityKeys

/// A flow's request for a ceremony with a passkey, in this process.
public struct KeyWork: Sendable {
  public var ceremony: KeyCeremony
  /// The relying party's options, as text (WebAuthn Level 3 §5.1.8, §5.1.9).
  public var options: String
  public init(_ ceremony: KeyCeremony, options: String) { self.ceremony = ceremony; self.options = options }
}

/// What became of it, for the flow, and what the touch gave, for this process's vault alone.
public struct KeyNews: Sendable {
  public var told: HandsMessage.News
  public var touch: KeyTouch?
  public init(_ told: HandsMessage.News, touch: KeyTouch? = nil) { self.told = told; self.touch = touch }
}

/// What the touch of a key gave for opening.
public struct KeyTouch: Sendable {
  public var key: KeyID
  /// The output of PRF, 32 bytes; `nil` if there is none, or the key did not verify its holder.
  public var secret: Secret?
  /// The user handle of the account that the key named; `nil` if it named none.
  public var userID: [UInt8]?
  /// `true` for a new key, which can evaluate PRF and was not asked to.
  public var mayStillOpen: Bool
  public init(_ key: KeyID, secret: Secret?, userID: [UInt8]? = nil, mayStillOpen: Bool = false) {
    self.key = key; self.secret = secret; self.userID = userID; self.mayStillOpen = mayStillOpen
  }
}

extension KeyNews {
  init(_ answer: KeyAnswer) {
    self.init(
      .given(credential: answer.credential),
      touch: KeyTouch(
        KeyID(rawValue: Base64URL.encode(answer.id)), secret: answer.secret, userID: answer.userID,
        mayStillOpen: answer.mayStillOpen))
  }
  init(_ answer: OwnAnswer) {
    self.init(
      .given(credential: String(decoding: answer.credential, as: UTF8.self)),
      touch: KeyTouch(
        KeyID(rawValue: Base64URL.encode(answer.id)), secret: answer.secret, userID: answer.userID,
        mayStillOpen: answer.mayStillOpen))
  }
}
