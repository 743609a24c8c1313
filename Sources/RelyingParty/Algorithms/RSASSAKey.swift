import Crypto
import CryptoExtras

/// A key together with the hash and the padding of its algorithm.
struct RSASSAKey<Hash: HashFunction>: VerificationKey {
  /// 2048 to 8192 bits: less can be factored, more costs a server too much to verify.
  private static var modulusByteCounts: ClosedRange<Int> { 256...1024 }

  private let key: _RSA.Signing.PublicKey
  private let padding: _RSA.Signing.Padding

  init(_ key: COSEKey, padding: _RSA.Signing.Padding) throws(COSEKeyError) {
    (self.key, self.padding) = (try Self.importKey(key.parameters), padding)
  }

  /// The key alone, for whoever chooses hash and padding himself.
  static func importKey(_ parameters: COSEKey.Parameters) throws(COSEKeyError) -> _RSA.Signing.PublicKey {
    guard case .rsa(let n, let e) = parameters, Self.modulusByteCounts.contains(n.count), (1...4).contains(e.count) else { throw .invalid }
    // Both without leading zeros, the modulus and the exponent odd, the exponent more than 1.
    guard let top = n.first, top != 0, e.first != 0, (n.last ?? 0) & 1 == 1, let low = e.last, low & 1 == 1, e.count > 1 || low > 1 else {
      throw .invalid
    }
    do { return try _RSA.Signing.PublicKey(n: n, e: e) } catch { throw .invalid }
  }

  /// As many bytes as the modulus has.
  func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    key.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: Hash.hash(data: message), padding: padding)
  }
}
