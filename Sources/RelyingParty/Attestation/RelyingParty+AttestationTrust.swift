extension RelyingParty {
  /// §7.1 steps 24 and 25: is the type acceptable, and does the chain lead to an anchor? Of a `compound` each part is asked.
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
      format: format, type: result.type, certificates: result.trustPath.map(\.der), trust: trust, parts: parts, isDeviceBound: result.isDeviceBound)
  }
}
