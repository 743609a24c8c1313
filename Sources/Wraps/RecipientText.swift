import Crypto
import Encoding

/// A compact JWE to a public key: `to(recipient)` of the format (§1), ECDH-ES with X25519 and a new key each time.
enum RecipientText {
  private static let before = Array(#"{"alg":"ECDH-ES","enc":"A256GCM","epk":{"kty":"OKP","crv":"X25519","x":""#.utf8)
  private static let after = Array(#""}}"#.utf8)

  /// Seals to the public half of a recipient's key.
  static func seal(_ plain: [UInt8], to recipient: [UInt8], ephemeral: [UInt8], iv: [UInt8]) throws(WrapsError) -> String {
    let own = try privateKey(ephemeral)
    let header = before + Array(Base64URL.encode(own.publicKey.rawRepresentation).utf8) + after
    return try SealedText.seal(plain, key: agree(own, recipient), header: header, iv: iv)
  }

  /// Opens with the recipient's private key.
  static func openKey(_ jwe: String, recipient: [UInt8]) throws(WrapsError) -> [UInt8] {
    let header = try Compact.bytes(Substring(jwe.utf8.prefix { $0 != UInt8(ascii: ".") }))
    // 43 characters are 32 bytes.
    guard header.count == before.count + 43 + after.count, header.starts(with: before), header.suffix(after.count).elementsEqual(after) else {
      throw WrapsError(.header)
    }
    guard let other = Base64URL.decode(header, in: before.count..<before.count + 43) else { throw WrapsError(.base64URL) }
    return try SealedText(jwe, header: header).openKey(agree(privateKey(recipient), other))
  }

  static func privateKey(_ bytes: [UInt8]) throws(WrapsError) -> Curve25519.KeyAgreement.PrivateKey {
    do { return try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes) } catch { throw WrapsError(.key) }
  }

  /// RFC 7518 §4.6.2 with neither apu nor apv. An all-zero agreement is refused.
  private static func agree(_ own: Curve25519.KeyAgreement.PrivateKey, _ other: [UInt8]) throws(WrapsError) -> [UInt8] {
    let agreed: [UInt8]
    do {
      let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: other)
      agreed = try own.sharedSecretFromKeyAgreement(with: key).withUnsafeBytes(Array.init)
    } catch { throw WrapsError(.zeroAgreement) }
    guard agreed.contains(where: { $0 != 0 }) else { throw WrapsError(.zeroAgreement) }
    let algorithm = Array("A256GCM".utf8)
    let input = [0, 0, 0, 1] + agreed + [0, 0, 0, 7] + algorithm + [0, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 1, 0]
    return Array(SHA256.hash(data: input))
  }
}
