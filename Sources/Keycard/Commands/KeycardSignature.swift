import Encoding

/// A card's signature over a 32-byte hash, with the key that made it.
public struct KeycardSignature: Hashable, Sendable {
  public let publicKey: Secp256k1PublicKey
  /// r and s, 32 bytes each; s is in the lower half of the order.
  public let compact: [UInt8]
  /// 0 or 1, hardly ever 2 or 3: which of the keys that this signature fits is `publicKey`. Ethereum's v is this plus 27.
  public let recoveryID: Int

  /// Reads the card's answer: A0 { 80 public key | 30 r, s }.
  ///
  /// - Throws: `malformed` for what a card does not answer, and for a signature that is not by this key over this hash.
  init(_ answer: [UInt8], hash: [UInt8]) throws(KeycardError) {
    let elements = try BERTLV.inside(0xA0, answer)
    guard elements.map(\.tag) == [0x80, 0x30], let point = elements.first?.value, let key = Secp256k1PublicKey(point), point.count == 65,
      let sequence = elements.last?.encoded, let signature = Secp256k1Signature(der: sequence)
    else { throw KeycardError(.malformed, "another template") }
    guard signature.isLowS else { throw KeycardError(.malformed, "s is in the upper half") }
    guard let recoveryID = (0...3).first(where: { signature.recoveredKey(for: hash, recoveryID: $0) == key }) else {
      throw KeycardError(.malformed, "not by this key over this hash")
    }
    publicKey = key
    compact = signature.compact
    self.recoveryID = recoveryID
  }
}
