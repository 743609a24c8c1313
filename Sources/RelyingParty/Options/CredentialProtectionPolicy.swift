/// When an authenticator may use the credential (CTAP 2.1 §12.1 "credProtect"), the weakest first.
public enum CredentialProtectionPolicy: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
  /// Without verifying the user, and for whoever asks: who holds the key learns which accounts it has here.
  case userVerificationOptional
  /// Without verifying the user only for a relying party that names the credential.
  case userVerificationOptionalWithCredentialIDList
  /// Only when the user is verified.
  case userVerificationRequired

  /// The number that an authenticator gives.
  public var level: Int64 {
    switch self {
    case .userVerificationOptional: 1
    case .userVerificationOptionalWithCredentialIDList: 2
    case .userVerificationRequired: 3
    }
  }

  init?(level: Int64) {
    guard let policy = Self.allCases.first(where: { $0.level == level }) else { return nil }
    self = policy
  }

  /// Weaker before stronger.
  public static func < (left: Self, right: Self) -> Bool { left.level < right.level }
}
