import Foundation
import Sentences

/// The store for all persistent data. A driver provides transactions, each of which takes effect completely or not at
/// all.
///
/// A transaction can be lost through no fault of its own, and its work is then performed again. Therefore, the work
/// changes nothing outside of its transaction, except as `Records.afterwards` and `Records.beforeAgain` allow.
public protocol Store: Sendable {
  func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result
  func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result
  /// Performs a transaction of housekeeping. Where several servers share the store, one of them does it at a time.
  /// - Returns: `nil` if another server is at it. Then nothing was done.
  func sweep<Result: Sendable>(
    _ work: @escaping @Sendable (any Records) throws -> Result
  ) async throws -> Result?
  /// Gives the audit log's waiting entries their places in the chain, one batch of them. Nothing waits where entries are
  /// chained as they are written.
  /// - Returns: `true` if more entries may wait.
  func chainWaiting() async throws -> Bool
  /// Leaves nothing of what was deleted in files of the store that would keep it for a while.
  /// - Returns: `false` if the store was in use all the time, and it must be tried again.
  func forgetDeleted() async -> Bool
}

extension Store {
  public func sweep<Result: Sendable>(
    _ work: @escaping @Sendable (any Records) throws -> Result
  ) async throws -> Result? { try await write(work) }
  public func chainWaiting() async throws -> Bool { false }
  public func forgetDeleted() async -> Bool { true }
}

/// Everything that the store offers within one transaction.
public protocol Records: AccountRecords, CredentialRecords, ChallengeRecords, SessionRecords, RunRecords, AuditRecords,
  InstallationRecords,
  WayRecords,
  JournalRecords, HandoffRecords, CopyRecords, DrillTicketRecords, InvitationRecords, SigningInRecords, GuessRecords,
  ServiceRecords
{
  /// Runs a part that may fail on its own. If the part throws, its writes are undone, and the rest of the transaction
  /// continues.
  func attempt<Result>(_ work: () throws -> Result) throws -> Result
  /// Has something done in memory when the transaction is over, whether it took effect or not; once, even if the work
  /// was performed more than once.
  func afterwards(_ act: @escaping @Sendable () -> Void)
  /// Has something undone in memory before the work is performed again, because its transaction was lost.
  func beforeAgain(_ undo: @escaping @Sendable () -> Void)
}

public protocol AccountRecords {
  func account(_ id: AccountID) throws -> Account?
  func account(named: Username) throws -> Account?
  /// Returns at most `limit` accounts, the oldest first.
  func accounts(limit: Int) throws -> [Account]
  /// Returns `true` if the name is already an account's name, or could be mistaken for one (`Username.skeletons`).
  func isTaken(_ name: Username) throws -> Bool
  /// Throws `StoreError.taken` if the user name or the id belongs to another account.
  func insert(_ account: Account) throws
  func setPasswordHash(_ hash: String, of account: AccountID) throws
  /// Writes what Settings must tell the person: the reminder, the nudge, a rotation that is due.
  func setCare(_ care: AccountCare, of account: AccountID) throws
  /// Writes whether the account may be used, and until when it lasts.
  func setLife(_ life: AccountLife, of account: AccountID) throws
  /// Returns at most `limit` accounts whose time to be deleted has come.
  func accounts(dueForDeletionAt now: Date, limit: Int) throws -> [AccountID]
  /// Deletes the account and everything that refers to it, except its lines in the audit log.
  func delete(_ account: AccountID) throws
}

public protocol InvitationRecords {
  func insert(_ invitation: Invitation) throws
  func invitation(_ tokenHash: [UInt8]) throws -> Invitation?
  /// Returns the invitations that can be used, the oldest first and at most `limit`.
  func invitations(validAt now: Date, limit: Int) throws -> [Invitation]
  /// Notes the account that was created with the invitation.
  func spend(invitation tokenHash: [UInt8], on account: AccountID) throws
  func delete(invitation tokenHash: [UInt8]) throws
  /// Deletes the invitations that ran out unused.
  func deleteInvitations(expiredBefore: Date) throws
}

public protocol CredentialRecords {
  func credential(_ id: KeyID) throws -> Credential?
  func credentials(of account: AccountID) throws -> [Credential]
  /// Throws `StoreError.taken` if the credential ID is already known (Level 3 §7.1 step 26).
  func insert(_ credential: Credential) throws
  /// Writes what an assertion changes: the counter, the flags and the time of last use.
  func update(_ credential: Credential) throws
  func delete(_ credential: KeyID) throws
}

