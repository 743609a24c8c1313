import CSecp256k1
import Crypto
import RelyingParty

extension ES256K {
  /// A point that libsecp256k1 has read. It is a plain value, without anything to release.
  struct Key: VerificationKey {
    let key: secp256k1_pubkey

    /// An ASN.1 DER signature (WebAuthn Level 3 §6.5.6), without anything behind it.
    ///
    /// Of the two values of s that verify, libsecp256k1 takes the lower one alone. WebAuthn has no such rule, so that s is brought there first.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      guard let raw = ECDSASignatureValue.decode(signature, size: ES256K.coordinateByteCount) else { return false }
      let context = secp256k1_shared_context()
      var (given, normalized, key) = (secp256k1_ecdsa_signature(), secp256k1_ecdsa_signature(), key)
      guard secp256k1_ecdsa_signature_parse_compact(context, &given, raw) == 1 else { return false }
      _ = secp256k1_ecdsa_signature_normalize(context, &normalized, &given)
      return secp256k1_ecdsa_verify(context, &normalized, Array(SHA256.hash(data: message)), &key) == 1
    }
  }
}
