/// Which models of authenticator may be registered (WebAuthn Level 3 §6.5.1; judged with §7.1 step 25).
///
/// An AAGUID is what an authenticator says of itself, and anything can say anything. A list alone keeps honest authenticators apart;
/// against others ``requiresVouching`` and trust anchors have to stand beside it. ``RegistrationVerdict/isAAGUIDVouchedFor`` says which it was.
public struct AAGUIDPolicy: Hashable, Sendable, Codable {
  /// The only ones that are accepted; `nil` for any.
  public var allowed: Set<AAGUID>?
  /// Those that are not accepted, whatever else is said.
  public var denied: Set<AAGUID>
  /// Refuse an AAGUID that no trusted attestation vouches for, the one of zeros among them.
  public var requiresVouching: Bool

  /// A policy; without anything it accepts every model.
  public init(allowed: Set<AAGUID>? = nil, denied: Set<AAGUID> = [], requiresVouching: Bool = false) {
    (self.allowed, self.denied, self.requiresVouching) = (allowed, denied, requiresVouching)
  }
}
