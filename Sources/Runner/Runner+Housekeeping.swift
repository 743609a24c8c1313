import AccountService
import Flows
import Foundation
import Model

extension Runner {
  /// The most things that end in one transaction, so that nobody who signs in meanwhile waits for all of them.
  static let slice = 100

  /// Ends what was left alone or is over: runs (G-24), challenges, handoffs, sessions with their runs. Called every
  /// minute; cheap when there is nothing to do.
  public func sweep() async throws {
    let now = environment.now()
    try await inSlices { records in
      let due = try records.runs(notActiveSince: now - Self.idleLifetime, but: FlowName.durable, limit: Self.slice)
      for run in due {
        try lapse(run, records)
        // Of what nobody's account began there is nothing to tell anybody later.
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
    // Beside those that are kept.
    try await inSlices { try $0.deleteAnonymousRuns(ofSessionsNotSeenSince: away, at: now, limit: Self.slice) }
    try await store.write { records in
      // Kept a while after they expire, so that a late answer hears "expired" and not "unknown".
      try records.deleteChallenges(issuedBefore: now - 60 * 60)
      try records.deleteHandoffs(issuedBefore: now - Handoff.lifetime)
    }
  }

  /// - Parameter work: Ends at most a slice, and returns how many there were.
  private func inSlices(_ work: @escaping @Sendable (any Records) throws -> Int) async throws {
    while try await store.write(work) == Self.slice {}
  }
}
