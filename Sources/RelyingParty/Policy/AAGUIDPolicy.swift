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

extension RelyingParty {
  /// The model of the authenticator against the policy; after §7.1 step 25, because only then it is known who vouches for it.
  func verify(_ aaguid: AAGUID, _ attestation: AttestationVerdict, _ policy: AAGUIDPolicy) throws(WebAuthnError) {
    guard !policy.denied.contains(aaguid), policy.allowed?.contains(aaguid) ?? true else {
      throw WebAuthnError(.registration(25), .aaguidRefused, received: aaguid.description)
    }
    guard !policy.requiresVouching || attestation.vouches(for: aaguid) else {
      throw WebAuthnError(
        .registration(25), .aaguidRefused, expected: "an AAGUID that a trusted attestation vouches for", received: aaguid.description)
    }
  }
}

extension AttestationVerdict {
  /// The formats in which a key that the chain vouches for signs the authenticator data, and with it the AAGUID (WebAuthn Level 3 §8.2, §8.3,
  /// §8.8). In `android-key` the credential's own key signs it; `fido-u2f` leaves it out.
  private static let formatsThatCoverAAGUID: Set<String> = ["packed", "tpm", "apple"]

  /// Of a `compound` one part is enough.
  func vouches(for aaguid: AAGUID) -> Bool {
    guard parts.isEmpty else { return parts.contains { $0.vouches(for: aaguid) } }
    return trust == .trusted && aaguid != .zero && type != .none && type != .self && Self.formatsThatCoverAAGUID.contains(format)
  }
}

extension RegistrationVerdict {
  /// Whether a trusted attestation covers the AAGUID of the record. Otherwise it is only what the authenticator says of itself.
  public var isAAGUIDVouchedFor: Bool { attestation.vouches(for: credential.aaguid) }
}
