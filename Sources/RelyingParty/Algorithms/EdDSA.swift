import Crypto

/// EdDSA on Ed25519 (RFC 9053 §2.2, RFC 9864 §2.2). WebAuthn takes the number -8 for Ed25519 only (WebAuthn Level 3 §5.8.5), so that it and the
/// fully specified -19 name the same algorithm.
public struct EdDSA: SignatureAlgorithm {
  private struct Key: VerificationKey {
    let key: Curve25519.Signing.PublicKey

    /// The 64 bytes of RFC 8032.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      signature.count == 64 && key.isValidSignature(signature, for: message)
    }
  }

  /// The number.
  public let identifier: COSEAlgorithmIdentifier

  /// -8
  public static let edDSA = Self(identifier: .edDSA)
  /// -19
  public static let ed25519 = Self(identifier: .ed25519)

  private init(identifier: COSEAlgorithmIdentifier) { self.identifier = identifier }

  /// 32 bytes for curve 6, and no point of small order. Whether they are a point at all is found when a signature is verified.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    guard case .octetKeyPair(6, let x) = key.parameters, x.count == 32, !Ed25519SmallOrder.contains(x) else { throw .invalid }
    do { return Key(key: try Curve25519.Signing.PublicKey(rawRepresentation: x)) } catch { throw .invalid }
  }
}
