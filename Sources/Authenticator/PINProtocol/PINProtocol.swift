import Crypto
import CryptoExtras
import Encoding
import Foundation

/// PIN/UV auth protocols (CTAP 2.1 §6.5.6, §6.5.7).
public enum PINProtocolVersion: Int64, Hashable, Sendable, CaseIterable {
  case one = 1
  case two = 2
}

/// The secret that platform and authenticator share after a key agreement, in one of the protocols (CTAP 2.1 §6.5.6,
/// §6.5.7).
struct PINProtocolSecret: Sendable {
  let version: PINProtocolVersion
  /// Protocol one uses the same key for both purposes.
  private let authenticationKey: Secret, encryptionKey: Secret

  /// - Parameter agreed: The x-coordinate of the shared point, 32 bytes.
  init(_ version: PINProtocolVersion, agreed: SharedSecret) {
    self.version = version
    switch version {
    case .one:
      let key = agreed.withUnsafeBytes { Secret(Array(SHA256.hash(data: $0))) }
      (authenticationKey, encryptionKey) = (key, key)
    case .two:
      func key(_ info: String) -> Secret {
        agreed.hkdfDerivedSymmetricKey(
          using: SHA256.self, salt: Data(count: 32), sharedInfo: Data(info.utf8), outputByteCount: 32
        )
        .withUnsafeBytes { Secret($0) }
      }
      (authenticationKey, encryptionKey) = (key("CTAP2 HMAC key"), key("CTAP2 AES key"))
    }
  }

  /// - Parameter plain: The plaintext, whose length is a multiple of 16 bytes.
  func encrypt(_ plain: Secret) throws -> [UInt8] {
    let vector = version == .one ? [UInt8](repeating: 0, count: 16) : Secret.random(count: 16).withBytes { Array($0) }
    let sealed = try plain.withBytes {
      try AES._CBC.encrypt($0, using: key, iv: AES._CBC.IV(ivBytes: vector), noPadding: true)
    }
    return (version == .one ? [] : vector) + sealed
  }

  /// Returns the plaintext, or `nil` if the length is too short or not a multiple of 16 bytes.
  func decrypt(_ sealed: [UInt8]) -> Secret? {
    let prefix = version == .one ? 0 : 16
    guard sealed.count > prefix, sealed.count.isMultiple(of: 16) else { return nil }
    let vector = version == .one ? [UInt8](repeating: 0, count: 16) : Array(sealed.prefix(16))
    guard let iv = try? AES._CBC.IV(ivBytes: vector),
      var plain = try? Array(AES._CBC.decrypt(sealed.dropFirst(prefix), using: key, iv: iv, noPadding: true))
    else { return nil }
    defer { Wiping.wipe(&plain) }
    return Secret(plain)
  }

  func authenticate(_ message: [UInt8]) -> [UInt8] { version.authenticationCode(of: message, with: authenticationKey) }
  func verify(_ message: [UInt8], _ code: [UInt8]) -> Bool { ConstantTime.areEqual(authenticate(message), code) }

  private var key: SymmetricKey { encryptionKey.withBytes { SymmetricKey(data: $0) } }
}

extension PINProtocolVersion {
  /// Returns the HMAC-SHA-256 of a message, truncated to its first 16 bytes in protocol one.
  func authenticationCode(of message: [UInt8], with key: Secret) -> [UInt8] {
    let code = Array(HMAC<SHA256>.authenticationCode(for: message, using: key.withBytes { SymmetricKey(data: $0) }))
    return self == .one ? Array(code.prefix(16)) : code
  }
}

/// The authenticator's side of key agreements. Each protocol has one key pair, generated at power-up and again after
/// each wrong PIN.
struct KeyAgreement: Sendable {
  private var keys = Self.draw()

  private static func draw() -> [PINProtocolVersion: P256.KeyAgreement.PrivateKey] {
    Dictionary(uniqueKeysWithValues: PINProtocolVersion.allCases.map { ($0, P256.KeyAgreement.PrivateKey()) })
  }

  mutating func regenerate() { keys = Self.draw() }

  func publicKey(_ version: PINProtocolVersion) -> CBORValue? {
    keys[version].map {
      COSEPoint(uncompressed: Array($0.publicKey.x963Representation)).key(algorithm: COSEPoint.keyAgreement)
    }
  }

  /// - Throws: `invalidParameter` if the point is not on the curve.
  func agree(_ version: PINProtocolVersion, with platform: ParameterMap) throws(CTAPStatus) -> PINProtocolSecret {
    let point = try COSEPoint(keyAgreement: platform)
    guard let key = keys[version], let other = try? P256.KeyAgreement.PublicKey(x963Representation: point.uncompressed),
      let agreed = try? key.sharedSecretFromKeyAgreement(with: other)
    else { throw .invalidParameter }
    return PINProtocolSecret(version, agreed: agreed)
  }
}
