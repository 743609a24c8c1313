import Crypto
import Encoding

/// The authorization values that are made of a PIN: one for the index that counts tries, another for the gate.
struct PINAuthorization {
  let index: Secret, gate: Secret

  /// - Parameter pin: LEFT(SHA-256(PIN), 16).
  init(_ pin: Secret, slot: Slot) {
    index = Self.derive(pin, slot, "latchstring TPM PIN index")
    gate = Self.derive(pin, slot, "latchstring TPM gate")
  }

  private static func derive(_ pin: Secret, _ slot: Slot, _ label: String) -> Secret {
    let key = pin.withBytes { SymmetricKey(data: $0) }
    let derived = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, salt: slot.identity, info: Array(label.utf8), outputByteCount: 31)
    // The TPM leaves zeros at the end of such a value away, so that none may stand there.
    return derived.withUnsafeBytes { bytes in
      Secret(byteCount: 32) { all in
        all.copyBytes(from: bytes)
        all[31] = 1
      }
    }
  }
}
