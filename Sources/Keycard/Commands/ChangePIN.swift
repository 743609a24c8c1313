import Encoding

/// The card's answer to a PIN.
public enum VerifyOutcome: Hashable, Sendable {
  case correct
  /// The PIN was wrong. With no tries left the card is frozen, and refuses the right PIN too.
  case wrong(triesLeft: Int)
}

/// The card's answer to a PUK and a new PIN.
public enum UnblockOutcome: Hashable, Sendable {
  /// The new PIN is in effect, and already verified.
  case unblocked
  case wrong(triesLeft: Int)
  /// The PIN is not blocked; nothing changed.
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
  /// - Throws: `invalid` for anything but six digits, before it is sent (D-58).
  public func verify(pin: Secret) throws(KeycardError) -> VerifyOutcome {
    try CardDigits.checkPIN(pin)
    let response = try exchange(CommandHeader(.verifyPIN), pin)
    if let left = response.status.triesLeft { return .wrong(triesLeft: left) }
    _ = try response.succeeded()
    return .correct
  }

  /// Gives a frozen card a new PIN. The card receives PUK and PIN together, so its answer applies to both (D-53). The
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

  /// Changes the PIN. It needs a verified PIN.
  ///
  /// A PIN equal to the PUK's first six digits is refused if the PUK is known. Usually it is not, and the card reveals
  /// nothing about its duress PIN. The keys are therefore compared before and after: a new PIN never opens different
  /// ones. If it was also the duress PIN, that one is replaced by a random one.
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

  /// Changes the PUK. It needs a verified PIN, and refuses a PUK that begins with the PIN if that is given here.
  public func change(puk: Secret, besides pin: Secret? = nil) throws(KeycardError) -> ChangeOutcome {
    try CardDigits.checkPUK(puk)
    if let pin {
      try CardDigits.checkPIN(pin)
      guard !CardDigits.begins(puk: puk, with: pin) else { return .unfit }
    }
    _ = try exchange(CommandHeader(.changePIN, 0x01), puk).succeeded()
    return .changed
  }

  /// Changes the secret derived from the pairing password (`PairingSecret`). It needs a verified PIN; existing pairings
  /// remain.
  public func change(pairingSecret: Secret) throws(KeycardError) {
    guard pairingSecret.count == 32 else { throw KeycardError(.invalid, "a pairing secret has 32 bytes") }
    _ = try exchange(CommandHeader(.changePIN, 0x02), pairingSecret).succeeded()
  }
}

/// From version 3.1 on, a card has a second PIN, which opens a wallet with different keys. If both have the same
/// digits, the second one takes precedence, and only the keys reveal it. The card cannot be asked for it, but it is
/// possible to tell that a PIN opens different keys than before.
extension KeycardClient {
  /// Replaces the duress PIN that a card from 3.1 on derives from its PUK, if it is given none, with a random one. In a
  /// session opened with the duress PIN, CHANGE PIN changes that one.
  ///
  /// It needs an open channel. Afterwards the session belongs to the duress PIN: the card must be selected again.
  public func replaceDuressPIN(madeOf puk: Secret, besides pin: Secret) throws(KeycardError) {
    try CardDigits.checkPUK(puk)
    // A card that does not accept it has a different one, which nobody knows.
    guard case .correct = try verify(pin: puk.part(0..<CardDigits.pinCount)) else { return }
    try set(pin: try CardDigits.random(count: CardDigits.pinCount, unlike: pin, random))
  }

  /// A key that differs between the two wallets; `nil` for a card that has only one: before 3.1, without keys, or with
  /// a key from which none can be derived. It needs a verified PIN.
  func walletKey() throws(KeycardError) -> Secp256k1PublicKey? {
    let card = try initializedApplication()
    guard card.version >= KeycardVersion(major: 3, minor: 1), card.keyUID != nil else { return nil }
    do throws(KeycardError) { return try exportPublicKey(CardLogin.path) } catch  where error.code == .refused {
      return nil
    }
  }

  /// Ensures that a newly set PIN opens the same keys as before. If it is also the duress PIN, that one is replaced by
  /// a random one.
  ///
  /// - Parameter key: The key of the wallet that was open before; `nil` if there is only one.
  func keep(_ key: Secp256k1PublicKey?, under pin: Secret) throws(KeycardError) {
    guard let key else { return }
    try expect(pin)
    guard try walletKey() != key else { return }
    // The session now belongs to the duress PIN, so this is the PIN that is changed.
    let other = try CardDigits.random(count: CardDigits.pinCount, unlike: pin, random)
    try set(pin: other)
    if case .correct = try verify(pin: pin) { return }
    // Or the duress PIN was the last one that this card saw before it was frozen: in that case the new PIN was changed,
    // and is restored here.
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
