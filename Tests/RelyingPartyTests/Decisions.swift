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
    "java/Packed.BasicAttestationRs384/reg", "java/Packed.BasicAttestationRs512/reg",
    "chromium/mldsa44/reg", "chromium/mldsa44/auth", "java/Mldsa44/reg", "java/Mldsa44/auth",
    "py_webauthn/test_verify_ml_dsa_44_response", "py_webauthn/test_verify_pqc_ml_dsa_44_packed_response",
    "java/Packed.BasicAttestationMlDsa44/reg", "java/Packed.BasicAttestationMlDsa65/reg", "java/Packed.BasicAttestationMlDsa87/reg",
  ]
}
