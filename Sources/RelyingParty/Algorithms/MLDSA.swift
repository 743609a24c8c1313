import Crypto

/// ML-DSA (FIPS 204) in its pure form with an empty context, as RFC 9964 uses it in COSE: key type 7, the public key as
/// parameter -1.
public struct MLDSA: SignatureAlgorithm {
  private enum ParameterSet: Sendable { case mlDSA65, mlDSA87 }

  private struct Key65: VerificationKey {
    let key: MLDSA65.PublicKey

    /// Verifies a signature of 3309 bytes.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool { key.isValidSignature(signature, for: message) }
  }

  private struct Key87: VerificationKey {
    let key: MLDSA87.PublicKey

    /// Verifies a signature of 4627 bytes.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool { key.isValidSignature(signature, for: message) }
  }

  /// The COSE number of the algorithm.
  public let identifier: COSEAlgorithmIdentifier
  private let parameterSet: ParameterSet

  /// -49: ML-DSA-65.
  public static let mlDSA65 = Self(identifier: .mlDSA65, parameterSet: .mlDSA65)
  /// -50: ML-DSA-87.
  public static let mlDSA87 = Self(identifier: .mlDSA87, parameterSet: .mlDSA87)

  private init(identifier: COSEAlgorithmIdentifier, parameterSet: ParameterSet) {
    (self.identifier, self.parameterSet) = (identifier, parameterSet)
  }

  /// Returns the verification key. The encoded public key must have 1952 bytes for ML-DSA-65 and 2592 for ML-DSA-87.
  public func verificationKey(_ key: COSEKey) throws(COSEKeyError) -> any VerificationKey {
    guard case .algorithmKeyPair(let bytes) = key.parameters else { throw .invalid }
    do {
      switch parameterSet {
      case .mlDSA65: return Key65(key: try MLDSA65.PublicKey(rawRepresentation: bytes))
      case .mlDSA87: return Key87(key: try MLDSA87.PublicKey(rawRepresentation: bytes))
      }
    } catch { throw .invalid }
  }
}
