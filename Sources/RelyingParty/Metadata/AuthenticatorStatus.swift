/// A status reported about a model (FIDO Metadata Service v3.1 §3.1.4). Unknown names are kept, because later versions
/// add some.
public struct AuthenticatorStatus: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
  /// The name in the BLOB.
  public var rawValue: String

  /// Any name.
  public init(rawValue: String) { self.rawValue = rawValue }
  private init(_ name: String) { rawValue = name }

  /// Not certified.
  public static let notFIDOCertified = Self("NOT_FIDO_CERTIFIED")
  /// The maker itself says that the model meets the requirements.
  public static let selfAssertionSubmitted = Self("SELF_ASSERTION_SUBMITTED")
  /// User verification can be bypassed.
  public static let userVerificationBypass = Self("USER_VERIFICATION_BYPASS")
  /// The attestation key is in the wrong hands: anything could have made what it signs.
  public static let attestationKeyCompromise = Self("ATTESTATION_KEY_COMPROMISE")
  /// Keys can be extracted remotely.
  public static let userKeyRemoteCompromise = Self("USER_KEY_REMOTE_COMPROMISE")
  /// Keys can be extracted by whoever holds the authenticator.
  public static let userKeyPhysicalCompromise = Self("USER_KEY_PHYSICAL_COMPROMISE")
  /// Newer firmware is available.
  public static let updateAvailable = Self("UPDATE_AVAILABLE")
  /// The maker no longer sells or maintains it.
  public static let retired = Self("RETIRED")
  /// The model is not to be trusted, for whatever reason.
  public static let revoked = Self("REVOKED")
  /// Functional certification, which came before the levels.
  public static let fidoCertified = Self("FIDO_CERTIFIED")

  /// The four kinds of compromise, without a revocation.
  public static let compromises: Set<Self> = [
    .userVerificationBypass, .attestationKeyCompromise, .userKeyRemoteCompromise, .userKeyPhysicalCompromise,
  ]

  /// `true` if it says that there is a certification of the FIDO Alliance or that there is none.
  var decidesCertification: Bool {
    MetadataCertificationLevel(self) != nil || [.notFIDOCertified, .selfAssertionSubmitted, .revoked].contains(self)
  }

  /// The name.
  public var description: String { rawValue }
}

/// The levels of the FIDO Alliance's certification, in their order. The raw values are the names in a BLOB.
public enum MetadataCertificationLevel: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// Functional certification alone; it came before the levels.
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

  /// The level that a status grants; `nil` for one that grants none.
  public init?(_ status: AuthenticatorStatus) { self.init(rawValue: status.rawValue) }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The weaker before the stronger.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
