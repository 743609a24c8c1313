import Crypto
import CryptoExtras
import SwiftASN1
import X509

extension COSEKey {
  /// The key of a certificate (its subject's public key, RFC 5280 §4.1.2.7), to be used with `algorithm`.
  init(_ certificate: Certificate, algorithm: COSEAlgorithmIdentifier) throws(COSEKeyError) {
    let key = certificate.publicKey
    let bytes = key.subjectPublicKeyInfoBytes
    let parameters: Parameters
    if P256.Signing.PublicKey(key) != nil {
      parameters = try Self.point(bytes, curve: 1)
    } else if P384.Signing.PublicKey(key) != nil {
      parameters = try Self.point(bytes, curve: 2)
    } else if P521.Signing.PublicKey(key) != nil {
      parameters = try Self.point(bytes, curve: 3)
    } else if Curve25519.Signing.PublicKey(key) != nil {
      parameters = .octetKeyPair(curve: 6, x: bytes)
    } else if _RSA.Signing.PublicKey(key) != nil {
      parameters = try Self.rsa(bytes)
    } else {
      throw .unsupported
    }
    self.init(algorithm: algorithm, parameters: parameters)
  }

  /// An uncompressed point (SEC 1 §2.3.3).
  private static func point(_ bytes: ArraySlice<UInt8>, curve: Int64) throws(COSEKeyError) -> Parameters {
    guard bytes.first == 4, bytes.count % 2 == 1 else { throw .invalid }
    let middle = bytes.startIndex + 1 + bytes.count / 2
    return .ellipticCurve(curve: curve, x: bytes[bytes.startIndex + 1..<middle], y: bytes[middle...])
  }

  /// `RSAPublicKey` (RFC 8017 A.1.1). The integers are positive, so a leading zero is only the sign.
  private static func rsa(_ bytes: ArraySlice<UInt8>) throws(COSEKeyError) -> Parameters {
    do {
      return try DER.sequence(try DER.parse(bytes), identifier: .sequence) { nodes in
        let n = try ArraySlice<UInt8>(derEncoded: &nodes).drop { $0 == 0 }
        return .rsa(n: n, e: try ArraySlice<UInt8>(derEncoded: &nodes).drop { $0 == 0 })
      }
    } catch { throw .invalid }
  }
}
