import Encoding

/// What became of a blank card.
public enum InitializeOutcome: Hashable, Sendable {
  /// It has its PIN now. Its channel key is another one: it has to be selected again.
  case initialized
  /// It had one already; nothing changed.
  case alreadyInitialized
  /// The PUK begins with the PIN. Nothing was sent.
  case unfit
}

extension KeycardClient {
  /// Gives a blank card its PIN, its PUK, its pairing password and a duress PIN that nobody knows.
  ///
  /// A card that is given no duress PIN makes one of the PUK's first digits, and whoever entered those would use other keys without noticing.
  /// The random one is never shown and never kept.
  ///
  /// - Note: A card that is gone at this moment may have been initialized or not. Keep the credentials until it was selected again.
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
    let plain = Secret(joining: [pin, credentials.puk, pairingSecret, tries, duressPIN])

    let ephemeral = try Secp256k1PrivateKey.random(random)
    let vector = random(PaddedCipher.blockSize)
    let cipher = try CipherBlockChaining(.encrypting, key: ephemeral.sharedX(with: cardKey))
    let encrypted = try plain.withBytes { (plain) throws(KeycardError) in try PaddedCipher.encrypt(plain, by: cipher, vector: vector) }
    application = nil
    let point65 = ephemeral.publicKey.uncompressed
    let response = try send(CommandAPDU(CommandHeader(.initialize), data: [UInt8(point65.count)] + point65 + vector + encrypted))
    if response.status == .unknownInstruction { return .alreadyInitialized }
    _ = try response.succeeded()
    return .initialized
  }
}
