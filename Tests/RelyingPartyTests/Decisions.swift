/// The captured ceremonies whose expectation this library does not share; `docs/DECISIONS.md` says why.
enum Decisions {
  static let rows: Set<String> = [
    "java/NoneAttestation.Default/reg", "java/Packed.BasicAttestation/reg", "java/Packed.BasicAttestationEdDsa/reg",
    "java/Packed.BasicAttestationRsa/reg", "java/Packed.BasicAttestationWithoutAaguidExtension/reg",
    "java/Packed.BasicAttestationWithWrongAaguidExtension/reg", "java/Packed.SelfAttestation/reg",
    "webauthn-rs/test_solokey_v2_a_sealed_attestation/0",
    "swa/verifyAuthenticationResponse/should-throw-when-assertion-type-is-not-webauthn-create",
    "go-webauthn/protocol.TestParsedCredentialAssertionData_Verify#4", "go-webauthn/protocol.TestParsedCredentialAssertionData_Verify#5",
    "go-webauthn/webauthn.TestValidateLoginAppIDFromSessionReplacesRPID",
  ]
}
