/// The attestation that is acceptable (WebAuthn Level 3 §7.1 steps 24 and 25).
public struct AttestationPolicy: Sendable {
  /// The certificates in which chains may end. If `nil`, statements are verified but their chains are not assessed.
  public var anchors: TrustAnchors?
  /// The acceptable types; all of them by default.
  public var acceptedTypes = Self.allTypes

  /// The only formats of statement that are acceptable; `nil` for all. The statements in a `compound` have to be of
  /// these formats too.
  public var requiredFormats: Set<String>?

  private static let allTypes = Set(AttestationType.allCases)

  /// The defaults; set what differs.
  public init() {}
}

extension RelyingParty {
  /// The format of the attestation, or of a part of it, against the policy (§7.1 steps 22 and 25).
  func verify(format: String, _ policy: AttestationPolicy) throws(WebAuthnError) {
    guard let required = policy.requiredFormats, !required.contains(format) else { return }
    throw WebAuthnError(
      .registration(22), .attestationFormatRefused, expected: required.sorted().joined(separator: " or "),
      received: format)
  }
}

extension RelyingParty {
  /// §7.1 steps 24 and 25: is the type acceptable, and does the chain lead to an anchor? Of a `compound` each part is
  /// asked.
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
