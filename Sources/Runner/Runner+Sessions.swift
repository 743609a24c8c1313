import AccountService
import CeremonyService
import Encoding
import Flows
import Foundation
import Measurements
import Model
import Wraps

extension Sessions {
  /// Creates the sessions to which a runner's runs belong.
  public init(runner: Runner) {
    self.init(
      store: runner.store, environment: runner.environment, lifetime: runner.sessionLifetime,
      durableFlows: FlowName.durable)
  }
}

extension Journals {
  /// Creates a service for the journals in a runner's store.
  public init(runner: Runner) { self.init(store: runner.store) }
}

extension Handoffs {
  /// Creates handoffs that share a runner's store.
  public init(runner: Runner) { self.init(store: runner.store, environment: runner.environment) }
}

/// Sessions begin and end with their runs.
extension Runner {
  var sessionLifetime: SessionLifetime { SessionLifetime(days: ceremonies.site.sessionDays) }

  /// Signs in under a new id (so that an earlier cookie becomes worthless) and ends the session's other runs.
  func openSession(_ current: Current, _ records: any Records) throws -> (SessionToken, Session) {
    guard let vouched = current.contents.vouched else { throw RunnerError(.refused, nil, "a grant without a verdict") }
    let token = try signIn(vouched.account, with: vouched.credential, from: current.session, records)
    guard let session = try records.session(token.id) else { throw RunnerError(.noRun) }
    return (token, session)
  }

  func signIn(_ account: AccountID, with credential: KeyID?, from old: Session, _ records: any Records) throws
    -> SessionToken
  {
    try expectOpen(account, records)
    let (token, session) = newSession(of: account, with: credential, in: old.browser)
    try records.insert(session)
    try carryKept(from: old.id, to: token.id, at: session.createdAt, records)
    try carryGrants(from: old, to: session, records)
    try end(old.id, records)
    try makeRoom(beside: token.id, of: account, records)
    try noteSignIn(session, with: try credential.flatMap { try records.way($0) }?.kind, records)
    return token
  }

  /// Signs in with a passkey whose account may be used. Returns until when a run waits in the session for somebody who
  /// is away, if one does.
  func signIn(_ signer: Signer, from visit: Visit, _ records: any Records) throws -> (SessionToken, keptUntil: Date?) {
    let account = signer.credential.account, old = visit.session
    let (token, session) = newSession(of: account, with: signer.credential.id, in: old.browser)
    var keptUntil: Date?
    if visit.grants > 0 { try carryGrants(from: old, to: session, records) }
    if visit.runs == 0, visit.challenges == 0 {
      try records.replace(old.id, with: session)
    } else {
      try records.insert(session)
      keptUntil = try carryKept(from: old.id, to: token.id, at: session.createdAt, records)
      try end(old.id, records)
    }
    if signer.sessions >= Self.mostSessions { try makeRoom(beside: token.id, of: account, records) }
    try noteSignIn(session, with: signer.way, records)
    return (token, keptUntil)
  }

  private func newSession(
    of account: AccountID, with credential: KeyID?, in browser: BrowserPhrase
  ) -> (SessionToken, Session) {
    let token = SessionToken(randomBytes: environment.randomBytes(32)), now = environment.now()
    let session = Session(
      id: token.id, account: account, credential: credential, createdAt: now, seenAt: now, signedInAt: now,
      browser: browser, handle: Base64URL.encode(environment.randomBytes(16)))
    return (token, session)
  }

  private func noteSignIn(_ session: Session, with way: WayKind?, _ records: any Records) throws {
    let isPassword = session.credential == nil, isCard = !isPassword && way == .card
    let event: AuditEvent =
      isPassword ? .signedInWithPassword : isCard ? .signedInWithCard : .signedInWithPasskey
    try records.append(
      AuditEntry(event, account: session.account, credential: session.credential, at: session.createdAt))
    records.afterwards { Measured.signIn(isPassword ? .password : isCard ? .card : .passkey, isAccepted: true) }
  }

