@testable import RelyingParty

/// The captured ceremonies for which this library deliberately differs from the expected result;
/// `docs/decisions/relying-party.md` says why.
enum Decisions {
  static let rows = tpmWithSHA1.union(indefiniteMaps).union([
    "webauthn-rs/test_solokey_v2_a_sealed_attestation/0",
    "swa/verifyAuthenticationResponse/should-throw-when-assertion-type-is-not-webauthn-create",
    "go-webauthn/protocol.TestParsedCredentialAssertionData_Verify#4",
    "go-webauthn/protocol.TestParsedCredentialAssertionData_Verify#5",
    "go-webauthn/webauthn.TestValidateLoginAppIDFromSessionReplacesRPID",
    "go-webauthn/protocol.TestSpecVectors_Registration_E2E#2",
    "chromium/mldsa44/reg", "chromium/mldsa44/auth", "java/Mldsa44/reg", "java/Mldsa44/auth",
    "java/Packed.BasicAttestationMlDsa44/reg",
    "py_webauthn/test_verify_ml_dsa_44_response", "py_webauthn/test_verify_pqc_ml_dsa_44_packed_response",
    "webauthn-rs/test_google_pixel_3a_direct_attestation/0", "webauthn-rs/test_google_safetynet/0",
  ])

  /// Rows that are accepted if the policy allows TPM statements that rely on SHA-1.
  static let tpmWithSHA1: Set<String> = [
    "py_webauthn/test_verify_attestation_dell_xps_13", "py_webauthn/test_verify_attestation_lenovo_carbon_x1",
    "py_webauthn/test_verify_attestation_surface_pro_4", "py_webauthn/test_verify_tpm_with_ecc_public_area_type",
    "swa/verifyAttestationTPM/should-verify-TPM-response-with-spec-compliant-tcgAtTpm-SAN-structure",
    "swa/verifyAttestationTPM/should-verify-TPM-response-with-non-spec-compliant-tcgAtTpm-SAN-structure",
    "swa/verifyAttestationTPM/should-verify-TPM-response-with-ECC-public-area-type",
    "java/WindowsHelloTpm/reg", "java/ThinkpadTpm/reg",
  ]

  /// Rows that have the expected result once the maps of the attestation object and of its statement, which are not
  /// signed, are given definite lengths.
  static let indefiniteMaps = Set(
    [
      "NoneAttestation.Default", "Packed.BasicAttestation", "Packed.BasicAttestationEdDsa",
      "Packed.BasicAttestationRsa",
      "Packed.BasicAttestationRs384", "Packed.BasicAttestationRs512", "Packed.BasicAttestationWithoutAaguidExtension",
      "Packed.BasicAttestationWithWrongAaguidExtension", "Packed.SelfAttestation", "FidoU2f.BasicAttestation",
      "FidoU2f.SelfAttestation",
      "AndroidSafetynet.BasicAttestation", "AndroidSafetynet.WrongHostname", "AndroidSafetynet.FalseCtsProfileMatch",
      "Tpm.ValidEs256",
      "Tpm.ValidEs256Alt", "Tpm.ValidEs384", "Tpm.ValidEs512", "Tpm.ValidRs256", "Tpm.ValidRs384", "Tpm.ValidRs512",
    ].map { "java/\($0)/reg" })

  /// Those among them whose statement itself is wrong.
  static let faultsOfIndefiniteMaps: [String: WebAuthnErrorCode] = [
    "java/AndroidSafetynet.BasicAttestation/reg": .certificateExpired,
    "java/Packed.BasicAttestationRsa/reg": .invalidPublicKey,
    "java/Packed.BasicAttestationRs384/reg": .invalidPublicKey,
    "java/Packed.BasicAttestationRs512/reg": .invalidPublicKey,
    "java/Tpm.ValidRs256/reg": .invalidPublicKey, "java/Tpm.ValidRs384/reg": .invalidPublicKey,
    "java/Tpm.ValidRs512/reg": .invalidPublicKey,
  ]
}
