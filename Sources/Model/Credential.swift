import Foundation

/// A credential record (WebAuthn Level 3 §4) and the account to which it belongs: everything needed to verify a later
/// assertion.
public struct Credential: Codable, Hashable, Sendable {
  public var id: KeyID
  public var account: AccountID
  /// The COSE_Key, as the authenticator wrote it.
  public var publicKey: [UInt8]
  public var signCount: UInt32
  public var wasUserVerified: Bool
  /// The BE flag of the registration; `nil` if the flag was never seen.
  public var isBackupEligible: Bool?
  public var isBackedUp: Bool
  public var transports: [String]
  /// Sixteen bytes that identify the authenticator's model; zeros if the authenticator does not disclose its model.
  public var aaguid: [UInt8]
  public var attestationFormat: String
  /// The party that vouched for the key at registration, as `RelyingParty.Vouching` spells it; `nil` for a key
  /// registered before this was recorded.
  public var vouching: String?
  public var createdAt: Date
  public var lastUsedAt: Date?

  public init(
    id: KeyID, account: AccountID, publicKey: [UInt8], signCount: UInt32, wasUserVerified: Bool,
    isBackupEligible: Bool?, isBackedUp: Bool,
    transports: [String], aaguid: [UInt8], attestationFormat: String, vouching: String? = nil, createdAt: Date,
    lastUsedAt: Date? = nil
  ) {
    self.id = id; self.account = account; self.publicKey = publicKey; self.signCount = signCount
    self.wasUserVerified = wasUserVerified; self.isBackupEligible = isBackupEligible; self.isBackedUp = isBackedUp
    self.transports = transports; self.aaguid = aaguid; self.attestationFormat = attestationFormat
    self.vouching = vouching
    self.createdAt = createdAt; self.lastUsedAt = lastUsedAt
  }
}

/// The identifier of one credential: its credential ID (WebAuthn Level 3 §4), base64url.
public struct KeyID: RawRepresentable, Codable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The role of a hardware key in its account.
public enum KeyRole: String, Codable, Hashable, Sendable { case primary, backup }

/// The only way to reach a key, according to its `transports` (WebAuthn Level 3 §5.8.4). A key that has only a plug
/// needs a port, a key that has only an antenna needs a phone or a reader, and a built-in key needs its own device.
public enum KeyReach: String, Codable, Hashable, Sendable {
  case plugOnly, antennaOnly, builtIn

  /// Returns `nil` if the key can be reached in more than one way, or if its browser did not report any.
  public init?(transports: [String]) {
    switch Set(transports) {
    case ["usb"]: self = .plugOnly
    case ["nfc"]: self = .antennaOnly
    case let all where all.contains("internal"): self = .builtIn
    default: return nil
    }
  }
}
