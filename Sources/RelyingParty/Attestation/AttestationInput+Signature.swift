import Encoding

extension AttestationInput {
  /// The members `alg` and `sig`, which most statements have.
  func algorithmAndSignature() throws(WebAuthnError) -> (algorithm: COSEAlgorithmIdentifier, signature: [UInt8]) {
    guard let number = statement["alg"]?.integer, let signature = statement["sig"]?.byteString else {
      throw WebAuthnError(.registration(23), .malformedAttestation, expected: "alg and sig")
    }
    return (COSEAlgorithmIdentifier(rawValue: Int(number)), Array(signature))
  }

  /// Throws unless `signature` is that of `message` by the key of a certificate, with the algorithm that the statement names.
  func verify(
    _ signature: [UInt8], of message: [UInt8], by certificate: X509Certificate, algorithm: COSEAlgorithmIdentifier
  ) throws(WebAuthnError) {
    let key: COSEKey
    do { key = try COSEKey(certificate, algorithm: algorithm) } catch {
      throw WebAuthnError(.registration(23), .certificateRequirements, expected: "a key that can be verified with")
    }
    try verify(signature, of: message, by: key)
  }

  /// Throws unless `signature` is that of `message` by `key`.
  func verify(_ signature: [UInt8], of message: [UInt8], by key: COSEKey) throws(WebAuthnError) {
    let algorithm = try algorithms.algorithm(of: key, at: .registration(23))
    let verificationKey: any VerificationKey
    do { verificationKey = try algorithm.verificationKey(key) } catch {
      // The algorithm is known and the key is none of its keys.
      throw WebAuthnError(.registration(23), .attestationAlgorithmMismatch, received: "alg \(key.algorithm)")
    }
    guard verificationKey.isValid(signature, for: message) else { throw WebAuthnError(.registration(23), .badAttestationSignature) }
  }

  /// Throws unless a certificate is about the new credential's key.
  func verifyKey(of certificate: X509Certificate) throws(WebAuthnError) {
    let key = credential.credentialPublicKey
    guard let parameters = try? certificate.keyInfo.parameters(in: certificate.der), parameters == key.parameters else {
      throw WebAuthnError(.registration(23), .attestationKeyMismatch, expected: "the credential's public key in the certificate")
    }
  }
}
