import Foundation
import Model

/// Records that forward everything, and note each change by its table's name.
final class WatchedRecords: Records {
  let records: any Records
  var changes: [String] = []
  init(_ records: any Records) { self.records = records }

  func attempt<Result>(_ work: () throws -> Result) throws -> Result { try records.attempt(work) }
  func afterwards(_ act: @escaping @Sendable () -> Void) { records.afterwards(act) }
  func beforeAgain(_ undo: @escaping @Sendable () -> Void) { records.beforeAgain(undo) }

  func insert(checkpoint note: String, at position: Int) throws {
    try records.insert(checkpoint: note, at: position); changes.append("checkpoint")
  }
  func checkpoint(upTo position: Int) throws -> StoredCheckpoint? { try records.checkpoint(upTo: position) }
  func auditBeginning() throws -> AuditBeginning? { try records.auditBeginning() }
  func trimAudit(to beginning: AuditBeginning) throws {
    try records.trimAudit(to: beginning); changes.append("audit beginning")
  }
  func trimmedNumbers() throws -> [[UInt8]: Int64] { try records.trimmedNumbers() }
  func keptEntries(of account: AccountID) throws -> [AuditEntry] { try records.keptEntries(of: account) }
  func firstAuditPosition(since time: Date) throws -> Int? { try records.firstAuditPosition(since: time) }
  func visit(_ id: SessionID) throws -> Visit? { try records.visit(id) }
  func takeSigningIn(_ challenge: [UInt8], from session: SessionID, with credential: KeyID) throws -> SigningIn {
    let found = try records.takeSigningIn(challenge, from: session, with: credential)
    if found.challenge != nil { changes.append("challenge spent") }
    return found
  }
  func replace(_ old: SessionID, with new: Session) throws {
    try records.replace(old, with: new); changes.append("session")
  }
  func guesses(at place: Int) throws -> Guesses? { try records.guesses(at: place) }
  func note(_ guesses: Guesses?, at place: Int) throws {
    try records.note(guesses, at: place); changes.append("guesses")
  }
  func deleteGuesses(notTriedSince time: Date) throws { try records.deleteGuesses(notTriedSince: time) }

  func account(_ id: AccountID) throws -> Account? { try records.account(id) }
  func account(named name: Username) throws -> Account? { try records.account(named: name) }
  func flows(of session: SessionID) throws -> [String] { try records.flows(of: session) }
  func deleteChallenges(of session: SessionID, butNewest count: Int) throws {
    try records.deleteChallenges(of: session, butNewest: count)
  }
  func accounts(limit: Int) throws -> [Account] { try records.accounts(limit: limit) }
  func isTaken(_ name: Username) throws -> Bool { try records.isTaken(name) }
  func insert(_ account: Account) throws { try records.insert(account); changes.append("account") }
  func setPasswordHash(_ hash: String, of account: AccountID) throws {
    try records.setPasswordHash(hash, of: account); changes.append("password")
  }

  func credential(_ id: KeyID) throws -> Credential? { try records.credential(id) }
  func credentials(of account: AccountID) throws -> [Credential] { try records.credentials(of: account) }
  func insert(_ credential: Credential) throws { try records.insert(credential); changes.append("credential") }
  func update(_ credential: Credential) throws { try records.update(credential); changes.append("credential") }

  func delete(_ credential: KeyID) throws { try records.delete(credential); changes.append("credential deleted") }
  func setCare(_ care: AccountCare, of account: AccountID) throws {
    try records.setCare(care, of: account); changes.append("care")
  }

  func setLife(_ life: AccountLife, of account: AccountID) throws {
    try records.setLife(life, of: account); changes.append("life")
  }
  func accounts(dueForDeletionAt now: Date, limit: Int) throws -> [AccountID] {
    try records.accounts(dueForDeletionAt: now, limit: limit)
  }
  func delete(_ account: AccountID) throws { try records.delete(account); changes.append("account deleted") }

