import CSecp256k1
import Encoding

/// An ECDSA signature on secp256k1: r and s, 32 bytes each.
struct Secp256k1Signature: Hashable, Sendable {
  /// r, then s: 64 bytes.
  let compact: [UInt8]

  /// `nil` for anything but 64 bytes whose r and s are below the order.
  init?(compact: [UInt8]) {
    guard compact.count == 64 else { return nil }
    var parsed = secp256k1_ecdsa_signature()
    guard secp256k1_ecdsa_signature_parse_compact(secp256k1_shared_context(), &parsed, compact) == 1 else { return nil }
    self.compact = compact
  }

  /// Reads a DER SEQUENCE of two INTEGERs (RFC 3279 §2.2.3), without anything behind it.
  init?(der: [UInt8]) {
    var whole = DERReader(der)
    guard var inside = try? whole.enter(.sequence), (try? whole.finish()) != nil,
      let r = try? inside.readIntegerBytes(), let s = try? inside.readIntegerBytes(), (try? inside.finish()) != nil,
      let r = Self.coordinate(r), let s = Self.coordinate(s)
    else { return nil }
    self.init(compact: r + s)
  }

  /// Whether s is in the lower half of the order. Of a signature's two forms only this one counts where no second one may exist.
  var isLowS: Bool {
    var parsed = parsed
    return secp256k1_ecdsa_signature_normalize(secp256k1_shared_context(), nil, &parsed) == 0
  }

  /// Whether the key signed this 32-byte digest, with either of the two values of s.
  func isValid(for digest: [UInt8], by key: Secp256k1PublicKey) -> Bool {
    guard digest.count == 32 else { return false }
    var (given, normalized, key) = (parsed, secp256k1_ecdsa_signature(), key.parsed)
    _ = secp256k1_ecdsa_signature_normalize(secp256k1_shared_context(), &normalized, &given)
    return secp256k1_ecdsa_verify(secp256k1_shared_context(), &normalized, digest, &key) == 1
  }

  /// The key that signed this 32-byte digest, where the recovery id (0 to 3) says which of the possible ones.
  func recoveredKey(for digest: [UInt8], recoveryID: Int) -> Secp256k1PublicKey? {
    var parsed = secp256k1_ecdsa_recoverable_signature()
    var key = secp256k1_pubkey()
    guard digest.count == 32, (0...3).contains(recoveryID),
      secp256k1_ecdsa_recoverable_signature_parse_compact(secp256k1_shared_context(), &parsed, compact, Int32(recoveryID)) == 1,
      secp256k1_ecdsa_recover(secp256k1_shared_context(), &key, &parsed, digest) == 1
    else { return nil }
    return Secp256k1PublicKey(key)
  }

  private var parsed: secp256k1_ecdsa_signature {
    var parsed = secp256k1_ecdsa_signature()
    _ = secp256k1_ecdsa_signature_parse_compact(secp256k1_shared_context(), &parsed, compact)
    return parsed
  }

  private static func coordinate(_ integer: ArraySlice<UInt8>) -> [UInt8]? {
    guard let first = integer.first, first & 0x80 == 0 else { return nil }
    let digits = integer.drop { $0 == 0 }
    guard digits.count <= 32 else { return nil }
    return [UInt8](repeating: 0, count: 32 - digits.count) + digits
  }
}
