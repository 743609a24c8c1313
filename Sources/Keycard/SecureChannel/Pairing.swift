import Encoding

/// What a card and this client agreed on once, and open every secure channel with. It is kept under the card's instance UID.
public struct Pairing: Sendable {
  /// The slot that the card gives those whose pairing is lost when it loses power.
  public static let ephemeralIndex: UInt8 = 0xFF

  /// The card's slot.
  public let index: UInt8
  /// 32 bytes.
  public let key: Secret

  public init(index: UInt8, key: Secret) { (self.index, self.key) = (index, key) }

  /// Whether the card forgets it with the next reset. Such a pairing must never be stored.
  public var isEphemeral: Bool { index == Self.ephemeralIndex }
}
