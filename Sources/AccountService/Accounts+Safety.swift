import Foundation
import Model
import RelyingParty
import WaysBack
import Wraps

extension Accounts {
  /// The facts behind Settings for the account's holder, without any wording.
  public struct Safety: Sendable {
    /// The account's keys. Keys with a role come first: the primary key, then backups.
    public var keys: [Key]
    public var hasMasterKey: Bool
    /// The time when the recovery code was saved; `nil` if no code is saved.
    public var codeSavedAt: Date?
    /// The time when the saved code's words last opened the Master Key; `nil` if they never did.
    public var codeProvedAt: Date?
    /// The time when three of its words were read off the paper, and when the paper was last checked.
    public var codeReadAt: Date?, paperCheckedAt: Date?
    /// `true` if the paper with the saved code has a check.
    public var canCheckPaper: Bool
    public var wantsCodeReminder: Bool
    /// The time when a copy of the journal was last taken; `nil` if none was.
    public var copyTakenAt: Date?
    /// When the person last said that a round of trials shall rest; `nil` if they never did.
    public var roundLater: Round.Later?
    public var recovery: Recovery
    /// The time when a pending recovery set-up was begun; `nil` if none is pending.
    public var recoveryBegunAt: Date?
    public var hasPassword: Bool
    /// `true` if the site has services that ask who somebody is.
    public var offersServices: Bool
    /// The keys that stood before the person last came back with words or providers, and that were not used since.
    public var unusedSinceReturn: [KeyID]
    /// The names of keys that may still hold a passkey that no longer works here.
    public var leftOnKeys: [String]
    public var signals: Signals
    /// The newest drill, passed or failed; `nil` if there is none in the log, or its way is no way in any more.
    public var lastDrill: Drill?
    /// The newest part of the log.
    public var log: Log
    /// The time at which these facts were read.
    public var at: Date

    public var hardwareKeys: Int { keys.count { $0.role != nil } }
  }

  /// One key or passkey that signs in.
  public struct Key: Sendable {
    public var id: KeyID
    /// The name that the person gave to the key; empty if the key was never named.
    public var label: String
    public var role: KeyRole?
    /// `true` if the key opens the Master Key; `false` if the key only signs in (G-19).
    public var opens: Bool
    /// The time since which the key has returned a different secret from the one its wrap was made for. Such a key
    /// still signs in (G-20).
    public var needsRewrapSince: Date?
    public var transports: [String]
    public var isCard: Bool
    public var isRehearsal: Bool
    /// The key's claims about itself; `nil` if the key can no longer sign in.
    public var claims: Claims?
    public var lastUsedAt: Date?
    /// The time of the newest proof that counts for what the key can do (``Way/provedAt``).
    public var provedAt: Date?
    /// The time at which the key last signed.
    public var signedAt: Date?
    /// What lets the holder come back once the key is revoked.
    public var remaining: RemainingWays
  }

  /// A drill of one way in.
  public struct Drill: Sendable {
    public var way: KeyID, kind: WayKind
    /// The name that the person gave to the key or card; empty if it has none.
    public var label: String
    public var isPassed: Bool
    public var at: Date
  }

  /// Account recovery with escrow providers.
  public enum Recovery: Hashable, Sendable {
    /// Neither is a way that opens the Master Key proved, nor a recovery code saved, so there is nothing to keep safe
    /// (C-05, C-07, G-34).
    case tooEarly
    case none
    case setUp(Date, isPractice: Bool)
  }

  /// A key's claims about itself (E-05), which prove nothing.
  public struct Claims: Sendable {
    /// `true` if the key claims that it can be backed up; `nil` if it never stated this.
    public var isBackupEligible: Bool?
    public var isBackedUp: Bool
    public var attestationFormat: String
    /// Who vouched for the key at registration, regardless of its claims; `nil` if this was not recorded.
    public var vouching: Vouching?
    /// The sixteen bytes that identify the key's model; all zeros if the key does not report a model.
    public var aaguid: [UInt8]
  }

  /// The number of log entries shown alongside the other facts.
  private static let newest = 20

