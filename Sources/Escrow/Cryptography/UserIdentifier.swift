import Encoding

/// Who somebody is to one provider: 64 bytes, of the identity attributes and that provider's salt. Nobody who lacks the attributes can tell
/// two providers' identifiers of one person together.
public struct UserIdentifier: Sendable {
  /// 64 bytes.
  public var secret: Secret
  public init(secret: Secret) { self.secret = secret }

  /// Argon2id over the attributes' canonical JSON.
  ///
  /// - Parameter providerSalt: 16 bytes, from the provider's `/config`.
  /// - Throws: `invalid` where an attribute cannot be written canonically or the salt has another length, `outOfMemory`.
  public init(_ attributes: [String: String], providerSalt: [UInt8]) throws(EscrowError) {
    secret = try Stretching.stretch(try CanonicalJSON.object(attributes), salt: providerSalt)
  }

  /// What signs this person's uploads to this provider, and names the account there.
  public var accountKey: AccountKey { AccountKey(seed: KeyDerivation.derive(32, from: secret, info: Array("ver".utf8))) }
}
