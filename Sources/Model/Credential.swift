import Foundation

/// A credential record (WebAuthn Level 3 §4) and the account it belongs to: everything a later assertion is judged by.
public struct Credential: Codable, Hashable, Sendable {
  public var id: KeyID
  public var account: AccountID
  /// COSE_Key, as the authenticator wrote it.
  public var publicKey: [UInt8]
  public var signCount: UInt32
  public var wasUserVerified: Bool
  /// The BE flag of the registration; `nil` where it was never seen.
  public var isBackupEligible: Bool?
  public var isBackedUp: Bool
  public var transports: [String]
  /// Sixteen bytes that name the authenticator's model; zeros where it does not say.
  public var aaguid: [UInt8]
  public var attestationFormat: String
  /// Who vouched for the key when it was registered, as `RelyingParty.Vouching` spells it; `nil` for one from before that was noted.
  public var vouching: String?
  public var createdAt: Date
  public var lastUsedAt: Date?

  public init(
    id: KeyID, account: AccountID, publicKey: [UInt8], signCount: UInt32, wasUserVerified: Bool, isBackupEligible: Bool?, isBackedUp: Bool,
    transports: [String], aaguid: [UInt8], attestationFormat: String, vouching: String? = nil, createdAt: Date, lastUsedAt: Date? = nil
  ) {
    self.id = id; self.account = account; self.publicKey = publicKey; self.signCount = signCount
    self.wasUserVerified = wasUserVerified; self.isBackupEligible = isBackupEligible; self.isBackedUp = isBackedUp
    self.transports = transports; self.aaguid = aaguid; self.attestationFormat = attestationFormat
    self.vouching = vouching
    self.createdAt = createdAt; self.lastUsedAt = lastUsedAt
  }
}
