import Foundation
import Sentences

/// The store of everything that is kept. A driver provides transactions, each of which happens as a whole or not at
/// all.
public protocol Store: Sendable {
  func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result
  func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result
}

/// Everything that can be asked of the store within one transaction.
public protocol Records: AccountRecords, CredentialRecords, ChallengeRecords, SessionRecords, RunRecords, AuditRecords,
  InstallationRecords,
  WayRecords,
  JournalRecords, HandoffRecords
{
  /// Runs a part that may fail by itself. If it throws, what it wrote is undone, and the rest of the transaction goes
  /// on.
  func attempt<Result>(_ work: () throws -> Result) throws -> Result
}

public protocol AccountRecords {
  func account(_ id: AccountID) throws -> Account?
  func account(named: Username) throws -> Account?
  /// `true` if it is already an account's name, or would be mistaken for one (`Username.skeletons`).
  func isTaken(_ name: Username) throws -> Bool
  /// Throws `StoreError.taken` if the user name or the id is another account's.
  func insert(_ account: Account) throws
  func setPasswordHash(_ hash: String, of account: AccountID) throws
  /// Writes what Settings has to say to the person: the reminder, the nudge, a rotation that is due.
  func setCare(_ care: AccountCare, of account: AccountID) throws
}

public protocol CredentialRecords {
  func credential(_ id: KeyID) throws -> Credential?
  func credentials(of account: AccountID) throws -> [Credential]
  /// Throws `StoreError.taken` if the credential ID is known already (Level 3 §7.1 step 26).
  func insert(_ credential: Credential) throws
  /// Writes what an assertion changes: the counter, the flags and when it was used.
  func update(_ credential: Credential) throws
  func delete(_ credential: KeyID) throws
}

public protocol ChallengeRecords {
  func insert(_ challenge: Challenge) throws
  /// Removes it from the store, so that nobody can use it again; `nil` if it is not there, no longer or never.
  func spend(_ bytes: [UInt8]) throws -> Challenge?
  func deleteChallenges(issuedBefore: Date) throws
  /// Deletes all challenges of a session but the `count` newest.
  func deleteChallenges(of session: SessionID, butNewest count: Int) throws
}

public protocol HandoffRecords {
  func insert(_ handoff: Handoff) throws
  /// Removes it from the store, so that nobody can use it again; `nil` if it is not there, no longer or never.
  func spend(handoff tokenHash: [UInt8]) throws -> Handoff?
  func deleteHandoffs(issuedBefore: Date) throws
}

public protocol SessionRecords {
  func session(_ id: SessionID) throws -> Session?
  func insert(_ session: Session) throws
  /// Writes whose it is and when it was seen.
  func update(_ session: Session) throws
  /// Its runs and challenges go with it.
  func delete(_ session: SessionID) throws
  func sessions(of account: AccountID) throws -> [Session]
  /// The sessions that are signed in to an account and were not seen since `notSeenSince`, or were signed in before
  /// `orSignedInBefore`; at most `limit`.
  func sessions(notSeenSince: Date, orSignedInBefore: Date, limit: Int) throws -> [SessionID]
  /// Ends sessions that are signed in to no account and have no run that is kept now, with their runs and challenges;
  /// at most `limit`. Returns how many there were.
  func deleteAnonymousSessions(notSeenSince: Date, at now: Date, limit: Int) throws -> Int
}

public protocol RunRecords {
  func run(_ id: String) throws -> Run?
  func insert(_ run: Run) throws
  /// Writes its session, contents, last activity and until when it is kept.
  func update(_ run: Run) throws
  func delete(run: String) throws
  func runs(of session: SessionID) throws -> [Run]
  /// The names of the flows of its runs, without their contents.
  func flows(of session: SessionID) throws -> [String]
  /// The runs of all flows but these; at most `limit`, the oldest first.
  func runs(notActiveSince: Date, but flows: [String], limit: Int) throws -> [Run]
  /// The number of runs that are kept now, for everybody or only for this mark.
  func keptRuns(at now: Date, for mark: [UInt8]?) throws -> Int
  /// Ends runs that are not kept themselves but share an anonymous session with one that is kept now; at most `limit`.
  /// Returns how many there were.
  func deleteAnonymousRuns(ofSessionsNotSeenSince: Date, at now: Date, limit: Int) throws -> Int
}

public protocol AuditRecords {
  /// Appends it to the chain.
  func append(_ entry: AuditEntry) throws
  func entries(of account: AccountID) throws -> [AuditEntry]
  /// The newest entries first, without the `skipped` newest.
  func newestEntries(of account: AccountID, limit: Int, skipping skipped: Int) throws -> [AuditEntry]
  /// The number of times that it happened to the account.
  func count(of event: AuditEvent, of account: AccountID) throws -> Int
  /// The rows at this position and after it, in the order of their positions; at most `limit`.
  func auditRows(from position: Int, limit: Int) throws -> [AuditRow]
  /// The head after the last row; `AuditHead.beginning` if there is none.
  func auditHead() throws -> AuditHead
  /// The facts in the database that the log does not tell.
  func untold() throws -> UntoldFacts
}

/// The ways in and the generations of the Master Key.
public protocol WayRecords {
  func way(_ id: KeyID) throws -> Way?
  /// The ways that were not revoked, the oldest first.
  func ways(of account: AccountID) throws -> [Way]
  /// The names of all ways, including revoked ones.
  func wayLabels(of account: AccountID) throws -> [KeyID: String]
  /// The one way, not revoked, that a lookup names.
  func way(foundBy lookupHash: [UInt8]) throws -> Way?
  func ways(writtenBy run: String) throws -> [Way]
  /// Throws `StoreError.taken` if its id, record id or lookup is known.
  func insert(_ way: Way) throws
  /// Writes everything but its id, account, kind and when it was made.
  func update(_ way: Way) throws
  func delete(way: KeyID) throws

  /// All generations, the oldest first.
  func generations(of account: AccountID) throws -> [Generation]
  /// Throws `StoreError.taken` if the account has a generation of that number.
  func insert(_ generation: Generation) throws
  func deleteGenerations(of account: AccountID) throws
}

public protocol JournalRecords {
  /// All entries, including the index.
  func journal(of account: AccountID) throws -> [JournalEntry]
  /// The number of entries, including the index, and their total size in bytes.
  func journalSize(of account: AccountID) throws -> (entries: Int, bytes: Int)
  func journalEntry(_ id: String, of account: AccountID) throws -> JournalEntry?
  /// Replaces the entry with its id, if there is one.
  func put(_ entry: JournalEntry) throws
  func deleteJournalEntry(_ id: String, of account: AccountID) throws
}

/// Facts of this installation, drawn once: the PRF salt.
public protocol InstallationRecords {
  func installationValue(_ name: String) throws -> [UInt8]?
  /// The first to write a name wins; a later one reads back what is there.
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
