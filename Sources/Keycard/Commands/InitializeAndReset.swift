import Encoding

/// The outcome of setting up a blank card.
public enum InitializeOutcome: Hashable, Sendable {
  /// The card now has its PIN. Its channel key has changed, so it must be selected again.
  case initialized
  /// The card was initialized in the form accepted by applets before 3.1, because the card or its reader rejected the
  /// longer form. If the card turns out to be newer, it has derived a duress PIN from the PUK, which `replaceDuressPIN`
  /// removes.
  case initializedInOldForm
  /// The card already had a PIN, and nothing changed.
  case alreadyInitialized
  /// The PUK begins with the PIN. Nothing was sent.
  case unfit
}

extension KeycardClient {
  /// Gives a blank card its PIN, its PUK, its pairing password and a duress PIN that nobody knows.
  ///
  /// A card that is given no duress PIN derives one from the PUK's first digits, and anyone who entered those digits
  /// would use different keys without noticing. The random duress PIN is never shown and never kept.
  ///
  /// Applets before 3.1 do not support a duress PIN, and are given none.
  ///
  /// - Note: A card that is removed at this moment may or may not have been initialized. Keep the credentials until the
  ///   card has been selected again.
  /// - Throws: `invalid` for malformed digits and an empty password, before anything is sent.
  public func initialize(pin: Secret, _ credentials: InitialCredentials) throws(KeycardError) -> InitializeOutcome {
    try CardDigits.checkPIN(pin)
    try CardDigits.checkPUK(credentials.puk)
    guard !CardDigits.begins(puk: credentials.puk, with: pin) else { return .unfit }
    guard case .blank(let point) = application else {
      guard application != nil else { throw KeycardError(.invalid, "no card is selected") }
      return .alreadyInitialized
    }
    guard let cardKey = Secp256k1PublicKey(point) else { throw KeycardError(.malformed, "no point of the curve") }
    let duressPIN = try CardDigits.random(count: CardDigits.pinCount, unlike: pin, random)
    let pairingSecret = try PairingSecret.derive(from: credentials.pairingPassword)
    let tries = Secret([3, 5])  // D-02, D-04
    let known = [pin, credentials.puk, pairingSecret]
    application = nil
    var response = try send(initialization(Secret(joining: known + [tries, duressPIN]), for: cardKey))
    // A blank card does not report its version. Applets before 3.1 do not support a duress PIN, accept only fifty
    // bytes, and are still blank at this point.
    let isOldForm = response.status == .wrongData
    if isOldForm { response = try send(initialization(Secret(joining: known), for: cardKey)) }
    if response.status == .unknownInstruction { return .alreadyInitialized }
    _ = try response.succeeded()
    return isOldForm ? .initializedInOldForm : .initialized
  }

  /// Returns the command with the data, sealed for the card with a key that is used only once.
  private func initialization(_ plain: Secret, for cardKey: Secp256k1PublicKey) throws(KeycardError) -> CommandAPDU {
    let ephemeral = try Secp256k1PrivateKey.random(random)
    let vector = random(PaddedCipher.blockSize)
    let cipher = try CipherBlockChaining(.encrypting, key: ephemeral.sharedX(with: cardKey))
    let encrypted = try plain.withBytes { (plain) throws(KeycardError) in
      try PaddedCipher.encrypt(plain, by: cipher, vector: vector)
    }
    let point65 = ephemeral.publicKey.uncompressed
    return CommandAPDU(CommandHeader(.initialize), data: [UInt8(point65.count)] + point65 + vector + encrypted)
  }
}

/// The outcome of a factory reset.
public enum ResetOutcome: Hashable, Sendable {
  /// The card is blank, and appears as a different card to everyone who knew it. It must be selected again.
  case reset
  /// The card is already blank, or too old to be reset.
  case unavailable
}

extension KeycardClient {
  /// Erases everything on the card. This requires neither a PIN nor a channel, so anyone who has the card can do it.
  public func factoryReset() throws(KeycardError) -> ResetOutcome {
    forgetChannel()
    application = nil
    let response = try send(CommandAPDU(CommandHeader(.factoryReset, 0xAA, 0x55)))
    if response.status == .unknownInstruction { return .unavailable }
    _ = try response.succeeded()
    return .reset
  }
}
