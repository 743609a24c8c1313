import Encoding

/// A verifier for the statements of one format (WebAuthn Level 3 §8). Conform to this protocol to add a format, even
/// from a different module.
public protocol AttestationStatementVerifier: Sendable {
  /// The identifier of the format, compared byte by byte (§8.1).
  var format: String { get }

  /// Verifies a statement by the procedure of the format. The chain is assessed later, against the caller's anchors.
  func verify(_ input: AttestationInput) throws(WebAuthnError) -> AttestationResult
}

/// The input of a verification procedure (WebAuthn Level 3 §6.5.4).
public struct AttestationInput: Sendable {
  /// The statement: a map, or for `compound` an array.
  public var statement: CBORValue
  /// The authenticator data.
  public var authenticatorData: AuthenticatorData
  /// The new credential in the authenticator data.
  public var credential: AttestedCredentialData
  /// The credential's public key, already imported.
  public var credentialKey: any VerificationKey
  /// SHA-256 of the client data.
  public var clientDataHash: [UInt8]
  /// The moment of the verification.
  public var time: UnixTime
  /// The algorithms that can be verified.
  public var algorithms: SignatureAlgorithms
  /// The formats that can be verified, for statements nested inside other statements.
  public var formats: AttestationFormats

  /// The bytes that most formats sign: the authenticator data, then the hash of the client data.
  public var signedBytes: [UInt8] { authenticatorData.bytes + clientDataHash }
}

extension AttestationInput {
  /// Returns the members `alg` and `sig`, which most statements have.
  func algorithmAndSignature() throws(WebAuthnError) -> (algorithm: COSEAlgorithmIdentifier, signature: [UInt8]) {
    guard let number = statement["alg"]?.integer, let signature = statement["sig"]?.byteString else {
      throw WebAuthnError(.registration(23), .malformedAttestation, expected: "alg and sig")
    }
    return (COSEAlgorithmIdentifier(rawValue: Int(number)), Array(signature))
  }

  /// Throws unless `signature` is a signature of `message` by a certificate's key, with the algorithm that the
  /// statement names.
  func verify(
    _ signature: [UInt8], of message: [UInt8], by certificate: X509Certificate, algorithm: COSEAlgorithmIdentifier
  ) throws(WebAuthnError) {
    let key: COSEKey
    do { key = try COSEKey(certificate, algorithm: algorithm) } catch {
      throw WebAuthnError(.registration(23), .certificateRequirements, expected: "a key that can be verified with")
    }
    try verify(signature, of: message, by: key)
  }

  /// Throws unless `signature` is a signature of `message` by `key`.
  func verify(_ signature: [UInt8], of message: [UInt8], by key: COSEKey) throws(WebAuthnError) {
    let algorithm = try algorithms.algorithm(of: key, at: .registration(23))
    let verificationKey: any VerificationKey
    do { verificationKey = try algorithm.verificationKey(key) } catch {
      // The algorithm is known, but the key does not belong to it.
      throw WebAuthnError(.registration(23), .attestationAlgorithmMismatch, received: "alg \(key.algorithm)")
    }
    guard verificationKey.isValid(signature, for: message) else {
      throw WebAuthnError(.registration(23), .badAttestationSignature)
    }
  }

  /// Throws unless a certificate contains the new credential's key.
  func verifyKey(of certificate: X509Certificate) throws(WebAuthnError) {
    let key = credential.credentialPublicKey
    guard let parameters = try? certificate.keyInfo.parameters(in: certificate.der), parameters == key.parameters else {
      throw WebAuthnError(
        .registration(23), .attestationKeyMismatch, expected: "the credential's public key in the certificate")
    }
  }
}

/// The result of a verification procedure: the type and the trust path (WebAuthn Level 3 §6.5.4).
public struct AttestationResult: Sendable {
  /// One of the statements of a `compound`.
  public struct Part: Sendable {
    /// The format of the statement.
    public var format: String
    /// The result of verifying the statement.
    public var result: AttestationResult
  }

  /// The attestation type; for a `compound`, the type of the first part.
  public var type: AttestationType
  /// The trust path as received, the attestation certificate first; empty if the format or the type has none.
  public var trustPath: [X509Certificate]
  /// The parts of a `compound` that verified.
  public var parts: [Part]
  /// `true` if the statement itself says that the key was created in its device and can't leave it. This claim is only
  /// as trustworthy as the chain that backs the statement.
  public var isDeviceBound: Bool

  /// Creates a result.
  public init(
    type: AttestationType, trustPath: [X509Certificate] = [], parts: [Part] = [], isDeviceBound: Bool = false
  ) {
    (self.type, self.trustPath, self.parts, self.isDeviceBound) = (type, trustPath, parts, isDeviceBound)
  }
}
