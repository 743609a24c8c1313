import Crypto
import CSodium
import Encoding
import Foundation

/// The Ed25519 key (RFC 8032) of a person's account at one provider. Its public half is the account's address.
public struct AccountKey: Sendable {
  /// The seed of the private key, 32 bytes.
  public var seed: Secret
  /// The public key, 32 bytes.
  public let publicKey: [UInt8]

  init(seed: Secret) {
    self.seed = seed
    var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
    _ = Sodium.isReady
    _ = Secret(byteCount: Int(crypto_sign_SECRETKEYBYTES)) { secretKey in
      seed.withBytes { seed in
        _ = crypto_sign_seed_keypair(
          &publicKey, secretKey.bindMemory(to: UInt8.self).baseAddress!, seed.bindMemory(to: UInt8.self).baseAddress!)
      }
    }
    self.publicKey = publicKey
  }

  /// Signs the upload of the document with this hash.
  public func sign(upload bodyHash: [UInt8]) -> [UInt8] {
    let message = Self.message(bodyHash)
    var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
    _ = Secret(byteCount: Int(crypto_sign_SECRETKEYBYTES)) { secretKey in
      var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
      let address = secretKey.bindMemory(to: UInt8.self).baseAddress!
      seed.withBytes { _ = crypto_sign_seed_keypair(&publicKey, address, $0.bindMemory(to: UInt8.self).baseAddress!) }
      _ = crypto_sign_detached(&signature, nil, message, UInt64(message.count), address)
    }
    return signature
  }

  /// Returns `true` if the account's holder signed the upload of a document with this hash. Returns `false` also for
  /// values of the wrong length.
  public static func isSigned(_ signature: [UInt8], upload bodyHash: [UInt8], by publicKey: [UInt8]) -> Bool {
    guard Sodium.isReady, signature.count == Int(crypto_sign_BYTES), publicKey.count == Int(crypto_sign_PUBLICKEYBYTES),
      bodyHash.count == SHA512.byteCount
    else { return false }
    let message = message(bodyHash)
    return crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
  }

  /// Returns the signed message of 72 bytes: size and purpose (1400, `TALER_SIGNATURE_ANASTASIS_POLICY_UPLOAD`) as
  /// GNUnet encodes them, then the hash.
  private static func message(_ bodyHash: [UInt8]) -> [UInt8] { [0, 0, 0, 72, 0, 0, 0x05, 0x78] + bodyHash }
}

/// SHA-512, which identifies documents and codes.
public enum EscrowHash {
  public static let byteCount = SHA512.byteCount
  public static func of(_ bytes: some DataProtocol) -> [UInt8] { Array(SHA512.hash(data: bytes)) }
}
