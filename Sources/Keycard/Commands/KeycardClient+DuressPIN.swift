import Encoding

/// From version 3.1 on a card has a second PIN, which opens a wallet of other keys. Where both are the same digits it is the one that counts, and nothing
/// but the keys tells. It cannot be asked for: what can be told is that a PIN opens other keys than before.
extension KeycardClient {
  /// Puts a random duress PIN in the place of the one that a card from 3.1 on makes of its PUK where it is given none. In a session that the duress
  /// PIN opened, CHANGE PIN changes that one.
  ///
  /// It needs an open channel. The session is one of the duress PIN afterwards: the card has to be selected again.
  public func replaceDuressPIN(madeOf puk: Secret, besides pin: Secret) throws(KeycardError) {
    try CardDigits.checkPUK(puk)
    // A card that does not take it has another one, and nobody knows that.
    guard case .correct = try verify(pin: puk.part(0..<CardDigits.pinCount)) else { return }
    try set(pin: try CardDigits.random(count: CardDigits.pinCount, unlike: pin, random))
  }

  /// A key that differs between the two wallets; `nil` for a card that has but one: before 3.1, without keys, or with a key of which none is derived.
  /// It needs a verified PIN.
  func walletKey() throws(KeycardError) -> Secp256k1PublicKey? {
    let card = try initializedApplication()
    guard card.version >= KeycardVersion(major: 3, minor: 1), card.keyUID != nil else { return nil }
    do throws(KeycardError) { return try exportPublicKey(CardLogin.path) } catch  where error.code == .refused { return nil }
  }

  /// Sees to it that a PIN which was just set opens the keys that were there before it. Where it is the duress PIN as well, that one becomes a random one.
  ///
  /// - Parameter key: Of the wallet that was open before; `nil` where there is but one.
  func keep(_ key: Secp256k1PublicKey?, under pin: Secret) throws(KeycardError) {
    guard let key else { return }
    try expect(pin)
    guard try walletKey() != key else { return }
    // The session is one of the duress PIN now, so that it is this PIN which is changed.
    let other = try CardDigits.random(count: CardDigits.pinCount, unlike: pin, random)
    try set(pin: other)
    if case .correct = try verify(pin: pin) { return }
    // Or the duress PIN was the last that this card had seen before it was frozen: then it was the new PIN that changed, and it is put back.
    try expect(other)
    try set(pin: pin)
  }

  /// CHANGE PIN, for the PIN that this session was opened with.
  func set(pin: Secret) throws(KeycardError) { _ = try exchange(CommandHeader(.changePIN, 0x00), pin).succeeded() }

  private func expect(_ pin: Secret) throws(KeycardError) {
    guard case .correct = try verify(pin: pin) else { throw KeycardError(.malformed, "the card refuses the PIN that it took") }
  }
}
