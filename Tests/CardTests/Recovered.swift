import CSecp256k1
import Keycard

extension Secp256k1PublicKey {
  /// The public key that made this signature (r, s and v) over a hash, computed only with the library.
  static func recovered(from signature: [UInt8], of hash: [UInt8]) -> Secp256k1PublicKey? {
    guard signature.count == 65, let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else {
      return nil
    }
    defer { secp256k1_context_destroy(context) }
    var parsed = secp256k1_ecdsa_recoverable_signature(), key = secp256k1_pubkey(), length = 65
    var bytes = [UInt8](repeating: 0, count: 65)
    guard
      secp256k1_ecdsa_recoverable_signature_parse_compact(context, &parsed, signature, Int32(signature[64]) - 27) == 1,
      secp256k1_ecdsa_recover(context, &key, &parsed, hash) == 1,
      secp256k1_ec_pubkey_serialize(context, &bytes, &length, &key, UInt32(SECP256K1_EC_UNCOMPRESSED)) == 1
    else { return nil }
    return Secp256k1PublicKey(bytes)
  }
}