  func insert(_ invitation: Invitation) throws { try records.insert(invitation); changes.append("invitation") }
  func invitation(_ tokenHash: [UInt8]) throws -> Invitation? { try records.invitation(tokenHash) }
  func invitations(validAt now: Date, limit: Int) throws -> [Invitation] {
    try records.invitations(validAt: now, limit: limit)
  }
  func spend(invitation tokenHash: [UInt8], on account: AccountID) throws {
    try records.spend(invitation: tokenHash, on: account); changes.append("invitation spent")
  }
  func delete(invitation tokenHash: [UInt8]) throws {
    try records.delete(invitation: tokenHash); changes.append("invitation deleted")
  }
  func deleteInvitations(expiredBefore date: Date) throws { try records.deleteInvitations(expiredBefore: date) }

  func way(_ id: KeyID) throws -> Way? { try records.way(id) }
  func ways(of account: AccountID) throws -> [Way] { try records.ways(of: account) }
  func wayLabels(of account: AccountID) throws -> [KeyID: String] { try records.wayLabels(of: account) }
  func way(foundBy hash: [UInt8]) throws -> Way? { try records.way(foundBy: hash) }
  func ways(writtenBy run: String) throws -> [Way] { try records.ways(writtenBy: run) }
  func insert(_ way: Way) throws { try records.insert(way); changes.append("way") }
  func update(_ way: Way) throws { try records.update(way); changes.append("way") }
  func delete(way: KeyID) throws { try records.delete(way: way); changes.append("way deleted") }
  func note(_ proof: ProofKind, of way: KeyID, at time: Date) throws {
    try records.note(proof, of: way, at: time); changes.append("proof")
  }
  func generations(of account: AccountID) throws -> [Generation] { try records.generations(of: account) }
  func insert(_ generation: Generation) throws { try records.insert(generation); changes.append("generation") }
  func deleteGenerations(of account: AccountID) throws {
    try records.deleteGenerations(of: account); changes.append("generations deleted")
  }
  func copies() throws -> [AccountsCopy] { try records.copies() }
  func put(_ copy: AccountsCopy) throws { try records.put(copy); changes.append("copy") }
  func forget(_ copy: AccountsCopy) throws { try records.forget(copy); changes.append("copy") }
  func forgetCopies(at place: String) throws -> Int {
    changes.append("copies forgotten")
    return try records.forgetCopies(at: place)
  }
  func journal(of account: AccountID) throws -> [JournalEntry] { try records.journal(of: account) }
  func journalSize(of account: AccountID) throws -> (entries: Int, bytes: Int) { try records.journalSize(of: account) }
  func journalEntry(_ id: String, of account: AccountID) throws -> JournalEntry? {
    try records.journalEntry(id, of: account)
  }
  func put(_ entry: JournalEntry) throws { try records.put(entry); changes.append("journal") }
  func deleteJournalEntry(_ id: String, of account: AccountID) throws {
    try records.deleteJournalEntry(id, of: account); changes.append("journal")
  }

  func insert(_ challenge: Challenge) throws { try records.insert(challenge); changes.append("challenge") }
  func spend(_ bytes: [UInt8]) throws -> Challenge? {
    let spent = try records.spend(bytes)
    if spent != nil { changes.append("challenge spent") }
    return spent
  }
  func deleteChallenges(issuedBefore date: Date) throws { try records.deleteChallenges(issuedBefore: date) }

  func insert(_ handoff: Handoff) throws { try records.insert(handoff); changes.append("handoff") }
  func spend(handoff tokenHash: [UInt8]) throws -> Handoff? {
    let spent = try records.spend(handoff: tokenHash)
    if spent != nil { changes.append("handoff spent") }
    return spent
  }
  func insert(_ ticket: DrillTicket) throws { try records.insert(ticket); changes.append("drill ticket") }
  func drillTicket(_ tokenHash: [UInt8]) throws -> DrillTicket? { try records.drillTicket(tokenHash) }
  func delete(drillTicket tokenHash: [UInt8]) throws {
    try records.delete(drillTicket: tokenHash)
    changes.append("drill ticket spent")
  }
  func deleteDrillTickets(issuedBefore date: Date) throws { try records.deleteDrillTickets(issuedBefore: date) }

