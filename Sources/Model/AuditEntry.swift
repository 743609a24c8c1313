import Foundation

/// The events that the audit log records. The raw value is the name in the log.
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
  case recoveryCodeProved = "recovery_code_proved"  // as drill_passed, in earlier versions
  case recoveryPaperChecked = "recovery_paper_checked"  // the number and the check on its paper were given
  case drillPassed = "drill_passed"  // the way with this id opened its own wrap in a drill
  case drillFailed = "drill_failed"
  case recoveryCodeInvalidated = "recovery_code_invalidated"
  case copyTaken = "copy_taken"  // of the journal, with what opens it
  case escrowSaved = "account_recovery_saved"
  case escrowReplaced = "account_recovery_replaced"
  case recovered
  case recoveredByEscrow = "recovered_by_providers"
  case deletionAsked = "account_deletion_asked"  // by its holder, or by whoever runs the site
  case deletionTakenBack = "account_deletion_taken_back"
  case accountDeleted = "account_deleted"
  case accountDisabled = "account_disabled"  // this and what follows: by whoever runs the site
  case accountEnabled = "account_enabled"
  case signedOutByOperator = "signed_out_by_operator"
  case serviceAllowed = "service_allowed"  // this and what follows: the service stands where a credential does
  case serviceForgotten = "service_forgotten"
  case serviceHeard = "service_heard"  // that a sign-in has ended
  case serviceMissed = "service_missed"  // for a day, and is given up

  /// `true` if the entry names a service where others name a credential.
  public var isAboutService: Bool {
    switch self {
    case .serviceAllowed, .serviceForgotten, .serviceHeard, .serviceMissed: true
    default: false
    }
  }
}

/// One line of the audit log. It contains no secret and nothing that a person typed.
public struct AuditEntry: Hashable, Sendable {
  public var event: AuditEvent
  public var account: AccountID?
  public var credential: KeyID?
  public var at: Date
  public init(_ event: AuditEvent, account: AccountID?, credential: KeyID? = nil, at: Date) {
    self.event = event; self.account = account; self.credential = credential; self.at = at
  }
  /// Creates an entry about a service, whose id stands where others have a credential (`AuditEvent.isAboutService`).
  public init(_ event: AuditEvent, account: AccountID, service: String, at: Date) {
    self.init(event, account: account, credential: KeyID(rawValue: service), at: at)
  }
}

/// The content of one row of the audit log, as stored, so that events unknown to this version can be shown and verified
/// too.
public struct AuditLine: Hashable, Sendable {
  public var event: String
  public var account: [UInt8]?
  public var credential: String?
  /// The time of the event in milliseconds since 1970.
  public var at: Int64
  /// The entry's number among those of its account, counted from 1; `nil` where entries are chained as they are
  /// written, so that none can be lost before.
  public var number: Int64?
  public init(event: String, account: [UInt8]?, credential: String?, at: Int64, number: Int64? = nil) {
    self.event = event; self.account = account; self.credential = credential; self.at = at; self.number = number
  }
  public init(_ entry: AuditEntry) {
    event = entry.event.rawValue; account = entry.account?.bytes; credential = entry.credential?.rawValue
    at = Int64((entry.at.timeIntervalSince1970 * 1000).rounded())
  }
}

/// One row: its position, its content, and the digest over it and all previous rows.
public struct AuditRow: Hashable, Sendable {
  public var position: Int
  /// The content of the row; `nil` if the columns hold something that we never wrote.
  public var line: AuditLine?
  public var digest: [UInt8]
  public init(position: Int, line: AuditLine?, digest: [UInt8]) {
    self.position = position; self.line = line; self.digest = digest
  }
}

/// The last position and its digest. Anyone who remembers the head can detect whether the log has since been truncated
/// or rewritten.
public struct AuditHead: Hashable, Sendable {
  public var position: Int
  public var digest: [UInt8]
  public init(position: Int, digest: [UInt8]) { self.position = position; self.digest = digest }

  /// The head of an empty log.
  public static let beginning = AuditHead(position: 0, digest: Array(repeating: 0, count: 32))
}

/// Where a log begins whose earlier entries were taken out.
public struct AuditBeginning: Hashable, Sendable {
  /// The last entry that was taken out.
  public var head: AuditHead
  /// The newest time of all that were taken out, in milliseconds since 1970.
  public var until: Int64
  /// The head, signed as a beginning. A beginning that nobody signed is a break.
  public var note: String
  public init(head: AuditHead, until: Int64, note: String) { self.head = head; self.until = until; self.note = note }
}

/// A signed note of the log's head, beside its position.
public struct StoredCheckpoint: Hashable, Sendable {
  public var position: Int
  public var note: String
  public init(position: Int, note: String) { self.position = position; self.note = note }
}

/// Facts in a database that its audit log does not record. Each fact is written together with an entry, so a log that
/// is intact but lacks the entry was truncated or emptied. What is as old as the entries that were taken out of the log
/// is no such fact.
public struct UntoldFacts: Hashable, Sendable {
  /// The number of accounts whose creation has no entry.
  public var accounts: Int
  /// The number of open sessions whose sign-in has no entry.
  public var signIns: Int
  /// The number of accounts that have given a number to an entry that is nowhere.
  public var acts: Int
  public init(accounts: Int = 0, signIns: Int = 0, acts: Int = 0) {
    self.accounts = accounts; self.signIns = signIns; self.acts = acts
  }

  public static let none = UntoldFacts()
}
