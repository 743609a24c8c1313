/// Something that a ceremony that passed should be remembered for.
public enum CeremonyWarning: Hashable, Sendable, Codable {
  /// The signature counter did not grow: the authenticator may have been cloned (§6.1.1).
  case counterDidNotIncrease(stored: UInt32, received: UInt32)
  /// The backup eligibility differs from that at registration.
  case backupEligibilityChanged(from: BackupEligibility, to: BackupEligibility)
  /// An extension answered that was not asked for.
  case unsolicitedExtension(String)
  /// The credential is protected less than was asked (CTAP 2.1 §12.1): ``CredentialProtectionPolicy`` says what `received` allows.
  case weakerCredentialProtection(asked: CredentialProtectionPolicy, received: CredentialProtectionPolicy)
}
