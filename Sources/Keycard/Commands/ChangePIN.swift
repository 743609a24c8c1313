import Encoding

/// The card's response to a PIN.
public enum VerifyOutcome: Hashable, Sendable {
  case correct
  /// The PIN was wrong. A card with no tries left is frozen, and refuses even the right PIN.
  case wrong(triesLeft: Int)
}

/// The card's response to a PUK and a new PIN.
public enum UnblockOutcome: Hashable, Sendable {
  /// The new PIN is in effect, and already verified.
  case unblocked
  case wrong(triesLeft: Int)
  /// The PIN is not blocked, and nothing changed.
  case notBlocked
  /// The PUK begins with the new PIN. Nothing was sent.
  case unfit
}

/// The outcome of changing the PIN or the PUK.
public enum ChangeOutcome: Hashable, Sendable {
  case changed
  /// The PUK would begin with the PIN. Nothing was sent.
  case unfit
}

extension KeycardClient {
  /// Presents the PIN to the card.
  ///
  /// - Throws: `invalid` for anything but six digits, before the PIN is sent (D-58).
  public func verify(pin: Secret) throws(KeycardError) -> VerifyOutcome {
    try CardDigits.checkPIN(pin)
    let response = try exchange(CommandHeader(.verifyPIN), pin)
    if let left = response.status.triesLeft { return .wrong(triesLeft: left) }
    _ = try response.succeeded()
    return .correct
  }

  /// Gives a frozen card a new PIN. The card receives PUK and PIN together, so its response applies to both (D-53). The
  /// new PIN opens the keys that were last open, as after `change(pin:besides:)`.
  ///
  /// - Throws: `invalid` for malformed digits, before they are sent (D-58).
  public func unblock(puk: Secret, newPIN: Secret) throws(KeycardError) -> UnblockOutcome {
    try CardDigits.checkPUK(puk)
    try CardDigits.checkPIN(newPIN)
    guard !CardDigits.begins(puk: puk, with: newPIN) else { return .unfit }
    let response = try exchange(CommandHeader(.unblockPIN), Secret(joining: [puk, newPIN]))
    if let left = response.status.triesLeft { return .wrong(triesLeft: left) }
    if response.status == .conditionsNotSatisfied { return .notBlocked }
    _ = try response.succeeded()
    try keep(try walletKey(), under: newPIN)
    return .unblocked
  }

  /// Changes the PIN. A verified PIN is required.
  ///
  /// A PIN equal to the PUK's first six digits is rejected if the PUK is known. Usually the PUK is not known, and the
  /// card reveals nothing about its duress PIN. The keys are therefore compared before and after, so that a new PIN
  /// never opens different keys. If the new PIN was also the duress PIN, the duress PIN is replaced by a random one.
  ///
  /// - Note: A card that is removed in the middle may have the new PIN.
  public func change(pin: Secret, besides puk: Secret? = nil) throws(KeycardError) -> ChangeOutcome {
    try CardDigits.checkPIN(pin)
    if let puk {
      try CardDigits.checkPUK(puk)
      guard !CardDigits.begins(puk: puk, with: pin) else { return .unfit }
    }
    let key = try walletKey()
    try set(pin: pin)
    try keep(key, under: pin)
    return .changed
  }

  /// Changes the PUK. A verified PIN is required. If the PIN is supplied, a PUK that begins with it is rejected.
  public func change(puk: Secret, besides pin: Secret? = nil) throws(KeycardError) -> ChangeOutcome {
    try CardDigits.checkPUK(puk)
    if let pin {
      try CardDigits.checkPIN(pin)
      guard !CardDigits.begins(puk: puk, with: pin) else { return .unfit }
    }
    _ = try exchange(CommandHeader(.changePIN, 0x01), puk).succeeded()
    return .changed
  }

  /// Changes the secret derived from the pairing password (`PairingSecret`). A verified PIN is required. Existing
  /// pairings are kept.
  public func change(pairingSecret: Secret) throws(KeycardError) {
    guard pairingSecret.count == 32 else { throw KeycardError(.invalid, "a pairing secret has 32 bytes") }
    _ = try exchange(CommandHeader(.changePIN, 0x02), pairingSecret).succeeded()
  }
}

/// From version 3.1 on, a card has a second PIN, which opens a wallet with different keys. If both PINs have the same
/// digits, the second one takes precedence, and only the keys reveal this. The card does not reveal its second PIN, but
/// it is possible to detect that a PIN opens different keys than before.
extension KeycardClient {
  /// Replaces the duress PIN that a card from version 3.1 on derives from its PUK, if it was given no duress PIN, with
  /// a random one. In a session opened with the duress PIN, CHANGE PIN changes the duress PIN.
  ///
  /// An open channel is required. Afterwards the session belongs to the duress PIN, so the card must be selected again.
  public func replaceDuressPIN(madeOf puk: Secret, besides pin: Secret) throws(KeycardError) {
    try CardDigits.checkPUK(puk)
    // A card that does not accept this PIN has a different duress PIN, which nobody knows.
    guard case .correct = try verify(pin: puk.part(0..<CardDigits.pinCount)) else { return }
    try set(pin: try CardDigits.random(count: CardDigits.pinCount, unlike: pin, random))
  }

  /// Returns a key that differs between the two wallets, or `nil` for a card that has only one wallet: a card before
  /// version 3.1, without keys, or with a key from which no other can be derived. A verified PIN is required.
  func walletKey() throws(KeycardError) -> Secp256k1PublicKey? {
    let card = try initializedApplication()
    guard card.version >= KeycardVersion(major: 3, minor: 1), card.keyUID != nil else { return nil }
    do throws(KeycardError) { return try exportPublicKey(CardLogin.path) } catch  where error.code == .refused {
      return nil
    }
  }

  /// Ensures that a newly set PIN opens the same keys as before. If it is also the duress PIN, the duress PIN is
  /// replaced by a random one.
  ///
  /// - Parameter key: The key of the wallet that was open before; `nil` if there is only one wallet.
  func keep(_ key: Secp256k1PublicKey?, under pin: Secret) throws(KeycardError) {
    guard let key else { return }
    try expect(pin)
    guard try walletKey() != key else { return }
    // The session now belongs to the duress PIN, so this is the PIN that is changed.
    let other = try CardDigits.random(count: CardDigits.pinCount, unlike: pin, random)
    try set(pin: other)
    if case .correct = try verify(pin: pin) { return }
    // The duress PIN may have been the last PIN that this card saw before it was frozen. In that case the new PIN was
    // changed, and is restored here.
    try expect(other)
    try set(pin: pin)
  }

  /// Sends CHANGE PIN for the PIN that this session was opened with.
  func set(pin: Secret) throws(KeycardError) { _ = try exchange(CommandHeader(.changePIN, 0x00), pin).succeeded() }

  private func expect(_ pin: Secret) throws(KeycardError) {
    guard case .correct = try verify(pin: pin) else {
      throw KeycardError(.malformed, "the card refuses the PIN that it took")
    }
  }
}