  func deleteHandoffs(issuedBefore date: Date) throws { try records.deleteHandoffs(issuedBefore: date) }

  func session(_ id: SessionID) throws -> Session? { try records.session(id) }
  func insert(_ session: Session) throws { try records.insert(session); changes.append("session") }
  func update(_ session: Session) throws { try records.update(session); changes.append("session") }
  func setInvitation(_ tokenHash: [UInt8], of session: SessionID) throws {
    try records.setInvitation(tokenHash, of: session); changes.append("session")
  }
  func delete(_ session: SessionID) throws { try records.delete(session); changes.append("session ended") }
  func sessions(of account: AccountID) throws -> [Session] { try records.sessions(of: account) }
  func sessions(notSeenSince seen: Date, orSignedInBefore signedIn: Date, limit: Int) throws -> [SessionID] {
    try records.sessions(notSeenSince: seen, orSignedInBefore: signedIn, limit: limit)
  }
  func deleteAnonymousSessions(notSeenSince date: Date, at now: Date, limit: Int) throws -> Int {
    try records.deleteAnonymousSessions(notSeenSince: date, at: now, limit: limit)
  }

  func run(_ id: String) throws -> Run? { try records.run(id) }
  func insert(_ run: Run) throws { try records.insert(run); changes.append("run") }
  func update(_ run: Run) throws { try records.update(run); changes.append("run") }
  func delete(run: String) throws { try records.delete(run: run); changes.append("run ended") }
  func runs(of session: SessionID) throws -> [Run] { try records.runs(of: session) }
  func runs(notActiveSince date: Date, but flows: [String], limit: Int) throws -> [Run] {
    try records.runs(notActiveSince: date, but: flows, limit: limit)
  }
  func keptRuns(at now: Date, for mark: [UInt8]?) throws -> Int { try records.keptRuns(at: now, for: mark) }
  func deleteAnonymousRuns(ofSessionsNotSeenSince date: Date, at now: Date, limit: Int) throws -> Int {
    try records.deleteAnonymousRuns(ofSessionsNotSeenSince: date, at: now, limit: limit)
  }

  func append(_ entry: AuditEntry) throws { try records.append(entry); changes.append(entry.event.rawValue) }
  func entries(of account: AccountID) throws -> [AuditEntry] { try records.entries(of: account) }
  func count(of event: AuditEvent, of account: AccountID, until end: Date) throws -> Int {
    try records.count(of: event, of: account, until: end)
  }
  func newest(of events: [AuditEvent], in account: AccountID) throws -> AuditEntry? {
    try records.newest(of: events, in: account)
  }
  func oldest(of events: [AuditEvent], in account: AccountID) throws -> AuditEntry? {
    try records.oldest(of: events, in: account)
  }
  func newestEntries(of account: AccountID, limit: Int, skipping skipped: Int) throws -> [AuditEntry] {
    try records.newestEntries(of: account, limit: limit, skipping: skipped)
  }
  func auditRows(from position: Int, limit: Int) throws -> [AuditRow] {
    try records.auditRows(from: position, limit: limit)
  }
  func auditHead() throws -> AuditHead { try records.auditHead() }
  func waitingAuditEntries() throws -> Int { try records.waitingAuditEntries() }
  func untold() throws -> UntoldFacts { try records.untold() }

  func installationValue(_ name: String) throws -> [UInt8]? { try records.installationValue(name) }
  func setInstallationValue(_ name: String, _ value: [UInt8]) throws { try records.setInstallationValue(name, value) }
  func replaceInstallationValue(_ name: String, with value: [UInt8]) throws {
    try records.replaceInstallationValue(name, with: value)
  }
}