public protocol ChallengeRecords {
  func insert(_ challenge: Challenge) throws
  /// Removes the challenge from the store, so that it cannot be used again. Returns `nil` if the challenge is no longer
  /// there or never was.
  func spend(_ bytes: [UInt8]) throws -> Challenge?
  func deleteChallenges(issuedBefore: Date) throws
  /// Deletes all challenges of a session except the `count` newest.
  func deleteChallenges(of session: SessionID, butNewest count: Int) throws
}

public protocol HandoffRecords {
  func insert(_ handoff: Handoff) throws
  /// Removes the handoff from the store, so that it cannot be used again. Returns `nil` if the handoff is no longer
  /// there or never was.
  func spend(handoff tokenHash: [UInt8]) throws -> Handoff?
  func deleteHandoffs(issuedBefore: Date) throws
}

public protocol DrillTicketRecords {
  /// Adds the ticket, and deletes the account's ticket from before. Throws `taken` if another account has a ticket with
  /// this hash.
  func insert(_ ticket: DrillTicket) throws
  func drillTicket(_ tokenHash: [UInt8]) throws -> DrillTicket?
  func delete(drillTicket tokenHash: [UInt8]) throws
  func deleteDrillTickets(issuedBefore: Date) throws
}

public protocol SessionRecords {
  func session(_ id: SessionID) throws -> Session?
  func insert(_ session: Session) throws
  /// Writes the account to which the session belongs and the time at which it was last seen.
  func update(_ session: Session) throws
  /// Writes the invitation that was opened in the session.
  func setInvitation(_ tokenHash: [UInt8], of session: SessionID) throws
  /// Deletes the session, along with its runs and challenges.
  func delete(_ session: SessionID) throws
  func sessions(of account: AccountID) throws -> [Session]
  /// Returns at most `limit` sessions that are signed in to an account and have not been seen since `notSeenSince`, or
  /// were signed in before `orSignedInBefore`.
  func sessions(notSeenSince: Date, orSignedInBefore: Date, limit: Int) throws -> [SessionID]
  /// Ends at most `limit` sessions that are not signed in to an account and have no run that is kept now, along with
  /// their runs and challenges. Returns the number of ended sessions.
  func deleteAnonymousSessions(notSeenSince: Date, at now: Date, limit: Int) throws -> Int
}

public protocol RunRecords {
  func run(_ id: String) throws -> Run?
  func insert(_ run: Run) throws
  /// Writes the run's session, its contents, its last activity and how long it is kept.
  func update(_ run: Run) throws
  func delete(run: String) throws
  func runs(of session: SessionID) throws -> [Run]
  /// Returns the names of the flows that the session runs, without the runs' contents.
  func flows(of session: SessionID) throws -> [String]
  /// Returns the runs of all flows except these, the oldest first and at most `limit`.
  func runs(notActiveSince: Date, but flows: [String], limit: Int) throws -> [Run]
  /// Returns the number of runs that are kept now, in total or only for this mark.
  func keptRuns(at now: Date, for mark: [UInt8]?) throws -> Int
  /// Ends at most `limit` runs that are not kept themselves but share an anonymous session with a run that is kept now.
  /// Returns the number of ended runs.
  func deleteAnonymousRuns(ofSessionsNotSeenSince: Date, at now: Date, limit: Int) throws -> Int
}

public protocol AuditRecords {
  /// Appends the entry to the log. It is part of the chain at once, or within two seconds (`Store.chainWaiting`).
  func append(_ entry: AuditEntry) throws
  func entries(of account: AccountID) throws -> [AuditEntry]
  /// Returns the newest entries first, after skipping the `skipped` newest.
  func newestEntries(of account: AccountID, limit: Int, skipping skipped: Int) throws -> [AuditEntry]
  /// Returns the account's newest entry with one of these events; `nil` if there is none. This, `oldest` and `count` also
  /// know what is kept of entries that were taken out (`AuditEvent.keeping`).
  func newest(of events: [AuditEvent], in account: AccountID) throws -> AuditEntry?
  /// Returns the account's oldest entry with one of these events; `nil` if there is none.
  func oldest(of events: [AuditEvent], in account: AccountID) throws -> AuditEntry?
  /// Returns the number of times that the event occurred on the account, up to and including a time.
  func count(of event: AuditEvent, of account: AccountID, until end: Date) throws -> Int
  /// Returns what is kept of the account's entries that were taken out, the newest first.
  func keptEntries(of account: AccountID) throws -> [AuditEntry]
  /// Returns at most `limit` rows from this position on, ordered by position.
  func auditRows(from position: Int, limit: Int) throws -> [AuditRow]
  /// Returns the position of the first row with this time or a later one; `nil` if all are older.
  func firstAuditPosition(since time: Date) throws -> Int?
  /// Returns the head after the last row; without rows, where the log begins.
  func auditHead() throws -> AuditHead
  /// Returns where the log begins; `nil` if it begins with its first entry.
  func auditBeginning() throws -> AuditBeginning?
  /// Lets the log begin here: takes out all rows up to this head, and keeps of them what is asked later.
  func trimAudit(to beginning: AuditBeginning) throws
  /// Returns the number of the last entry of each account that was taken out, if it had one.
  func trimmedNumbers() throws -> [[UInt8]: Int64]
  /// Keeps a signed note of the head at a position. A position keeps its first.
  func insert(checkpoint note: String, at position: Int) throws
  /// Returns the latest note at this position or before.
  func checkpoint(upTo position: Int) throws -> StoredCheckpoint?
  /// Returns the number of entries that have no place in the chain yet.
  func waitingAuditEntries() throws -> Int
  /// Returns the facts in the database that the log does not record.
  func untold() throws -> UntoldFacts
}

