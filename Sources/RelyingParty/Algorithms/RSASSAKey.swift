import Crypto
import CryptoExtras

/// A key together with the hash and the padding of its algorithm.
///
/// The hash is a value and no type parameter: the hash functions of swift-crypto are slower in code that is not specialized for one of them.
struct RSASSAKey: VerificationKey {
  enum Hash: Sendable { case sha1, sha256, sha384, sha512 }

  /// 2048 to 8192 bits: less can be factored, more costs a server too much to verify.
  private static let modulusByteCounts = 256...1024

  private let key: _RSA.Signing.PublicKey
  private let hash: Hash
  private let padding: _RSA.Signing.Padding

  init(_ key: COSEKey, hash: Hash, padding: _RSA.Signing.Padding) throws(COSEKeyError) {
    (self.key, self.hash, self.padding) = (try Self.importKey(key.parameters), hash, padding)
  }

  /// The key alone, for whoever chooses hash and padding later.
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
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    return switch hash {
    case .sha1: key.isValidSignature(signature, for: Insecure.SHA1.hash(data: message), padding: padding)
    case .sha256: key.isValidSignature(signature, for: SHA256.hash(data: message), padding: padding)
    case .sha384: key.isValidSignature(signature, for: SHA384.hash(data: message), padding: padding)
    case .sha512: key.isValidSignature(signature, for: SHA512.hash(data: message), padding: padding)
    }
  }
}
