extension RelyingParty {
  /// The format of the attestation, or of a part of it, against the policy (§7.1 steps 22 and 25).
  func verify(format: String, _ policy: AttestationPolicy) throws(WebAuthnError) {
    guard let required = policy.requiredFormats, !required.contains(format) else { return }
    throw WebAuthnError(.registration(22), .attestationFormatRefused, expected: required.sorted().joined(separator: " or "), received: format)
  }
}