  /// Returns the facts for a session's holder, or `nil` if the session is not signed in.
  public func safety(of session: Session) async throws -> Safety? {
    guard let id = session.account else { return nil }
    let now = environment.now()
    return try await store.read { records in
      guard let account = try records.account(id) else { return nil }
      let ways = try records.ways(of: id), credentials = try records.credentials(of: id)
      let code = ways.standing.last { $0.kind == .phrase }
      let recent = try Self.recent(of: id, in: records)
      return Safety(
        keys: Self.keys(ways, credentials), hasMasterKey: try !records.generations(of: id).isEmpty,
        codeSavedAt: code?.createdAt, codeProvedAt: code?.proofs[.words],
        codeReadAt: code?.proofs[.read], paperCheckedAt: code?.proofs[.checked], canCheckPaper: code?.kit != nil,
        wantsCodeReminder: account.care.wantsCodeReminder,
        copyTakenAt: try records.newest(of: [.copyTaken], in: id)?.at,
        roundLater: account.care.roundLater,
        recovery: Self.recovery(ways), recoveryBegunAt: account.care.escrowBegunAt,
        hasPassword: account.passwordHash != nil, offersServices: try !records.services().isEmpty,
        unusedSinceReturn: Self.unusedSinceReturn(ways, recent), leftOnKeys: account.care.leftOnKeys,
        signals: Signals(account, credentials), lastDrill: Self.lastDrill(ways, recent),
        log: try Log(records, of: id, limit: Self.newest, at: now), at: now)
    }
  }

  /// Records that the person removed the dead passkeys from their keys.
  public func noteTidied(_ session: Session) async throws {
    guard let id = session.account else { return }
    try await store.write { records in
      guard var care = try records.account(id)?.care, !care.leftOnKeys.isEmpty else { return }
      care.leftOnKeys = []
      try records.setCare(care, of: id)
    }
  }

  /// Records that the person needs neither a new recovery code nor a reminder of one. If no code is in force, the
  /// reminder is kept.
  public func noteCodeKept(_ session: Session) async throws {
    guard let id = session.account else { return }
    try await store.write { records in
      let hasCode = try records.ways(of: id).standing.contains { $0.kind == .phrase }
      guard var care = try records.account(id)?.care, care.wantsCodeReminder, hasCode else { return }
      care.wantsCodeReminder = false
      try records.setCare(care, of: id)
    }
  }

  /// Lets the round of trials rest for a month.
  public func putOffRound(_ session: Session, site: Holdings.Site) async throws {
    guard let id = session.account else { return }
    let now = environment.now()
    try await store.write { records in
      guard let account = try records.account(id) else { return }
      let round = Round(try Holdings(of: account, site: site, at: now, naming: { _, _ in .unnamed }, records))
      var care = account.care
      (care.roundLaterAt, care.roundLaterTimes) = (now, round.later(after: care.roundLater).times)
      try records.setCare(care, of: id)
    }
  }

  private static func lastDrill(_ ways: [Way], _ recent: [AuditEntry]) -> Drill? {
    // What is there to practice with opens nothing, so its drills are no news.
    let practice = Set(ways.filter(\.isRehearsal).map(\.id))
    let drill = recent.first { entry in
      [.drillPassed, .drillFailed].contains(entry.event) && entry.credential.map { !practice.contains($0) } ?? false
    }
    guard let entry = drill, let way = ways.first(where: { $0.id == entry.credential && $0.revokedAt == nil }) else {
      return nil
    }
    return Drill(way: way.id, kind: way.kind, label: way.label, isPassed: entry.event == .drillPassed, at: entry.at)
  }

  /// The number of log entries among which a return or a drill is looked for: what is older is no news.
  private static let mostRecent = 200

  /// The newest entries. What is kept of those that were taken out of the log comes after them, if that is not too old.
  private static func recent(of account: AccountID, in records: any Records) throws -> [AuditEntry] {
    let newest = try records.newestEntries(of: account, limit: mostRecent, skipping: 0)
    return newest.count < mostRecent ? newest + (try records.keptEntries(of: account)) : newest
  }

  private static func unusedSinceReturn(_ ways: [Way], _ recent: [AuditEntry]) -> [KeyID] {
    let returns: [AuditEvent] = [.recovered, .recoveredByEscrow]
    guard let at = recent.first(where: { returns.contains($0.event) })?.at else { return [] }
    return ways.standing.filter { way in
      way.signsIn && !way.isRehearsal && way.createdAt < at && (way.proofs.values.max().map { $0 < at } ?? true)
    }.map(\.id)
  }

  private static func recovery(_ ways: [Way]) -> Recovery {
    if let escrow = ways.last(where: { $0.kind == .escrow }) {
      return .setUp(escrow.createdAt, isPractice: escrow.isRehearsal)
    }
    return ways.hasProvedWay ? .none : .tooEarly
  }

  /// Returns the keys of an account, except those written by an unfinished run, which may still be withdrawn.
  private static func keys(_ ways: [Way], _ credentials: [Credential]) -> [Key] {
    let byID = Dictionary(credentials.map { ($0.id, $0) }) { first, _ in first }
    let keys = ways.standing.filter(\.signsIn).map { Key($0, byID[$0.id], RemainingWays(ways, without: [$0.id])) }
    return [.primary, .backup, nil].flatMap { role in keys.filter { $0.role == role } }
  }
}

