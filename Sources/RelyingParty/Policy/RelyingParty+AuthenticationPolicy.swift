extension RelyingParty {
  /// §7.2 step 19, as far as it is the policy's: the backup flags.
  func verify(_ flags: AuthenticatorFlags, _ policy: BackupStatePolicy) throws(WebAuthnError) {
    switch policy {
    case .any: return
    case .refuseBackedUp:
      guard flags.contains(.backedUp) else { return }
      throw WebAuthnError(.authentication(19), .backupStateRefused, expected: "no BS", received: "BS")
    case .refuseEligible:
      guard flags.contains(.backupEligible) else { return }
      throw WebAuthnError(
        .authentication(19), .backupEligibilityRefused, expected: BackupEligibility.notEligible.rawValue,
        received: BackupEligibility.eligible.rawValue)
    }
  }

  /// The algorithm of a stored key against a policy that was narrowed since it was registered; before the signature counts (§7.2 step 21).
  func verifyAlgorithm(of credential: CredentialRecord, _ allowed: Set<COSEAlgorithmIdentifier>?) throws(WebAuthnError) {
    guard let allowed, let key = try? COSEKey(credential.publicKey), !allowed.contains(key.algorithm) else { return }
    throw WebAuthnError(
      .authentication(21), .algorithmNotAllowed, expected: allowed.map(\.description).sorted().joined(separator: ", "),
      received: key.algorithm.description)
  }
}
