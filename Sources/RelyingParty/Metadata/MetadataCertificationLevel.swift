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
