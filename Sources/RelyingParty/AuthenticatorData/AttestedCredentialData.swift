/// The new credential inside the authenticator data (WebAuthn Level 3 §6.5.1).
public struct AttestedCredentialData: Hashable, Sendable {
  /// The authenticator's model, as it says itself.
  public let aaguid: AAGUID
  /// The credential id.
  public var credentialID: ArraySlice<UInt8> { bytes[credentialIDRange] }
  /// The public key.
  public let credentialPublicKey: COSEKey
  private let bytes: [UInt8]
  private let credentialIDRange: Range<Int>

  init(aaguid: AAGUID, credentialID: Range<Int>, in bytes: [UInt8], credentialPublicKey: COSEKey) {
    (self.aaguid, credentialIDRange, self.bytes, self.credentialPublicKey) = (aaguid, credentialID, bytes, credentialPublicKey)
  }

  /// Equal when model, id and key are.
  public static func == (left: Self, right: Self) -> Bool {
    left.aaguid == right.aaguid && left.credentialID == right.credentialID && left.credentialPublicKey == right.credentialPublicKey
  }
  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(credentialID) }
}
