import Encoding

/// What a verification procedure is given (WebAuthn Level 3 §6.5.4).
public struct AttestationInput: Sendable {
  /// The statement: a map, or for `compound` an array.
  public var statement: CBORValue
  /// The authenticator data.
  public var authenticatorData: AuthenticatorData
  /// The new credential in it.
  public var credential: AttestedCredentialData
  /// Its public key, imported already.
  public var credentialKey: any VerificationKey
  /// SHA-256 of the client data.
  public var clientDataHash: [UInt8]
  /// The moment of the verification.
  public var time: UnixTime
  /// The algorithms that can be verified.
  public var algorithms: SignatureAlgorithms
  /// The formats that can be verified; for statements inside statements.
  public var formats: AttestationFormats

  /// What most formats sign: the authenticator data and the hash of the client data.
  public var signedBytes: [UInt8] { authenticatorData.bytes + clientDataHash }
}
