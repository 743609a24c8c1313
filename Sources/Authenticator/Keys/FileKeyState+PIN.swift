import Crypto
import CryptoExtras
import Encoding
import Foundation

extension FileKeyState {
  /// The PIN as a file can keep it: a private key that opens under a key stretched from the PIN (scrypt, RFC 7914), and how many tries are left.
  struct PIN {
    /// As many as CTAP has (CTAP 2.1 §6.5.5.7).
    static let tries = 8

    var retries = Self.tries
    /// An uncompressed point, 65 bytes: what keys that wait for the PIN are sealed to.
    let publicKey: [UInt8]
    /// Another one for each PIN.
    let salt: [UInt8]
    private let sealed: [UInt8]

    init(_ pin: Secret, opening key: P256.KeyAgreement.PrivateKey) throws(KeyStoreError) {
      let salt = Secret.random(count: 16).withBytes { Array($0) }
      self.salt = salt
      publicKey = Array(key.publicKey.x963Representation)
      do {
        let box = try AES.GCM.seal(key.rawRepresentation, using: try Self.stretched(pin, salt))
        sealed = Array(box.nonce) + box.ciphertext + box.tag
      } catch { throw KeyStoreError(.failed) }
    }

    /// `nil` for another PIN.
    func open(_ pin: Secret) throws(KeyStoreError) -> P256.KeyAgreement.PrivateKey? {
      let key: SymmetricKey
      do { key = try Self.stretched(pin, salt) } catch { throw KeyStoreError(.failed) }
      guard let box = try? AES.GCM.SealedBox(combined: sealed), let opened = try? AES.GCM.open(box, using: key) else { return nil }
      return try? P256.KeyAgreement.PrivateKey(rawRepresentation: opened)
    }

    /// About 10 ms and 8 MB for each guess.
    private static func stretched(_ pin: Secret, _ salt: [UInt8]) throws -> SymmetricKey {
      try pin.withBytes { try KDF.Scrypt.deriveKey(from: $0, salt: salt, outputByteCount: 32, rounds: 8192, blockSize: 8, parallelism: 1) }
    }

    var encoded: CBORValue {
      .members([1: .number(retries), 2: .byteString(salt), 3: .byteString(sealed), 4: .byteString(publicKey)])
    }

    init(_ map: ParameterMap) throws(CTAPStatus) {
      retries = try map.unsigned(1).required()
      (salt, sealed, publicKey) = (try map.bytes(2).required(), try map.bytes(3).required(), try map.bytes(4).required())
    }
  }
}
