import Crypto

/// EdDSA (RFC 9053 §2.2); in WebAuthn always Ed25519 (WebAuthn Level 3 §5.8.5).
public struct EdDSA: SignatureAlgorithm {
  /// The algorithm.
  public init() {}

  /// -8
  public var identifier: COSEAlgorithmIdentifier { .edDSA }

  /// 32 bytes for curve 6. Whether they are a point is found when a signature is verified.
  public func validate(_ key: COSEKey) throws(COSEKeyError) { _ = try publicKey(key) }

  /// The 64 bytes of RFC 8032.
  public func isValid(_ signature: [UInt8], for message: [UInt8], by key: COSEKey) throws(COSEKeyError) -> Bool {
    let publicKey = try publicKey(key)
    return signature.count == 64 && publicKey.isValidSignature(signature, for: message)
  }

  private func publicKey(_ key: COSEKey) throws(COSEKeyError) -> Curve25519.Signing.PublicKey {
    guard case .octetKeyPair(6, let x) = key.parameters, x.count == 32 else { throw .invalid }
    do { return try Curve25519.Signing.PublicKey(rawRepresentation: x) } catch { throw .invalid }
  }
}
