extension RegistrationPolicy {
  /// §7.1 step 24: the attestation policy, and the anchors that the metadata have for this model among its own. An authenticator of FIDO U2F
  /// has no AAGUID and is found by the certificate in its statement, which is nothing but a name before the statement is verified.
  func attestation(of object: AttestationObject, _ aaguid: AAGUID) -> AttestationPolicy {
    guard let metadata else { return attestation }
    let certificate = (try? object.statement)?["x5c"]?.array?.first?.byteString.map { Array($0) }
    guard let anchors = metadata.entry(aaguid, certificate: certificate)?.anchors, !anchors.isEmpty else { return attestation }
    var gathered = attestation
    gathered.anchors = attestation.anchors ?? TrustAnchors()
    gathered.anchors?.byAAGUID[aaguid, default: []] += anchors
    return gathered
  }
}

extension RelyingParty {
  /// §7.1 step 25: what the metadata say about an authenticator whose statement was verified, and whether the policy accepts that.
  func judge(
    _ attestation: AttestationVerdict, _ aaguid: AAGUID, by policy: MetadataPolicy?, at time: UnixTime
  ) throws(WebAuthnError) -> MetadataVerdict? {
    guard let policy else { return nil }
    let entry = policy.entry(aaguid, certificate: attestation.certificates.first)
    if policy.holdsToStatement { try MetadataPolicy.verify(attestation, of: entry) }
    // The caller's own anchors may vouch for others: for this model only those of its entry do.
    let chain = attestation.trust == .trusted ? attestation.certificates.compactMap { try? X509Certificate(der: $0) } : []
    let isVouched = !chain.isEmpty && (try? CertificatePath.verify(chain, anchors: entry?.anchors ?? [], at: time)) != nil
    let verdict = policy.status.judge(entry, isVouched: isVouched, at: time)
    if let reason = verdict.reasons.first { throw WebAuthnError(.registration(25), reason) }
    return verdict
  }
}

extension MetadataPolicy {
  /// What is said about a model: by its AAGUID, or where it has none by the key of its attestation certificate in DER.
  fileprivate func entry(_ aaguid: AAGUID, certificate der: [UInt8]?) -> MetadataEntry? {
    guard aaguid == .zero else { return blob[aaguid] }
    return der.flatMap { try? X509Certificate(der: $0) }.flatMap { blob[certificateKeyIdentifier: $0.keyIdentifier] }
  }
}

extension WebAuthnError {
  fileprivate init(_ step: CeremonyStep, _ reason: MetadataVerdict.Reason) {
    switch reason {
    case .status(let status): self.init(step, .metadataStatusRefused, received: status.rawValue)
    case .level(let level): self.init(step, .metadataStatusRefused, received: level?.rawValue ?? "no certification")
    case .unknown: self.init(step, .metadataUnknownAuthenticator)
    }
  }
}
