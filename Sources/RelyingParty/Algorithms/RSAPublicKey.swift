import Crypto
import CryptoExtras

/// The checks and the import that the RSA algorithms share.
enum RSAPublicKey {
  /// 2048 to 8192 bits: less can be factored, more costs a server too much to verify.
  static let modulusByteCounts = 256...1024

  static func make(_ key: COSEKey) throws(COSEKeyError) -> _RSA.Signing.PublicKey {
    guard case .rsa(let n, let e) = key.parameters, modulusByteCounts.contains(n.count), (1...4).contains(e.count) else { throw .invalid }
    // Both without leading zeros, the modulus and the exponent odd, the exponent more than 1.
    guard let top = n.first, top != 0, e.first != 0, (n.last ?? 0) & 1 == 1, (e.last ?? 0) & 1 == 1, e.elementsEqual([1]) == false else {
      throw .invalid
    }
    do { return try _RSA.Signing.PublicKey(n: n, e: e) } catch { throw .invalid }
  }
}
