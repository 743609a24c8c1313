/// The new credential inside the authenticator data (WebAuthn Level 3 §6.5.1).
public struct AttestedCredentialData: Hashable, Sendable {
  /// The authenticator's model, as it says itself.
  public let aaguid: AAGUID
  /// The credential id.
  public let credentialID: ArraySlice<UInt8>
  /// The public key.
  public let credentialPublicKey: COSEKey
}
