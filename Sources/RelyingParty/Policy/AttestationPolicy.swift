/// What attestation is acceptable (WebAuthn Level 3 §7.1 steps 24 and 25).
public struct AttestationPolicy: Sendable {
  /// Where chains of certificates may end. `nil`: statements are verified, and their chains are not assessed.
  public var anchors: TrustAnchors?
  /// The acceptable types; all of them by default.
  public var acceptedTypes = Self.allTypes

  /// The only formats of statement that are acceptable; `nil` for all. The statements in a `compound` have to be of these formats too.
  public var requiredFormats: Set<String>?

  private static let allTypes = Set(AttestationType.allCases)

  /// The defaults; set what differs.
  public init() {}
}
