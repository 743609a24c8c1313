import Foundation
import Model
import Synchronization

/// The addresses from which anonymous sessions were begun, so that the number of sessions per network address can be
/// limited.
///
/// Addresses are kept in memory only, and only as long as the sessions live. The database contains no address in any
/// form. Sessions begun before a restart are not counted; if unused, they end within the hour.
final class Visitors: Sendable {
  /// The maximum number of anonymous sessions per address. Where many people share an address, only a few are signing
  /// in at any one time.
  static let most = 200
  /// The number of sessions removed together, so that not every new session requires examining all of them.
  static let givingWay = 20

  private struct Visit { var session: SessionID, due: Date }
  private let visits = Mutex<[NetworkAddress: [Visit]]>([:])

  /// The names of the flows whose runs are kept as long as their session: they may contain an account recovery in
  /// progress.
  private let durableFlows: [String]

  init(durableFlows: [String]) { self.durableFlows = durableFlows }

  var count: Int { visits.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Records a session in the transaction that begins it. If there are too many, the sessions that have been inactive
  /// for longest are deleted with everything begun in them. Sessions with an account recovery in progress are deleted
  /// only if no others are left. Sessions whose recovery waits for an absent person are never deleted.
  func admit(_ session: Session, from address: NetworkAddress, _ records: any Records) throws {
    let known = visits.withLock { $0[address, default: []].map(\.session) }
    if known.count >= Self.most {
      var kept: Set<SessionID> = []
      let standing = try known.compactMap { id -> (session: SessionID, isRecovering: Bool, seenAt: Date)? in
        guard let known = try records.session(id), known.account == nil else { return nil }
        let isRecovering = try records.flows(of: id).contains(where: durableFlows.contains)
        if isRecovering, try records.runs(of: id).contains(where: { $0.isKept(at: session.createdAt) }) {
          kept.insert(id)
          return nil
        }
        return (id, isRecovering, known.seenAt)
      }
      .sorted { $0.isRecovering == $1.isRecovering ? $0.seenAt < $1.seenAt : $1.isRecovering }
      let over = standing.prefix(max(0, standing.count - (Self.most - Self.givingWay)))
      for visit in over { try records.delete(visit.session) }
      forget(Set(known).subtracting(kept.union(standing.dropFirst(over.count).map(\.session))), from: address, records)
    }
    let visit = Visit(session: session.id, due: session.seenAt + SessionLifetime.anonymous)
    visits.withLock { $0[address, default: []].append(visit) }
    records.beforeAgain { [self] in visits.withLock { $0[address]?.removeAll { $0.session == session.id } } }
  }

  private func forget(_ gone: Set<SessionID>, from address: NetworkAddress, _ records: any Records) {
    let forgotten = visits.withLock { visits in
      let forgotten = visits[address, default: []].filter { gone.contains($0.session) }
      visits[address]?.removeAll { gone.contains($0.session) }
      return forgotten
    }
    records.beforeAgain { [self] in visits.withLock { $0[address, default: []] += forgotten } }
  }

  /// Forgets sessions that have ended or signed in.
  func forget(at now: Date, in store: any Store) async throws {
    let due = visits.withLock { $0.values.flatMap { $0.filter { $0.due <= now }.map(\.session) } }
    guard !due.isEmpty else { return }
    let seen = try await store.read { records in
      try due.reduce(into: [SessionID: Date]()) { seen, id in
        if let session = try records.session(id), session.account == nil { seen[id] = session.seenAt }
      }
    }
    let looked = Set(due)
    visits.withLock { visits in
      visits = visits.compactMapValues { all in
        let kept = all.compactMap { visit -> Visit? in
          guard looked.contains(visit.session) else { return visit }
          return seen[visit.session].map { Visit(session: visit.session, due: $0 + SessionLifetime.anonymous) }
        }
        return kept.isEmpty ? nil : kept
      }
    }
  }
}
