import Foundation
import Model

extension Runner {
  /// Ends what was left alone: runs (G-24), challenges, hand-offs, sessions. Called every minute; cheap when there is nothing to do.
  public func sweep() async throws {
    let now = surroundings.now()
    try await store.write { records in
      for run in try records.runs(notActiveSince: now - Self.idleLifetime) where FlowName(rawValue: run.flow)?.lifetime != .durable {
        try lapse(run, records)
        let account = try records.session(run.session)?.account
        try records.append(AuditEntry(.runLapsed, account: account, at: now))
      }
      // Kept a while after they expire, so that a late answer hears "expired" and not "unknown".
      try records.deleteChallenges(issuedBefore: now - 60 * 60)
      try records.deleteHandoffs(issuedBefore: now - Handoff.lifetime)
      try records.deleteSessions(notSeenSince: now - Sessions.idleLifetime)
      try records.deleteAnonymousSessions(notSeenSince: now - Sessions.anonymousLifetime)
    }
  }

  /// Signs a session out. Its runs end with it.
  public func signOut(_ session: Session) async throws {
    let now = surroundings.now()
    try await store.write { records in
      for run in try records.runs(of: session.id) { try lapse(run, records) }
      try records.delete(session.id)
      if let account = session.account { try records.append(AuditEntry(.signedOut, account: account, at: now)) }
    }
  }
}
