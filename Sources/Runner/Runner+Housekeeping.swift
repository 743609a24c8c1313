import AccountService
import Flows
import Foundation
import Model
import Passwords
import Synchronization

extension Runner {
  /// The maximum number of items that one transaction ends, so that a concurrent sign-in does not have to wait for all
  /// of them. It may share the sign-in's commit: with one writer, that waits no longer than for the next.
  static let slice = 100

  /// Ends abandoned or expired runs (G-24), challenges, handoffs, tickets, invitations, and sessions with their runs, and
  /// deletes the accounts whose time has come. Called every minute; cheap if no items are due.
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
    try await inSlices { records in
      let due = try records.serviceGrants(expiredBefore: now, limit: Self.slice)
      for grant in due { try endInTime(grant, at: now, records) }
      return due.count
    }
    let away = now - SessionLifetime.anonymous
    try await inSlices { try $0.deleteAnonymousSessions(notSeenSince: away, at: now, limit: Self.slice) }
    // Anonymous runs end even if their session is kept for another run.
    try await inSlices { try $0.deleteAnonymousRuns(ofSessionsNotSeenSince: away, at: now, limit: Self.slice) }
    _ = try await store.sweep { records in
      // Challenges are kept for a while after they expire, so that a late response is reported as "expired" instead of
      // "unknown".
      try records.deleteChallenges(issuedBefore: now - 60 * 60)
      try records.deleteHandoffs(issuedBefore: now - Handoff.lifetime)
      try records.deleteDrillTickets(issuedBefore: now - DrillTicket.lifetime)
      try records.deleteInvitations(expiredBefore: now)
      try records.deleteServiceTokens(expiredBefore: now, limit: Self.slice * 100)
      try records.deleteServiceLogouts(createdBefore: now - ServiceLogout.remembered)
      try records.deleteGuesses(notTriedSince: now - PasswordChecks.forgottenAfter)
    }
    // One at a time: what a journal held is overwritten.
    while try await store.sweep({ records in
      let due = try records.accounts(dueForDeletionAt: now, limit: 1).first
      if let due { try delete(due, records) }
      return due != nil
    }) == true {
      traces.areLeft.store(true, ordering: .relaxed)
    }
    if traces.areLeft.load(ordering: .relaxed), await store.forgetDeleted() {
      traces.areLeft.store(false, ordering: .relaxed)
    }
  }

  /// Repeats work in transactions of one slice each.
  ///
  /// - Parameter work: Ends at most one slice and returns how many items it ended.
  private func inSlices(_ work: @escaping @Sendable (any Records) throws -> Int) async throws {
    while try await store.sweep(work) == Self.slice {}
  }
}

/// Whether files of the store may still have bytes of a deleted account, because it was in use when they were to be
/// overwritten.
final class DeletedTraces: Sendable {
  let areLeft = Atomic(false)
}
