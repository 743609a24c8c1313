extension MetadataPolicy {
  /// §7.1 step 25, where an attestation is held to the statement of its model: to `attestationTypes`, and to `attestationRootCertificates`
  /// (FIDO Metadata Statement v3 §4).
  static func verify(_ attestation: AttestationVerdict, of entry: MetadataEntry?) throws(WebAuthnError) {
    guard let entry else {
      guard attestation.certificates.isEmpty else { throw WebAuthnError(.registration(25), .metadataUnknownAuthenticator) }
      return
    }
    // A client that was asked for no attestation may have taken it away: none is none of a model's types.
    let stated = entry.statement?.attestationTypes ?? []
    if attestation.type != .none, !stated.isEmpty, !attestation.type.metadataNames.contains(where: stated.contains) {
      throw WebAuthnError(
        .registration(25), .attestationTypeRefused, expected: stated.joined(separator: " or "), received: attestation.type.rawValue)
    }
    let roots = entry.anchors.map(\.der)
    if attestation.format == "packed", attestation.certificates.dropFirst().contains(where: roots.contains) {
      throw WebAuthnError(.registration(25), .untrustedChain, expected: "a path without its root")
    }
  }
}

extension AttestationType {
  /// The names of a type in the FIDO Registry of Predefined Values §3.6.3. A verifier cannot tell a key of the model from one that an
  /// attestation CA certified, so that each may be called by the other's name.
  fileprivate var metadataNames: [String] {
    switch self {
    case .none: ["none"]
    case .`self`: ["basic_surrogate"]
    case .basic, .attestationCA: ["basic_full", "attca"]
    case .anonymizationCA: ["anonca"]
    }
  }
}
