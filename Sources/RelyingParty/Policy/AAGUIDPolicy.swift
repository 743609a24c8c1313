/// The authenticator models that may be registered (WebAuthn Level 3 §6.5.1; judged with §7.1 step 25).
///
/// An AAGUID is an authenticator's claim about itself, and any authenticator can claim any model. A list by itself only
/// distinguishes honest authenticators; against others, set ``requiresVouching`` and trust anchors too.
/// ``RegistrationVerdict/isAAGUIDVouchedFor`` says whether a trusted attestation covered a registration's AAGUID.
public struct AAGUIDPolicy: Hashable, Sendable, Codable {
  /// The only accepted models; `nil` for any.
  public var allowed: Set<AAGUID>?
  /// The models that are never accepted.
  public var denied: Set<AAGUID>
  /// `true` to reject an AAGUID that no trusted attestation vouches for, including the all-zero one.
  public var requiresVouching: Bool

  /// Creates a policy. By default it accepts every model.
  public init(allowed: Set<AAGUID>? = nil, denied: Set<AAGUID> = [], requiresVouching: Bool = false) {
    (self.allowed, self.denied, self.requiresVouching) = (allowed, denied, requiresVouching)
  }
}

extension RelyingParty {
  /// Checks the authenticator's model against the policy, after §7.1 step 25, because only then is it known who vouches
  /// for the model.
  func verify(_ aaguid: AAGUID, _ attestation: AttestationVerdict, _ policy: AAGUIDPolicy) throws(WebAuthnError) {
    guard !policy.denied.contains(aaguid), policy.allowed?.contains(aaguid) ?? true else {
      throw WebAuthnError(.registration(25), .aaguidRefused, received: aaguid.description)
    }
    guard !policy.requiresVouching || attestation.vouches(for: aaguid) else {
      throw WebAuthnError(
        .registration(25), .aaguidRefused, expected: "an AAGUID that a trusted attestation vouches for",
        received: aaguid.description)
    }
  }
}

extension AttestationVerdict {
  /// The formats in which a key that the chain vouches for signs the authenticator data, including the AAGUID (WebAuthn
  /// Level 3 §8.2, §8.3, §8.8). In `android-key`, the credential's own key signs the AAGUID; `fido-u2f` leaves it out.
  private static let formatsThatCoverAAGUID: Set<String> = ["packed", "tpm", "apple"]

  /// Returns `true` if the attestation vouches for the AAGUID. For a `compound`, one part is enough.
  func vouches(for aaguid: AAGUID) -> Bool {
    guard parts.isEmpty else { return parts.contains { $0.vouches(for: aaguid) } }
    return trust == .trusted && aaguid != .zero && type != .none && type != .self
      && Self.formatsThatCoverAAGUID.contains(format)
  }
}

extension RegistrationVerdict {
  /// `true` if a trusted attestation covers the AAGUID of the record. Otherwise it is only the authenticator's claim
  /// about itself.
  public var isAAGUIDVouchedFor: Bool { attestation.vouches(for: credential.aaguid) }
}
