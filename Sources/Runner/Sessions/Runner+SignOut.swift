import Foundation
import Model

extension Runner {
  /// Signs a session out. Its runs end with it, but for those that wait for somebody who is away: they stay in that
  /// browser.
  ///
  /// - Returns: The session that they wait in, and until when; `nil` where there are none.
  @discardableResult
  public func signOut(_ session: Session) async throws -> (token: SessionToken, end: Date)? {
    let token = SessionToken(randomBytes: surroundings.randomBytes(32)), now = surroundings.now()
    return try await store.write { records in
      var kept: Date?
      if try records.runs(of: session.id).contains(where: { $0.isKept(at: now) }) {
        try records.insert(Session(id: token.id, createdAt: now, seenAt: now))
        kept = try carryKept(from: session.id, to: token.id, at: now, records)
      }
      try end(session.id, records)
      if let account = session.account { try records.append(AuditEntry(.signedOut, account: account, at: now)) }
      return kept.map { (token, $0) }
    }
  }

  /// Signs out another session of the same account, by the name that a form has for it. Where there is none of that name, nothing
  /// happens: it is signed out.
  public func signOut(_ handle: String, from session: Session) async throws {
    guard let account = session.account else { return }
    let now = surroundings.now()
    try await store.write { records in
      let others = try records.sessions(of: account).filter { $0.id != session.id }
      guard let other = others.first(where: { $0.handle == handle }) else { return }
      try end(other.id, records)
      try records.append(AuditEntry(.signedOutElsewhere, account: account, at: now))
    }
  }

  /// Signs out all other sessions of the same account.
  public func signOutElsewhere(from session: Session) async throws {
    guard let account = session.account else { return }
    let now = surroundings.now()
    try await store.write { records in
      guard try records.sessions(of: account).contains(where: { $0.id != session.id }) else { return }
      try endSessions(of: account, but: session.id, records)
      try records.append(AuditEntry(.signedOutEverywhereElse, account: account, at: now))
    }
  }

  func endSessions(of account: AccountID, but kept: SessionID?, _ records: any Records) throws {
    for other in try records.sessions(of: account) where other.id != kept { try end(other.id, records) }
  }

  /// So many sessions an account has at once: each holds runs for weeks, and a sign-in is all that it takes to
  /// leave one.
  static let mostSessions = 50

  /// Ends those that were not seen for longest where there are too many, and never the one that has just begun.
  func makeRoom(beside new: SessionID, of account: AccountID, _ records: any Records) throws {
    let others = try records.sessions(of: account).filter { $0.id != new }.sorted { $0.seenAt < $1.seenAt }
    for old in others.dropLast(Self.mostSessions - 1) { try end(old.id, records) }
  }

  /// Ends a session that was signed in for as long as one may be. Where something waits in it for somebody who is
  /// away, it goes on as a visit of nobody.
  func endInTime(_ id: SessionID, at now: Date, _ records: any Records) throws {
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
