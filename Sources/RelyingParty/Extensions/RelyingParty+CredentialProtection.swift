extension RelyingParty {
  /// §7.1 step 21 for `credProtect` (CTAP 2.1 §12.1): what was asked against what the authenticator signed.
  ///
  /// An authenticator that does not know the extension says nothing, and its credentials have the weakest protection.
  func verifyCredentialProtection(
    _ signed: AuthenticatorExtensionOutputs, asked: CredentialProtectionRequest?
  ) throws(WebAuthnError) -> [CeremonyWarning] {
    guard let asked else { return [] }
    let received = signed.credentialProtection ?? .userVerificationOptional
    guard received != asked.policy else { return [] }
    guard !asked.isEnforced else {
      throw WebAuthnError(
        .registration(21), .extensionOutputRefused, expected: "credProtect \(asked.policy.rawValue)",
        received: signed.credentialProtection?.rawValue ?? "none")
    }
    return received < asked.policy ? [.weakerCredentialProtection(asked: asked.policy, received: received)] : []
  }
}
