import Foundation

/// What leaves a trace. The raw value is what stands in the log.
public enum AuditEvent: String, Codable, Hashable, Sendable, CaseIterable {
  case accountCreated = "account_created"
  case signedInWithPasskey = "signed_in_with_passkey"
  case signedInWithPassword = "signed_in_with_password"
  case signedOut = "signed_out"
  case counterRegressed = "counter_regressed"  // E-19, G-21
  case backupStateChanged = "backup_state_changed"
  case passwordSet = "password_set"
  case runLapsed = "run_lapsed"  // G-24
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
