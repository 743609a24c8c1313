/// What a certification authority needs to certify a TPM's attestation key: it sees from the certificate that the endorsement key is a real
/// TPM's, and by a credential that only that TPM opens for that attestation key, that both are in the same one
/// (TPM 2.0 Library, Part 1 §24; TCG EK Credential Profile §1.2).
public struct AttestationRequest: Hashable, Sendable {
  /// The maker's certificate of the endorsement key, X.509 in DER.
  public let endorsementCertificate: [UInt8]
  /// `TPMT_PUBLIC`.
  public let endorsementKey: [UInt8]
  /// `TPMT_PUBLIC`: restricted, fixed to its TPM, signs with ES256. Its Name goes into the credential.
  public let attestationKey: [UInt8]
}

/// What the authority answers, made by TPM2_MakeCredential or as Part 1 §24 says.
public struct AttestationChallenge: Hashable, Sendable {
  /// The content of a `TPM2B_ID_OBJECT`.
  public var credential: [UInt8]
  /// The content of a `TPM2B_ENCRYPTED_SECRET`.
  public var secret: [UInt8]
  public init(credential: [UInt8], secret: [UInt8]) { (self.credential, self.secret) = (credential, secret) }
}
