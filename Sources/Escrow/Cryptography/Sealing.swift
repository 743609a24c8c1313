import CSodium
import Crypto
import Encoding

/// The encryption used throughout: XSalsa20-Poly1305 under a derived key, encoded as nonce (24 bytes), authenticator
/// (16 bytes), ciphertext (`anastasis_encrypt`).
package enum Sealing {
  package static let nonceCount = 24
  /// The number of bytes that sealing adds.
  static let overhead = 40

  /// The kind of plaintext. It is part of the key derivation, so that different kinds are never mistaken for each
  /// other.
  package struct Purpose: Sendable {
    var tag: [UInt8]
    init(_ tag: String) { self.tag = Array(tag.utf8) }
    package static let recoveryDocument = Purpose("erd"), metaData = Purpose("rmd"), keyShare = Purpose("eks"),
      truth = Purpose("ect")
    static let master = Purpose("emk"), coreSecret = Purpose("cse")
  }

  static func seal(
    _ plain: UnsafeRawBufferPointer, under seed: Secret, for purpose: Purpose,
    nonce: [UInt8] = Sodium.random(nonceCount)
  ) -> [UInt8] {
    precondition(nonce.count == nonceCount, "a nonce is drawn here, or a test's")
    let key = KeyDerivation.derive(32, salt: nonce, from: seed, info: purpose.tag)
    var box = [UInt8](repeating: 0, count: plain.count + overhead - nonceCount)
    _ = Sodium.isReady
    key.withBytes { key in
      _ = crypto_secretbox_easy(
        &box, plain.bindMemory(to: UInt8.self).baseAddress, UInt64(plain.count), nonce,
        key.bindMemory(to: UInt8.self).baseAddress!)
    }
    return nonce + box
  }

  package static func seal(
    _ plain: [UInt8], under seed: Secret, for purpose: Purpose, nonce: [UInt8] = Sodium.random(nonceCount)
  ) -> [UInt8] {
    plain.withUnsafeBytes { seal($0, under: seed, for: purpose, nonce: nonce) }
  }
  static func seal(
    _ plain: Secret, under seed: Secret, for purpose: Purpose, nonce: [UInt8] = Sodium.random(nonceCount)
  ) -> [UInt8] {
    plain.withBytes { seal($0, under: seed, for: purpose, nonce: nonce) }
  }

  /// - Throws: `malformed` if the data is too short, `sealed` if this seed and purpose do not open it.
  static func open(_ sealed: [UInt8], under seed: Secret, for purpose: Purpose) throws(EscrowError) -> Secret {
    guard sealed.count >= overhead else { throw EscrowError(.malformed, "shorter than an empty sealed text") }
    let nonce = Array(sealed[..<nonceCount]), box = Array(sealed[nonceCount...])
    let key = KeyDerivation.derive(32, salt: nonce, from: seed, info: purpose.tag)
    var status: Int32 = -1
    _ = Sodium.isReady
    let plain = Secret(byteCount: sealed.count - overhead) { output in
      // An empty buffer has no address, and libsodium writes nothing there.
      var nowhere: UInt8 = 0
      status = key.withBytes { key in
        withUnsafeMutablePointer(to: &nowhere) { nowhere in
          crypto_secretbox_open_easy(
            output.bindMemory(to: UInt8.self).baseAddress ?? nowhere, box, UInt64(box.count), nonce,
            key.bindMemory(to: UInt8.self).baseAddress!)
        }
      }
    }
    guard status == 0 else { throw EscrowError(.sealed, "it does not open") }
    return plain
  }
}
extension Secret {
  /// A copy that is not wiped. Use it only for plaintext that is not secret.
  var exposed: [UInt8] { withBytes { Array($0) } }
}

/// HKDF as GNUnet defines it: RFC 5869 with HMAC-SHA512 to extract and HMAC-SHA256 to expand.
enum KeyDerivation {
  /// - Parameters:
  ///   - count: The number of bytes to derive, at most 255 · 32.
  ///   - salt: The salt; empty for no salt.
  static func derive(_ count: Int, salt: [UInt8] = [], from material: Secret, info: [UInt8]) -> Secret {
    let key = SymmetricKey(
      data: material.withBytes { bytes in HMAC<SHA512>.authenticationCode(for: bytes, using: SymmetricKey(data: salt)) }
    )
    return Secret(byteCount: count) { output in
      var block: HMAC<SHA256>.MAC?
      var filled = 0
      var number: UInt8 = 1
      while filled < count {
        var code = HMAC<SHA256>(key: key)
        block?.withUnsafeBytes { code.update(data: $0) }
        code.update(data: info)
        code.update(data: [number])
        let next = code.finalize()
        next.withUnsafeBytes { bytes in
          let part = min(bytes.count, count - filled)
          UnsafeMutableRawBufferPointer(rebasing: output[filled..<filled + part])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[0..<part]))
          filled += part
        }
        block = next
        number &+= 1
      }
    }
  }
}

/// The random values of a backup, and the length of each (GNU Anastasis, `anastasis_crypto_lib.h`).
public enum DrawnBytes {
  /// One part of a policy key: 32 bytes.
  public static let keyShareCount = 32
  /// The key that seals a truth: 64 bytes.
  public static let truthKeyCount = 64
  /// The name of a truth: 32 bytes.
  public static let truthIDCount = 32
  /// The salt with which an answer is stretched: 16 bytes.
  public static let questionSaltCount = 16
  /// A policy's salt: 64 bytes.
  public static let policySaltCount = 64
  /// The master key, which opens the core secret: 64 bytes.
  public static let masterCount = 64
  /// The salt with which a provider's identifiers are stretched: 16 bytes.
  public static let providerSaltCount = 16
  /// A payment identifier: 32 bytes.
  public static let paymentSecretCount = 32

  /// Returns random bytes from the system that are not secret.
  public static func bytes(_ count: Int) -> [UInt8] { Sodium.random(count) }
  /// Returns random bytes from the system that are secret.
  public static func secret(_ count: Int) -> Secret {
    var bytes = Sodium.random(count)
    defer { Wiping.wipe(&bytes) }
    return Secret(bytes)
  }
}

/// libsodium, initialized once.
enum Sodium {
  /// Must be accessed before any other call to libsodium. Initialization fails only if the system has no source of
  /// randomness. In that case, nothing else may continue.
  static let isReady: Bool = sodium_init() >= 0

  /// Returns random bytes from the system.
  static func random(_ count: Int) -> [UInt8] {
    _ = isReady
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }
}
