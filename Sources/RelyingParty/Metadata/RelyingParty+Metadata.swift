import Encoding

extension RegistrationPolicy {
  /// Performs §7.1 step 24: returns the attestation policy with the metadata's anchors for this model added to its own.
  /// An authenticator without an AAGUID is looked up by the certificate in its statement, which is merely a name until
  /// the statement is verified.
  func attestation(of object: AttestationObject, _ aaguid: AAGUID) -> AttestationPolicy {
    guard let metadata, let statement = try? object.statement else { return attestation }
    // Each statement in a compound has its own certificate and may therefore have its own entry.
    let statements =
      statement.array?.compactMap { item in item["fmt"]?.text.map { (format: $0, statement: item["attStmt"]) } }
      ?? [(format: object.format, statement: statement)]
    var gathered = attestation
    for (format, statement) in statements {
      let certificate = statement?["x5c"]?.array?.first?.byteString.map { Array($0) }
      guard let anchors = metadata.entry(aaguid, format: format, certificate: certificate)?.anchors, !anchors.isEmpty
      else { continue }
      gathered.anchors = gathered.anchors ?? TrustAnchors()
      gathered.anchors?.byFormat[format, default: []] += anchors
    }
    return gathered
  }
}

extension RelyingParty {
  /// Performs §7.1 step 25: returns what the metadata say about an authenticator whose statement was verified, and
  /// whether the policy accepts it.
  ///
  /// Every statement in a compound is judged: one refused status rules out the whole compound, and one statement that
  /// vouches is enough.
  func judge(
    _ attestation: AttestationVerdict, _ aaguid: AAGUID, by policy: MetadataPolicy?, at time: UnixTime
  ) throws(WebAuthnError) -> MetadataVerdict? {
    guard let policy else { return nil }
    var best: MetadataVerdict?
    for statement in attestation.parts.isEmpty ? [attestation] : attestation.parts {
      let entry = policy.entry(aaguid, format: statement.format, certificate: statement.certificates.first)
      if policy.holdsToStatement { try MetadataPolicy.verify(statement, of: entry) }
      let verdict = policy.status.judge(
        entry, isVouched: Self.vouches(statement, for: aaguid, by: entry, at: time), at: time)
      for case .status(let status) in verdict.reasons { throw WebAuthnError(.registration(25), .status(status)) }
      if best.map({ !$0.isAccepted && verdict.isAccepted || !$0.isVouched && verdict.isVouched }) ?? true {
        best = verdict
      }
    }
    if let reason = best?.reasons.first { throw WebAuthnError(.registration(25), reason) }
    return best
  }

  /// Returns `true` if a statement vouches for an entry's model. Only the entry's anchors vouch for this model; the
  /// caller's own anchors may vouch for others. An entry found by its AAGUID is accepted only if the statement covers
  /// the AAGUID.
  private static func vouches(
    _ statement: AttestationVerdict, for aaguid: AAGUID, by entry: MetadataEntry?, at time: UnixTime
  ) -> Bool {
    guard let entry, statement.trust == .trusted else { return false }
    guard MetadataPolicy.isNamedByCertificate(aaguid, format: statement.format) || statement.vouches(for: aaguid) else {
      return false
    }
    let chain = statement.certificates.compactMap { try? X509Certificate(der: $0) }
    return !chain.isEmpty && (try? CertificatePath.verify(chain, anchors: entry.anchors, at: time)) != nil
  }
}

extension MetadataPolicy {
  /// Returns the entry of a model, found by its AAGUID or, if that is not meaningful, by the key of its attestation
  /// certificate in DER.
  fileprivate func entry(_ aaguid: AAGUID, format: String, certificate der: [UInt8]?) -> MetadataEntry? {
    guard Self.isNamedByCertificate(aaguid, format: format) else { return blob[aaguid] }
    return der.flatMap { try? X509Certificate(der: $0) }.flatMap { blob[certificateKeyIdentifier: $0.keyIdentifier] }
  }

  /// Returns `true` if the certificate must identify the model. A FIDO U2F statement does not sign the AAGUID, so
  /// anyone could have added one.
  fileprivate static func isNamedByCertificate(_ aaguid: AAGUID, format: String) -> Bool {
    aaguid == .zero || format == "fido-u2f"
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
