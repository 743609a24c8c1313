import Crypto
import Encoding

/// The platform's half of a key agreement (CTAP 2.1 §6.5.6): for one exchange of a PIN, a token, or salts and their outputs.
public struct PlatformAgreement: Sendable {
  let secret: PINProtocolSecret
  /// The platform's public key, a COSE_Key.
  let publicKey: CBORValue

  public var version: PINProtocolVersion { secret.version }

  init(_ version: PINProtocolVersion, with authenticator: ParameterMap) throws {
    let key = P256.KeyAgreement.PrivateKey()
    guard let point = try? COSEPoint(keyAgreement: authenticator),
      let other = try? P256.KeyAgreement.PublicKey(x963Representation: point.uncompressed),
      let agreed = try? key.sharedSecretFromKeyAgreement(with: other)
    else { throw UnreadableAnswer() }
    secret = PINProtocolSecret(version, agreed: agreed)
    publicKey = COSEPoint(uncompressed: Array(key.publicKey.x963Representation)).key(algorithm: COSEPoint.keyAgreement)
  }

  /// The input of hmac-secret at sign-in, and of hmac-secret-mc at registration (CTAP 2.1 §12.5).
  /// - Parameter salts: One or two, of 32 bytes each.
  public func hmacSecretInput(_ salts: [Secret]) throws -> CBORValue {
    let sealed = try secret.encrypt(Secret(joining: salts))
    return .members([
      1: publicKey, 2: .byteString(sealed), 3: .byteString(secret.authenticate(sealed)), 4: .integer(secret.version.rawValue),
    ])
  }

  /// The outputs, 32 bytes each, as many as there were salts.
  public func openOutputs(_ sealed: some Collection<UInt8>) throws -> [Secret] {
    guard let opened = secret.decrypt(Array(sealed)), opened.count == 32 || opened.count == 64 else { throw UnreadableAnswer() }
    return opened.withBytes { bytes in stride(from: 0, to: bytes.count, by: 32).map { Secret(bytes[$0..<$0 + 32]) } }
  }
}
