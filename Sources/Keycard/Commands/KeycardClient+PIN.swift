import Encoding

/// What the card said to a PIN.
public enum VerifyOutcome: Hashable, Sendable {
  case correct
  /// So many tries are left. At 0 the card is frozen, and says so to the right PIN too.
  case wrong(triesLeft: Int)
}

/// What the card said to a PUK and a new PIN.
public enum UnblockOutcome: Hashable, Sendable {
  /// The new PIN counts, and is verified already.
  case unblocked
  case wrong(triesLeft: Int)
  /// The PIN is not blocked; nothing changed.
  case notBlocked
  /// The PUK begins with the new PIN. Nothing was sent.
  case unfit
}

/// What came of changing PIN or PUK.
public enum ChangeOutcome: Hashable, Sendable {
  case changed
  /// The PUK would begin with the PIN. Nothing was sent.
  case unfit
}

extension KeycardClient {
  /// Shows the card the PIN.
  ///
  /// - Throws: `invalid` for anything but six digits, before it is sent (D-58).
  public func verify(pin: Secret) throws(KeycardError) -> VerifyOutcome {
    try CardDigits.checkPIN(pin)
    let response = try exchange(CommandHeader(.verifyPIN), pin)
    if let left = response.status.triesLeft { return .wrong(triesLeft: left) }
    _ = try response.succeeded()
    return .correct
  }

  /// Gives a frozen card a new PIN. The card takes both at once, so that what it says counts for both (D-53). The new PIN opens the keys that were open
  /// last, as after `change(pin:besides:)`.
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

  /// Changes the PIN. It needs a verified one.
  ///
  /// A PIN equal to the PUK's first six digits is refused where the PUK is known. Mostly it is not, and the card tells nothing of its duress PIN. So the
  /// keys are compared before and after: a new PIN never opens others. Where it was the duress PIN too, that one is a random one afterwards.
  ///
  /// - Note: A card that is gone in the middle may have the new PIN.
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

  /// Changes the PUK. It needs a verified PIN, and refuses a PUK that begins with it where it is given here.
  public func change(puk: Secret, besides pin: Secret? = nil) throws(KeycardError) -> ChangeOutcome {
    try CardDigits.checkPUK(puk)
    if let pin {
      try CardDigits.checkPIN(pin)
      guard !CardDigits.begins(puk: puk, with: pin) else { return .unfit }
    }
    _ = try exchange(CommandHeader(.changePIN, 0x01), puk).succeeded()
    return .changed
  }

  /// Changes what the pairing password is made into (`PairingSecret`). It needs a verified PIN; the pairings there are stay.
  public func change(pairingSecret: Secret) throws(KeycardError) {
    guard pairingSecret.count == 32 else { throw KeycardError(.invalid, "a pairing secret has 32 bytes") }
    _ = try exchange(CommandHeader(.changePIN, 0x02), pairingSecret).succeeded()
  }
}