extension Accounts.Key {
  fileprivate init(_ way: Way, _ credential: Credential?, _ remaining: RemainingWays) {
    self.init(
      id: way.id, label: way.label, role: way.role, opens: way.opens, needsRewrapSince: way.needsRewrapSince,
      transports: way.transports,
      isCard: way.kind == .card, isRehearsal: way.isRehearsal, claims: credential.map(Accounts.Claims.init),
      lastUsedAt: credential?.lastUsedAt, provedAt: way.provedAt, signedAt: way.proofs[.signed],
      remaining: remaining)
  }
}

extension Accounts.Claims {
  fileprivate init(_ credential: Credential) {
    self.init(
      isBackupEligible: credential.isBackupEligible, isBackedUp: credential.isBackedUp,
      attestationFormat: credential.attestationFormat,
      vouching: credential.vouching.flatMap(Vouching.init(rawValue:)), aaguid: credential.aaguid)
  }
}

extension [Way] {
  /// The ways that are in force, excluding those of an unfinished run.
  package var standing: [Way] { filter(\.stands) }
  /// `true` if a backup is set up: a way that is in force, can open and is not for practice has been used (G-34). A
  /// saved recovery code counts before anybody has typed it, because saving one is what the page asks for.
  var hasProvedWay: Bool {
    standing.contains { $0.opens && (!$0.proofs.isEmpty || $0.kind == .phrase) && !$0.isRehearsal }
  }
  /// `true` if a hardware key is enrolled: a key with a role, or a card.
  package var haveHardwareKey: Bool { standing.contains { $0.role != nil || ($0.kind == .card && !$0.isRehearsal) } }
}

extension Accounts {
  /// A part of an account's log, newest entries first.
  public struct Log: Sendable {
    public var entries: [AuditEntry]
    /// The current and former names of the account's keys.
    public var names: [KeyID: String]
    /// The cards among the keys of these entries that have no name.
    public var unnamedCards: Set<KeyID>
    /// The number of this part, counted from 1.
    public var page: Int
    /// `true` if there are older entries.
    public var goesOn: Bool
    /// `true` if older entries were taken out of the site's log.
    public var isTrimmed: Bool
    /// The time at which the log was read.
    public var at: Date

    init(_ records: some Records, of account: AccountID, limit: Int, page: Int = 1, at: Date) throws {
      let found = try records.newestEntries(of: account, limit: limit + 1, skipping: (page - 1) * limit)
      (entries, goesOn) = (Array(found.prefix(limit)), found.count > limit)
      isTrimmed = try !goesOn && records.lacksEntries(of: account)
      self.page = page; self.at = at
      var names = try records.wayLabels(of: account)
      for service in Set(entries.filter(\.event.isAboutService).compactMap(\.credential)) {
        names[service] = try records.service(service.rawValue)?.name ?? service.rawValue
      }
      let unnamed = Set(entries.compactMap(\.credential)).filter { names[$0]?.isEmpty == true }
      unnamedCards = try unnamed.filter { try records.way($0)?.kind == .card }
      self.names = names
    }
  }

  private static let onPage = 50

  /// Returns a page of the account's whole log.
  ///
  /// - Parameter page: The page number, counted from 1.
  /// - Returns: The page, or `nil` if the session is not signed in.
  public func log(of session: Session, page: Int) async throws -> Log? {
    guard let id = session.account else { return nil }
    let now = environment.now()
    return try await store.read {
      try Log($0, of: id, limit: Self.onPage, page: min(max(page, 1), Self.lastPage), at: now)
    }
  }
  /// The last page that is shown. The limit keeps the number of skipped rows small.
  private static let lastPage = 10_000
}

extension Records {
  /// Returns `true` if entries of the account were taken out of the site's log: its first is as old as those.
  fileprivate func lacksEntries(of account: AccountID) throws -> Bool {
    guard let until = try auditBeginning()?.until, let made = try self.account(account)?.createdAt else { return false }
    return made <= Date(timeIntervalSince1970: Double(until) / 1000)
  }
}

extension AccountCare {
  fileprivate var roundLater: Round.Later? {
    roundLaterAt.map { Round.Later(day: UnixDay.number(of: $0), times: roundLaterTimes) }
  }
}

extension ThingName {
  /// The name of whatever nobody reads.
  fileprivate static let unnamed = ThingName(alone: "", inSentence: "")
}
