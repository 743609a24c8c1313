import Crypto

/// EdDSA (RFC 9053 §2.2); in WebAuthn always Ed25519 (WebAuthn Level 3 §5.8.5).
public struct EdDSA: SignatureAlgorithm {
  private struct Key: VerificationKey {
    let key: Curve25519.Signing.PublicKey

    /// The 64 bytes of RFC 8032.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
      signature.count == 64 && key.isValidSignature(signature, for: message)
    }
  }

  /// The algorithm.
  public init() {}

  /// -8
  public var identifier: COSEAlgorithmIdentifier { .edDSA }

  /// 32 bytes for curve 6. Whether they are a point is found when a signature is verified.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    guard case .octetKeyPair(6, let x) = key.parameters, x.count == 32 else { throw .invalid }
    do { return Key(key: try Curve25519.Signing.PublicKey(rawRepresentation: x)) } catch { throw .invalid }
  }
}
