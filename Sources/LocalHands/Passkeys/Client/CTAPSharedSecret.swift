import Crypto
import CryptoExtras
import Encoding
import Foundation

/// What this client and the authenticator share by PIN/UV auth protocol two (CTAP 2.1 §6.5.7).
struct CTAPSharedSecret: Sendable {
  static let version: Int64 = 2

  /// For the authenticator, a COSE key.
  let platformKey: CBORValue
  private let authenticationKey: Secret, encryptionKey: Secret

  /// - Parameter key: The authenticator's COSE key.
  /// - Returns: `nil` where that is no point on P-256.
  init?(with key: CBORValue) {
    func coordinate(_ label: Int64) -> ArraySlice<UInt8>? {
      key.map?.first { $0.key == .integer(label) }?.value.byteString.flatMap { $0.count == 32 ? $0 : nil }
    }
    let own = P256.KeyAgreement.PrivateKey()
    guard let x = coordinate(-2), let y = coordinate(-3), let other = try? P256.KeyAgreement.PublicKey(x963Representation: [4] + x + y),
      let agreed = try? own.sharedSecretFromKeyAgreement(with: other)
    else { return nil }
    let point = Array(own.publicKey.rawRepresentation)
    platformKey = .parameters([
      1: .integer(2), 3: .integer(-25), -1: .integer(1), -2: .bytes(point.prefix(32)), -3: .bytes(point.suffix(32)),
    ])
    func derived(_ purpose: String) -> Secret {
      agreed.hkdfDerivedSymmetricKey(using: SHA256.self, salt: Data(count: 32), sharedInfo: Data(purpose.utf8), outputByteCount: 32)
        .withUnsafeBytes { Secret($0) }
    }
    (authenticationKey, encryptionKey) = (derived("CTAP2 HMAC key"), derived("CTAP2 AES key"))
  }

  /// - Parameter plain: A multiple of 16 bytes.
  /// - Returns: `nil` where it is not.
  func encrypt(_ plain: Secret) -> [UInt8]? {
    let vector = AES._CBC.IV()
    guard let sealed = try? plain.withBytes({ try AES._CBC.encrypt($0, using: encryptionKey.symmetricKey, iv: vector, noPadding: true) }) else {
      return nil
    }
    return Array(vector) + sealed
  }

  /// `nil` where it is no multiple of 16 bytes, or too short.
  func decrypt(_ sealed: [UInt8]) -> Secret? {
    guard sealed.count > 16, sealed.count.isMultiple(of: 16), let vector = try? AES._CBC.IV(ivBytes: sealed.prefix(16)),
      var plain = try? Array(AES._CBC.decrypt(sealed.dropFirst(16), using: encryptionKey.symmetricKey, iv: vector, noPadding: true))
    else { return nil }
    defer { Wiping.wipe(&plain) }
    return Secret(plain)
  }

  func authenticate(_ message: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: message, using: authenticationKey.symmetricKey))
  }
}

/// Shows that the person was verified (CTAP 2.1 §6.5.2.1).
struct CTAPToken: Sendable {
  private let value: Secret
  init(_ value: Secret) { self.value = value }
  func authenticate(_ message: [UInt8]) -> [UInt8] { Array(HMAC<SHA256>.authenticationCode(for: message, using: value.symmetricKey)) }
}

extension Secret {
  fileprivate var symmetricKey: SymmetricKey { withBytes { SymmetricKey(data: $0) } }
}
