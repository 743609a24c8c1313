import Encoding

/// What a blank card is given besides its PIN. Nobody can ask the card for it later.
public struct InitialCredentials: Sendable {
  /// Twelve digits.
  public let puk: Secret
  /// Not empty.
  public let pairingPassword: Secret

  public init(puk: Secret, pairingPassword: Secret) { (self.puk, self.pairingPassword) = (puk, pairingPassword) }

  /// A random PUK that does not begin with the PIN, and a random pairing password that can be written by hand (D-13, D-15).
  ///
  /// - Throws: `invalid` where the source of randomness does not work.
  public static func random(besides pin: Secret, _ random: CardRandomness = SystemRandomness.bytes) throws(KeycardError) -> Self {
    let puk = try CardDigits.random(count: CardDigits.pukCount, unlike: pin, random)
    return Self(puk: puk, pairingPassword: PairingPassword.random(random))
  }
}
