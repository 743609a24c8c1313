import Crypto
import Encoding

/// The authenticator's side of the key agreements: one key pair for each protocol, drawn at power-up and anew after each wrong PIN.
struct KeyAgreement: Sendable {
  private var keys = Self.draw()

  private static func draw() -> [PINProtocolVersion: P256.KeyAgreement.PrivateKey] {
    Dictionary(uniqueKeysWithValues: PINProtocolVersion.allCases.map { ($0, P256.KeyAgreement.PrivateKey()) })
  }

  mutating func regenerate() { keys = Self.draw() }

  func publicKey(_ version: PINProtocolVersion) -> CBORValue? {
    keys[version].map { COSEPoint(uncompressed: Array($0.publicKey.x963Representation)).key(algorithm: COSEPoint.keyAgreement) }
  }

  /// - Throws: `invalidParameter` where the point is not on the curve.
  func agree(_ version: PINProtocolVersion, with platform: ParameterMap) throws(CTAPStatus) -> PINProtocolSecret {
    let point = try COSEPoint(keyAgreement: platform)
    guard let key = keys[version], let other = try? P256.KeyAgreement.PublicKey(x963Representation: point.uncompressed),
      let agreed = try? key.sharedSecretFromKeyAgreement(with: other)
    else { throw .invalidParameter }
    return PINProtocolSecret(version, agreed: agreed)
  }
}