extension AuditRecords {
  /// Returns the number of times that the event has occurred on the account.
  public func count(of event: AuditEvent, of account: AccountID) throws -> Int {
    try count(of: event, of: account, until: .distantFuture)
  }
  /// Returns the note of the latest position that has one.
  public func newestCheckpoint() throws -> String? { try checkpoint(upTo: .max)?.note }
  /// Returns the digest that the log has at a position; `nil` if it has none there, or no longer.
  public func auditDigest(at position: Int) throws -> [UInt8]? {
    if let head = try auditBeginning()?.head, head.position == position { return head.digest }
    guard let row = try auditRows(from: position, limit: 1).first, row.position == position else { return nil }
    return row.digest
  }
}

/// The ways in and the generations of the Master Key.
public protocol WayRecords {
  func way(_ id: KeyID) throws -> Way?
  /// Returns the ways that have not been revoked, the oldest first.
  func ways(of account: AccountID) throws -> [Way]
  /// Returns the names of all ways, including revoked ones.
  func wayLabels(of account: AccountID) throws -> [KeyID: String]
  /// Returns the unrevoked way that a lookup identifies.
  func way(foundBy lookupHash: [UInt8]) throws -> Way?
  func ways(writtenBy run: String) throws -> [Way]
  /// Throws `StoreError.taken` if the way's id, record id or lookup is already known.
  func insert(_ way: Way) throws
  /// Writes everything except the way's id, account, kind, creation time and proofs. A way that gets another record, or
  /// is left without one, loses the proofs that it opens. A renewed record keeps its id, and the proofs.
  func update(_ way: Way) throws
  /// Deletes the way along with its proofs.
  func delete(way: KeyID) throws
  /// Writes a proof of the way along with the number of the account's newest generation. It replaces an earlier proof
  /// of the same kind. Nothing is written for an unknown way.
  func note(_ proof: ProofKind, of way: KeyID, at: Date) throws

  /// Returns all generations, the oldest first.
  func generations(of account: AccountID) throws -> [Generation]
  /// Throws `StoreError.taken` if the account already has a generation with that number.
  func insert(_ generation: Generation) throws
  func deleteGenerations(of account: AccountID) throws
}

public protocol JournalRecords {
  /// Returns all entries, including the index.
  func journal(of account: AccountID) throws -> [JournalEntry]
  /// Returns the number of entries, including the index, and their total size in bytes.
  func journalSize(of account: AccountID) throws -> (entries: Int, bytes: Int)
  func journalEntry(_ id: String, of account: AccountID) throws -> JournalEntry?
  /// Replaces the entry that has the same id, if there is one.
  func put(_ entry: JournalEntry) throws
  func deleteJournalEntry(_ id: String, of account: AccountID) throws
}

/// Facts about this installation: the PRF salt, generated once, and the RP ID that its passkeys are bound to.
public protocol InstallationRecords {
  func installationValue(_ name: String) throws -> [UInt8]?
  /// Writes a value. The first write of a name takes effect, and a later writer reads back the existing value.
  func setInstallationValue(_ name: String, _ value: [UInt8]) throws
  /// Writes a value over the existing one.
  func replaceInstallationValue(_ name: String, with value: [UInt8]) throws
}

/// An error of a store. Two errors are equal if their codes are.
public struct StoreError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable {
    case taken, unreadable, unavailable
    /// The tables are those of an older version, and may not be changed here.
    case outdated
    /// More is asked of the store at once than it can do. Nothing has changed, and it can be tried again at once.
    case busy
    /// The store was lost just as it was to keep what was written, so nobody knows whether it did.
    case unknown
  }
  public var code: Code
  public var reason: Sentence
  public var location: String
  public init(_ code: Code, _ reason: Sentence, file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code.rawValue): \(reason.english) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
