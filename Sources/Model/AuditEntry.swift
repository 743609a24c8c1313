import Foundation

/// What leaves a trace. The raw value is what stands in the log.
public enum AuditEvent: String, Codable, Hashable, Sendable, CaseIterable {
  case accountCreated = "account_created"
  case signedInWithPasskey = "signed_in_with_passkey"
  case signedInWithCard = "signed_in_with_card"
  case signedInWithPassword = "signed_in_with_password"
  case signedOut = "signed_out"
  case signedOutElsewhere = "signed_out_elsewhere"  // one other session, by its owner
  case signedOutEverywhereElse = "signed_out_everywhere_else"
  case counterRegressed = "counter_regressed"  // E-19, G-21
  case backupStateChanged = "backup_state_changed"
  case passwordSet = "password_set"
  case runLapsed = "run_lapsed"  // G-24
  case keyEnrolled = "key_enrolled"
  case cardAdded = "card_added"
  case cardBackedUp = "card_backed_up"  // D-30
  case keyOpens = "key_opens"  // a wrap was written for a key that stands
  case keyNeedsRewrap = "key_needs_rewrap"  // G-20
  case keyOpensAgain = "key_opens_again"
  case keyProved = "key_proved"
  case keyRenamed = "key_renamed"
  case keyRevoked = "key_revoked"
  case keyKept = "key_kept"  // a roll-back left it, because nothing else opens the journal
  case enrollmentRolledBack = "enrollment_rolled_back"
  case enrollmentCompleted = "enrollment_completed"
  case masterKeyMade = "master_key_made"
  case masterKeyRotated = "master_key_rotated"
  case recoveryCodeRevealed = "recovery_code_revealed"
  case recoveryCodeSaved = "recovery_code_saved"
  case recoveryCodeInvalidated = "recovery_code_invalidated"
  case escrowSaved = "account_recovery_saved"
  case escrowReplaced = "account_recovery_replaced"
  case recovered
  case recoveredByEscrow = "recovered_by_providers"
}

/// One line of the audit log. It names no secret and holds nothing that a person typed.
public struct AuditEntry: Hashable, Sendable {
  public var event: AuditEvent
  public var account: AccountID?
  public var credential: KeyID?
  public var at: Date
  public init(_ event: AuditEvent, account: AccountID?, credential: KeyID? = nil, at: Date) {
    self.event = event; self.account = account; self.credential = credential; self.at = at
  }
}
