/// When an authenticator may use the credential (CTAP 2.1 §12.1 "credProtect").
public enum CredentialProtectionPolicy: String, Hashable, Sendable, Codable {
  case userVerificationOptional, userVerificationOptionalWithCredentialIDList, userVerificationRequired
}
