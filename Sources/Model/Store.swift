import Foundation

/// Where everything is kept. A driver gives transactions; what is done in one happens as a whole or not at all.
public protocol Store: Sendable {
  func write<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result
  func read<Result: Sendable>(_ work: @escaping @Sendable (any Records) throws -> Result) async throws -> Result
}

/// Everything that can be asked of the store within one transaction.
public protocol Records: AccountRecords, CredentialRecords, ChallengeRecords, SessionRecords, RunRecords, AuditRecords, InstallationRecords,
  WayRecords,
  JournalRecords, HandoffRecords
{
  /// A part that may fail by itself: what it wrote is undone where it throws, and the rest of the transaction goes on.
  func attempt<Result>(_ work: () throws -> Result) throws -> Result
}

public protocol AccountRecords {
  func account(_ id: AccountID) throws -> Account?
  func account(named: Username) throws -> Account?
  /// Whether it is an account's name already, or would be mistaken for one (`Username.skeletons`).
  func isTaken(_ name: Username) throws -> Bool
  /// Throws `StoreError.taken` where the user name or the id is another account's.
  func insert(_ account: Account) throws
  func setPasswordHash(_ hash: String, of account: AccountID) throws
  /// Writes what Settings has to say to the person: the reminder, the nudge, a rotation that is due.
  func setCare(_ care: AccountCare, of account: AccountID) throws
}

public protocol CredentialRecords {
  func credential(_ id: KeyID) throws -> Credential?
  func credentials(of account: AccountID) throws -> [Credential]
  /// Throws `StoreError.taken` where the credential ID is known already (Level 3 §7.1 step 26).
  func insert(_ credential: Credential) throws
  /// Writes what an assertion changes: the counter, the flags and when it was used.
  func update(_ credential: Credential) throws
  func delete(_ credential: KeyID) throws
}

public protocol ChallengeRecords {
  func insert(_ challenge: Challenge) throws
  /// Takes it out of the store, so that nobody can use it again; `nil` where it is not there, any more or ever.
  func spend(_ bytes: [UInt8]) throws -> Challenge?
  func deleteChallenges(issuedBefore: Date) throws
  /// Leaves a session the newest, so many.
  func deleteChallenges(of session: SessionID, butNewest count: Int) throws
}

public protocol HandoffRecords {
  func insert(_ handoff: Handoff) throws
  /// Takes it out of the store, so that nobody can use it again; `nil` where it is not there, any more or ever.
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
  /// Those that are signed in to an account and were not seen since the one time, or were signed in before the other; at most `limit`.
  func sessions(notSeenSince: Date, orSignedInBefore: Date, limit: Int) throws -> [SessionID]
  /// Ends those that are signed in to no account and have no run that is kept now, with their runs and challenges; at most `limit`. Gives how many there were.
  func deleteAnonymousSessions(notSeenSince: Date, at now: Date, limit: Int) throws -> Int
}

public protocol RunRecords {
  func run(_ id: String) throws -> Run?
  func insert(_ run: Run) throws
  /// Writes its session, contents, last activity and until when it is kept.
  func update(_ run: Run) throws
  func delete(run: String) throws
  func runs(of session: SessionID) throws -> [Run]
  /// The names of their flows, without what they hold.
  func flows(of session: SessionID) throws -> [String]
  /// Those of all flows but these; at most `limit`, the oldest first.
  func runs(notActiveSince: Date, but flows: [String], limit: Int) throws -> [Run]
  /// How many are kept now, for everybody or for this mark alone.
  func keptRuns(at now: Date, for mark: [UInt8]?) throws -> Int
  /// Ends those that stand beside one that is kept now, in a session that is signed in to no account, and are not kept themselves; at most
  /// `limit`. Gives how many there were.
  func deleteAnonymousRuns(ofSessionsNotSeenSince: Date, at now: Date, limit: Int) throws -> Int
}

public protocol AuditRecords {
  /// Adds it to the chain.
  func append(_ entry: AuditEntry) throws
  func entries(of account: AccountID) throws -> [AuditEntry]
  /// The last of them, the newest first, without the `skipped` newest.
  func newestEntries(of account: AccountID, limit: Int, skipping skipped: Int) throws -> [AuditEntry]
  /// How often it happened to the account.
  func count(of event: AuditEvent, of account: AccountID) throws -> Int
  /// The rows at this position and after it, in the order of their positions; at most `limit`.
  func auditRows(from position: Int, limit: Int) throws -> [AuditRow]
  /// The last row's; `AuditHead.beginning` where there is none.
  func auditHead() throws -> AuditHead
  /// What the database holds and the log does not tell of.
  func untold() throws -> UntoldFacts
}

/// The ways in and the generations of the Master Key.
public protocol WayRecords {
  func way(_ id: KeyID) throws -> DeviceWrap?
  /// Those that were not revoked, oldest first.
  func ways(of account: AccountID) throws -> [DeviceWrap]
  /// What each is or was called, also those that were revoked.
  func wayLabels(of account: AccountID) throws -> [KeyID: String]
  /// The one way, not revoked, that a lookup names.
  func way(foundBy lookupHash: [UInt8]) throws -> DeviceWrap?
  func ways(writtenBy run: String) throws -> [DeviceWrap]
  /// Throws `StoreError.taken` where its id, record id or lookup is known.
  func insert(_ way: DeviceWrap) throws
  /// Writes everything but its id, account, kind and when it was made.
  func update(_ way: DeviceWrap) throws
  func delete(way: KeyID) throws

  /// Oldest first.
  func generations(of account: AccountID) throws -> [Generation]
  /// Throws `StoreError.taken` where the account has a generation of that number.
  func insert(_ generation: Generation) throws
  func deleteGenerations(of account: AccountID) throws
}

public protocol JournalRecords {
  /// The index among them.
  func journal(of account: AccountID) throws -> [JournalEntry]
  /// How many entries there are, the index among them, and how many bytes in all.
  func journalSize(of account: AccountID) throws -> (entries: Int, bytes: Int)
  func journalEntry(_ id: String, of account: AccountID) throws -> JournalEntry?
  /// In the place of what stood under its id.
  func put(_ entry: JournalEntry) throws
  func deleteJournalEntry(_ id: String, of account: AccountID) throws
}

/// Facts of this installation, drawn once: the PRF salt.
public protocol InstallationRecords {
  func installationValue(_ name: String) throws -> [UInt8]?
  /// The first to write a name wins; a later one reads back what is there.
  func setInstallationValue(_ name: String, _ value: [UInt8]) throws
}

/// What a store can fail with. Equal by code.
public struct StoreError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable { case taken, unreadable, unavailable }
  public var code: Code
  public var reason: String
  public var location: String
  public init(_ code: Code, _ reason: String, file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code.rawValue): \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
