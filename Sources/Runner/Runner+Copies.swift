import CeremonyService
import Encoding
import Foundation
import HandsProtocol
import Model
import Vocabulary
import Wraps

/// Copies of a journal (WRAPS §7). What one holds, among it the wraps of the recovery code, of cards and of the escrow
/// secret, leaves this server only for a request that the account's open Master Key signed.
extension Runner {
  /// Returns the challenge for the request. The holder of the account was present for this run.
  func beginCopy(of account: AccountID, _ current: Current, _ records: any Records) throws -> String {
    guard current.contents.isVouched(for: account, at: environment.now()) else {
      throw RunnerError(.refused, nil, "a challenge for a copy, without a touch")
    }
    return try ceremonies.beginCopy(of: account, for: .run(current.run.id), in: current.session.id, records)
  }

  /// Takes the request, and notes in the log that a copy was taken. The challenge that it names is spent in any case.
  func takeCopy(_ evidence: Evidence, _ current: inout Current, _ records: any Records) throws -> ServerReply.Way {
    let text = current.contents.evidence[evidence.rawValue] ?? "", now = environment.now()
    guard let account = current.session.account,
      let given = try? JSONDecoder().decode(RecoveryProof.self, from: Data(text.utf8)),
      let challenge = Base64URL.decode(given.challenge),
      try ceremonies.redeemCopy(challenge, of: account, for: .run(current.run.id), in: current.session.id, records),
      let generation = try records.generations(of: account).last
    else { return .conflict }
    guard current.contents.isVouched(for: account, at: now) else { return .tooLate }
    let isSigned = ceremonies.site.origins.contains { origin in
      let request = CopyRequest(
        account: account.bytes, generation: generation.number, origin: origin, challenge: challenge)
      return (try? request.verify(given.proof, authority: generation.authority)) != nil
    }
    guard isSigned else { return .conflict }
    current.contents.mayCopy = true
    try records.append(AuditEntry(.copyTaken, account: account, at: now))
    return .copyTaken
  }

  /// Returns what a copy holds besides the materials and the journal.
  func copyFacts(_ current: Current, _ records: any Records) throws -> CopyFacts {
    guard current.contents.mayCopy == true, let account = current.session.account else {
      throw RunnerError(.refused, nil, "a copy that no Master Key asked for")
    }
    let ways = try records.ways(of: account).standing
    let credentials = Dictionary(try records.credentials(of: account).map { ($0.id, $0) }) { first, _ in first }
    let code = ways.first { $0.kind == .phrase && $0.isSealed }
    return CopyFacts(
      made: Self.date(environment.now()),
      kit: try code.map { try records.kitNumber(of: $0) } ?? 0,
      ways: ways.filter { $0.kind != .key && !$0.isRehearsal && $0.opens }.compactMap(\.sealed).map {
        CopyFacts.Way(record: $0.record, wrap: $0.wrap)
      },
      keys: ways.filter { $0.kind == .key }.map { way in
        CopyFacts.Key(
          name: way.label, role: way.role?.rawValue ?? "", opens: way.opens,
          synced: credentials[way.id]?.isBackedUp == true)
      },
      events: try records.newestEntries(of: account, limit: Self.mostEvents, skipping: 0).reversed().map {
        CopyFacts.Event(at: Self.date($0.at), event: $0.event.rawValue)
      })
  }

  /// The number of lines of the log that a copy holds.
  private static let mostEvents = 10_000

  /// A time as RFC 3339 writes it, in UTC and whole seconds.
  private static func date(_ time: Date) -> String { time.formatted(.iso8601) }
}