  /// Signs out of a session. Its runs end with it, except those that wait for someone who is away: they are kept in
  /// that browser.
  ///
  /// - Returns: The session in which these runs wait, and until when; `nil` if there are none.
  @discardableResult
  public func signOut(_ session: Session) async throws -> (token: SessionToken, end: Date)? {
    try await store.write { try signOut(session, $0) }
  }

  func signOut(_ session: Session, _ records: any Records) throws -> (token: SessionToken, end: Date)? {
    let token = SessionToken(randomBytes: environment.randomBytes(32)), now = environment.now()
    var kept: Date?
    if try records.runs(of: session.id).contains(where: { $0.isKept(at: now) }) {
      try records.insert(Session(id: token.id, createdAt: now, seenAt: now))
      kept = try carryKept(from: session.id, to: token.id, at: now, records)
    }
    if session.account != nil { try leaveGrants(of: session.id, records) }
    try end(session.id, records)
    if let account = session.account { try records.append(AuditEntry(.signedOut, account: account, at: now)) }
    return kept.map { (token, $0) }
  }

  /// Signs out a different session of the same account, identified by its handle in a form. Does nothing if that
  /// session no longer exists, because it is already signed out.
  public func signOut(_ handle: String, from session: Session) async throws {
    guard let account = session.account else { return }
    let now = environment.now()
    try await store.write { records in
      let others = try records.sessions(of: account).filter { $0.id != session.id }
      guard let other = others.first(where: { $0.handle == handle }) else { return }
      for grant in try records.serviceGrants(in: other.id) { try end(grant, records) }
      try end(other.id, records)
      try records.append(AuditEntry(.signedOutElsewhere, account: account, at: now))
    }
  }

  /// Signs out all other sessions of the same account.
  public func signOutElsewhere(from session: Session) async throws {
    guard let account = session.account else { return }
    let now = environment.now()
    try await store.write { records in
      let isElsewhere = try records.sessions(of: account).contains { $0.id != session.id }
      guard try isElsewhere || records.serviceGrants(of: account).contains(where: { $0.session != session.id })
      else { return }
      try endSessions(of: account, but: session.id, records)
      try records.append(AuditEntry(.signedOutEverywhereElse, account: account, at: now))
    }
  }

  /// Ends the account's sessions, and what services were given in them or since.
  func endSessions(of account: AccountID, but kept: SessionID?, _ records: any Records) throws {
    try endGrants(of: account, but: kept, records)
    for other in try records.sessions(of: account) where other.id != kept { try end(other.id, records) }
  }

  /// The maximum number of concurrent sessions of an account: each keeps its runs for weeks, and a single sign-in is
  /// enough to leave one behind.
  static let mostSessions = 50

  /// If there are too many sessions, ends those that have been inactive the longest, but never the one that has just
  /// begun.
  func makeRoom(beside new: SessionID, of account: AccountID, _ records: any Records) throws {
    let others = try records.sessions(of: account).filter { $0.id != new }.sorted { $0.seenAt < $1.seenAt }
    for old in others.dropLast(Self.mostSessions - 1) {
      try detachGrants(of: old.id, records)
      try end(old.id, records)
    }
  }

  /// Ends a session that has reached the maximum time signed in. If one of its runs waits for someone who is away, the
  /// session continues anonymously.
  func endInTime(_ id: SessionID, at now: Date, _ records: any Records) throws {
    try detachGrants(of: id, records)
    guard var session = try records.session(id), try records.runs(of: id).contains(where: { $0.isKept(at: now) }) else {
      return try end(id, records)
    }
    for run in try records.runs(of: id) where !run.isKept(at: now) { try lapse(run, records) }
    session.endSignIn()
    try records.update(session)
  }

  /// Ends a session and its runs.
  func end(_ session: SessionID, _ records: any Records) throws {
    for run in try records.runs(of: session) { try lapse(run, records) }
    try records.delete(session)
  }
}
