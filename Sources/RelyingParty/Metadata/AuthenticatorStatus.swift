/// A status reported about a model (FIDO Metadata Service v3.1 §3.1.4). Unknown names are kept, because later versions
/// add new ones.
public struct AuthenticatorStatus: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name in the BLOB.
  public var rawValue: String

  /// Creates a status from any name.
  public init(rawValue: String) { self.rawValue = rawValue }
  private init(_ name: String) { rawValue = name }

  /// The model is not certified.
  public static let notFIDOCertified = Self("NOT_FIDO_CERTIFIED")
  /// The maker itself declares that the model meets the requirements.
  public static let selfAssertionSubmitted = Self("SELF_ASSERTION_SUBMITTED")
  /// User verification can be bypassed.
  public static let userVerificationBypass = Self("USER_VERIFICATION_BYPASS")
  /// The attestation key is compromised, so its signatures could come from any device or program.
  public static let attestationKeyCompromise = Self("ATTESTATION_KEY_COMPROMISE")
  /// Keys can be extracted remotely.
  public static let userKeyRemoteCompromise = Self("USER_KEY_REMOTE_COMPROMISE")
  /// Keys can be extracted by anyone who holds the authenticator.
  public static let userKeyPhysicalCompromise = Self("USER_KEY_PHYSICAL_COMPROMISE")
  /// Newer firmware is available.
  public static let updateAvailable = Self("UPDATE_AVAILABLE")
  /// The maker no longer sells or maintains the model.
  public static let retired = Self("RETIRED")
  /// The model must not be trusted, for whatever reason.
  public static let revoked = Self("REVOKED")
  /// Functional certification, which predates the levels.
  public static let fidoCertified = Self("FIDO_CERTIFIED")

  /// The four kinds of compromise, excluding revocation.
  public static let compromises: Set<Self> = [
    .userVerificationBypass, .attestationKeyCompromise, .userKeyRemoteCompromise, .userKeyPhysicalCompromise,
  ]

  /// `true` if the status states whether the model is certified by the FIDO Alliance.
  var decidesCertification: Bool {
    MetadataCertificationLevel(self) != nil || [.notFIDOCertified, .selfAssertionSubmitted, .revoked].contains(self)
  }

  /// The name in the BLOB.
  public var description: String { rawValue }
}

/// The FIDO Alliance's certification levels, in ascending order. The raw values are the names in a BLOB.
public enum MetadataCertificationLevel: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// Functional certification only, which predates the levels.
  case functional = "FIDO_CERTIFIED"
  /// Level 1
  case l1 = "FIDO_CERTIFIED_L1"
  /// Level 1+
  case l1plus = "FIDO_CERTIFIED_L1plus"
  /// Level 2
  case l2 = "FIDO_CERTIFIED_L2"
  /// Level 2+
  case l2plus = "FIDO_CERTIFIED_L2plus"
  /// Level 3
  case l3 = "FIDO_CERTIFIED_L3"
  /// Level 3+
  case l3plus = "FIDO_CERTIFIED_L3plus"

  /// The level that a status grants; `nil` for a status that grants no level.
  public init?(_ status: AuthenticatorStatus) { self.init(rawValue: status.rawValue) }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Orders lower levels before higher ones.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
