import AccountService
import Flows
import Foundation
import Model

extension Runner {
  /// The most items that one transaction ends, so that nobody who signs in meanwhile has to wait for all of them.
  static let slice = 100

  /// Ends abandoned or expired runs (G-24), challenges, handoffs, and sessions with their runs. Called every minute;
  /// cheap if there is nothing to do.
  public func sweep() async throws {
    let now = environment.now()
    try await inSlices { records in
      let due = try records.runs(notActiveSince: now - Self.idleLifetime, but: FlowName.durable, limit: Self.slice)
      for run in due {
        try lapse(run, records)
        // A run without an account has nobody to report to later.
        guard let account = try records.session(run.session)?.account else { continue }
        try records.append(AuditEntry(.runLapsed, account: account, at: now))
      }
      return due.count
    }
    try await inSlices { records in
      let due = try records.sessions(
        notSeenSince: now - SessionLifetime.idle, orSignedInBefore: now - sessionLifetime.longest, limit: Self.slice)
      for session in due { try endInTime(session, at: now, records) }
      return due.count
    }
    let away = now - SessionLifetime.anonymous
    try await inSlices { try $0.deleteAnonymousSessions(notSeenSince: away, at: now, limit: Self.slice) }
    // Runs that share a session with one that is kept.
    try await inSlices { try $0.deleteAnonymousRuns(ofSessionsNotSeenSince: away, at: now, limit: Self.slice) }
    try await store.write { records in
      // Kept for a while after they expire, so that a late response is told "expired" instead of "unknown".
      try records.deleteChallenges(issuedBefore: now - 60 * 60)
      try records.deleteHandoffs(issuedBefore: now - Handoff.lifetime)
    }
  }

  /// - Parameter work: Ends at most one slice and returns how many items it ended.
  private func inSlices(_ work: @escaping @Sendable (any Records) throws -> Int) async throws {
    while try await store.write(work) == Self.slice {}
  }
}
