/// The acceptable attestations (WebAuthn Level 3 §7.1 steps 24 and 25).
public struct AttestationPolicy: Sendable {
  /// The certificates in which chains may end. If `nil`, statements are verified but their chains are not assessed.
  public var anchors: TrustAnchors?
  /// The acceptable types; all of them by default.
  public var acceptedTypes = Self.allTypes

  /// The only acceptable statement formats; `nil` for all. The statements in a `compound` must have these formats too.
  public var requiredFormats: Set<String>?

  private static let allTypes = Set(AttestationType.allCases)

  /// Creates the default policy; change only what differs.
  public init() {}
}

extension RelyingParty {
  /// Checks the format of an attestation, or of a part of one, against the policy (§7.1 steps 22 and 25).
  func verify(format: String, _ policy: AttestationPolicy) throws(WebAuthnError) {
    guard let required = policy.requiredFormats, !required.contains(format) else { return }
    throw WebAuthnError(
      .registration(22), .attestationFormatRefused, expected: required.sorted().joined(separator: " or "),
      received: format)
  }
}

extension RelyingParty {
  /// Performs §7.1 steps 24 and 25: checks that the type is acceptable and that the chain leads to an anchor. For a
  /// `compound`, each part is checked.
  func assess(
    _ result: AttestationResult, format: String, aaguid: AAGUID, policy: AttestationPolicy, at time: UnixTime
  ) throws(WebAuthnError) -> AttestationVerdict {
    guard policy.acceptedTypes.contains(result.type) else {
      throw WebAuthnError(.registration(25), .attestationTypeRefused, received: result.type.rawValue)
    }
    var trust = AttestationVerdict.Trust.notAssessed
    if !result.trustPath.isEmpty, let anchors = policy.anchors {
      try CertificatePath.verify(result.trustPath, anchors: anchors.anchors(format: format, aaguid: aaguid), at: time)
      trust = .trusted
    }
    var parts: [AttestationVerdict] = []
    for part in result.parts {
      try verify(format: part.format, policy)
      parts.append(try assess(part.result, format: part.format, aaguid: aaguid, policy: policy, at: time))
    }
    if !parts.isEmpty, parts.allSatisfy({ $0.trust == .trusted }) { trust = .trusted }
    return AttestationVerdict(
      format: format, type: result.type, certificates: result.trustPath.map(\.der), trust: trust, parts: parts,
      isDeviceBound: result.isDeviceBound)
  }
}
