import Foundation
import Sentences

/// The store for all persistent data. A driver provides transactions, each of which takes effect completely or not at
/// all.
public protocol Store: Sendable {
  func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result
  func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result
}

/// Everything that the store offers within one transaction.
public protocol Records: AccountRecords, CredentialRecords, ChallengeRecords, SessionRecords, RunRecords, AuditRecords,
  InstallationRecords,
  WayRecords,
  JournalRecords, HandoffRecords
{
  /// Runs a part that may fail on its own. If it throws, its writes are undone, and the rest of the transaction
  /// continues.
  func attempt<Result>(_ work: () throws -> Result) throws -> Result
}

public protocol AccountRecords {
  func account(_ id: AccountID) throws -> Account?
  func account(named: Username) throws -> Account?
  /// `true` if it is already an account's name, or could be mistaken for one (`Username.skeletons`).
  func isTaken(_ name: Username) throws -> Bool
  /// Throws `StoreError.taken` if the user name or the id belongs to another account.
  func insert(_ account: Account) throws
  func setPasswordHash(_ hash: String, of account: AccountID) throws
  /// Writes what Settings has to tell the person: the reminder, the nudge, a rotation that is due.
  func setCare(_ care: AccountCare, of account: AccountID) throws
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
  /// Removes it from the store, so that it cannot be used again; `nil` if it is no longer there or never was.
  func spend(_ bytes: [UInt8]) throws -> Challenge?
  func deleteChallenges(issuedBefore: Date) throws
  /// Deletes all challenges of a session but the `count` newest.
  func deleteChallenges(of session: SessionID, butNewest count: Int) throws
}

public protocol HandoffRecords {
  func insert(_ handoff: Handoff) throws
  /// Removes it from the store, so that it cannot be used again; `nil` if it is no longer there or never was.
  func spend(handoff tokenHash: [UInt8]) throws -> Handoff?
  func deleteHandoffs(issuedBefore: Date) throws
}

public protocol SessionRecords {
  func session(_ id: SessionID) throws -> Session?
  func insert(_ session: Session) throws
  /// Writes which account it belongs to and when it was last seen.
  func update(_ session: Session) throws
  /// Also deletes its runs and challenges.
  func delete(_ session: SessionID) throws
  func sessions(of account: AccountID) throws -> [Session]
  /// The sessions that are signed in to an account and have not been seen since `notSeenSince`, or were signed in
  /// before `orSignedInBefore`; at most `limit`.
  func sessions(notSeenSince: Date, orSignedInBefore: Date, limit: Int) throws -> [SessionID]
  /// Ends sessions that are not signed in to an account and have no run that is kept now, along with their runs and
  /// challenges; at most `limit`. Returns how many it ended.
  func deleteAnonymousSessions(notSeenSince: Date, at now: Date, limit: Int) throws -> Int
}

public protocol RunRecords {
  func run(_ id: String) throws -> Run?
  func insert(_ run: Run) throws
  /// Writes its session, its contents, its last activity and how long it is kept.
  func update(_ run: Run) throws
  func delete(run: String) throws
  func runs(of session: SessionID) throws -> [Run]
  /// The names of the flows that the session runs, without the runs' contents.
  func flows(of session: SessionID) throws -> [String]
  /// The runs of all flows but these; at most `limit`, the oldest first.
  func runs(notActiveSince: Date, but flows: [String], limit: Int) throws -> [Run]
  /// The number of runs that are kept now, in total or for this mark only.
  func keptRuns(at now: Date, for mark: [UInt8]?) throws -> Int
  /// Ends runs that are not kept themselves but share an anonymous session with one that is kept now; at most `limit`.
  /// Returns how many it ended.
  func deleteAnonymousRuns(ofSessionsNotSeenSince: Date, at now: Date, limit: Int) throws -> Int
}

public protocol AuditRecords {
  /// Appends it to the chain.
  func append(_ entry: AuditEntry) throws
  func entries(of account: AccountID) throws -> [AuditEntry]
  /// The newest entries first, after skipping the `skipped` newest.
  func newestEntries(of account: AccountID, limit: Int, skipping skipped: Int) throws -> [AuditEntry]
  /// The number of times that the event occurred on the account.
  func count(of event: AuditEvent, of account: AccountID) throws -> Int
  /// The rows from this position on, ordered by position; at most `limit`.
  func auditRows(from position: Int, limit: Int) throws -> [AuditRow]
  /// The head after the last row; `AuditHead.beginning` if there is none.
  func auditHead() throws -> AuditHead
  /// The facts in the database that the log does not record.
  func untold() throws -> UntoldFacts
}

/// The ways in and the generations of the Master Key.
public protocol WayRecords {
  func way(_ id: KeyID) throws -> Way?
  /// The ways that have not been revoked, the oldest first.
  func ways(of account: AccountID) throws -> [Way]
  /// The names of all ways, including revoked ones.
  func wayLabels(of account: AccountID) throws -> [KeyID: String]
  /// The unrevoked way that a lookup identifies.
  func way(foundBy lookupHash: [UInt8]) throws -> Way?
  func ways(writtenBy run: String) throws -> [Way]
  /// Throws `StoreError.taken` if its id, record id or lookup is already known.
  func insert(_ way: Way) throws
  /// Writes everything except its id, account, kind and creation time.
  func update(_ way: Way) throws
  func delete(way: KeyID) throws

  /// All generations, the oldest first.
  func generations(of account: AccountID) throws -> [Generation]
  /// Throws `StoreError.taken` if the account already has a generation with that number.
  func insert(_ generation: Generation) throws
  func deleteGenerations(of account: AccountID) throws
}

public protocol JournalRecords {
  /// All entries, including the index.
  func journal(of account: AccountID) throws -> [JournalEntry]
  /// The number of entries, including the index, and their total size in bytes.
  func journalSize(of account: AccountID) throws -> (entries: Int, bytes: Int)
  func journalEntry(_ id: String, of account: AccountID) throws -> JournalEntry?
  /// Replaces the entry that has the same id, if there is one.
  func put(_ entry: JournalEntry) throws
  func deleteJournalEntry(_ id: String, of account: AccountID) throws
}

/// Facts about this installation, generated once: the PRF salt.
public protocol InstallationRecords {
  func installationValue(_ name: String) throws -> [UInt8]?
  /// The first write of a name wins; a later writer reads back the existing value.
  func setInstallationValue(_ name: String, _ value: [UInt8]) throws
}

/// An error of a store. Two errors are equal if their codes are.
public struct StoreError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable { case taken, unreadable, unavailable }
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
