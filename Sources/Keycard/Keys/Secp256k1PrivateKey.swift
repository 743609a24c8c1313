import CSecp256k1
import Encoding

/// A private key of secp256k1: 32 bytes, big-endian, from 1 to the order of the curve less 1.
public struct Secp256k1PrivateKey: Sendable {
  /// The 32 bytes.
  public let bytes: Secret
  /// The point that belongs to it.
  public let publicKey: Secp256k1PublicKey

  /// `nil` for anything but a number in that range.
  public init?(_ bytes: Secret) {
    guard bytes.count == 32 else { return nil }
    var point = secp256k1_pubkey()
    guard bytes.withBytes({ secp256k1_ec_pubkey_create(Secp256k1Context.shared.pointer, &point, $0.assumed) }) == 1 else { return nil }
    self.bytes = bytes
    publicKey = Secp256k1PublicKey(point)
  }

  /// A new key.
  ///
  /// - Throws: `invalid` where the source of randomness gives no key in many tries, which a working one never does.
  static func random(_ random: CardRandomness) throws(KeycardError) -> Self {
    for _ in 0..<16 {
      var drawn = random(32)
      defer { Wiping.wipe(&drawn) }
      if let key = Self(Secret(drawn)) { return key }
    }
    throw KeycardError(.invalid, "the source of randomness gives no key")
  }

  /// The x coordinate of the shared point, 32 bytes as they are: no hash, as the card does it.
  func sharedX(with other: Secp256k1PublicKey) -> Secret {
    var point = other.parsed
    return Secret(byteCount: 32) { output in
      _ = bytes.withBytes { key in
        secp256k1_ecdh(
          secp256k1_shared_context(), output.assumed, &point, key.assumed,
          { output, x, _, _ in
            guard let output, let x else { return 0 }
            output.update(from: x, count: 32)
            return 1
          }, nil)
      }
    }
  }

  /// This number plus another, modulo the order (BIP32's child key); `nil` where that is no key.
  func adding(_ tweak: UnsafeRawBufferPointer) -> Self? {
    guard tweak.count == 32 else { return nil }
    var isKey = false
    let sum = Secret(byteCount: 32) { output in
      bytes.withBytes { output.copyMemory(from: $0) }
      isKey = secp256k1_ec_seckey_tweak_add(secp256k1_shared_context(), output.assumed, tweak.assumed) == 1
    }
    return isKey ? Self(sum) : nil
  }
}

extension UnsafeRawBufferPointer {
  /// For C functions that take a pointer to a fixed count of bytes, which the caller has checked.
  var assumed: UnsafePointer<UInt8> { assumingMemoryBound(to: UInt8.self).baseAddress ?? UnsafePointer(Self.nowhere) }
  private static nonisolated(unsafe) let nowhere = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
}

extension UnsafeMutableRawBufferPointer {
  /// As for `UnsafeRawBufferPointer`.
  var assumed: UnsafeMutablePointer<UInt8> { UnsafeMutablePointer(mutating: UnsafeRawBufferPointer(self).assumed) }
}
