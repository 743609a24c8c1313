import CeremonyService
import Crypto
import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Model
import Wraps

/// Account recovery with twelve words, or with the shares that escrow providers returned. The account is found by a
/// lookup that proves nothing and proven by a signature; one new generation follows.
extension Runner {
  /// Finds the account of a recovery code. A wrong phrase, a wrong checksum and an unknown account take the same path
  /// to the same answer (G-08).
  func find(_ evidence: Evidence, _ current: inout Current, _ records: any Records) throws -> ServerReply {
    let text = current.contents.evidence[evidence.rawValue] ?? ""
    let lookup =
      (try? JSONDecoder().decode(RecoveryLookup.self, from: Data(text.utf8))).flatMap { Base64URL.decode($0.lookup) }
      ?? []
    let found = try records.way(foundBy: Array(SHA256.hash(data: lookup)))
    current.contents.recovering = found.map { .init(account: $0.account, way: $0.id) }
    return .way(found == nil ? .codeRejected : .found)
  }

  func verifyProof(_ evidence: Evidence, _ current: inout Current, _ records: any Records) throws -> Bool {
    let text = current.contents.evidence[evidence.rawValue] ?? ""
    guard let recovering = current.contents.recovering,
      let given = try? JSONDecoder().decode(RecoveryProof.self, from: Data(text.utf8)),
      let challenge = Base64URL.decode(given.challenge)
    else { return false }
    guard
      try ceremonies.redeemProof(
        challenge, by: recovering.way, for: .run(current.run.id), in: current.session.id, records),
      let way = try records.way(recovering.way), way.revokedAt == nil, let sealed = way.sealed,
      let record = try? WayRecord(reading: sealed.record), let key = record.proof
    else { return false }
    let isProven = ceremonies.site.origins.contains { origin in
      (try? WayProof.verify(
        given.proof, publicKey: key, account: recovering.account.bytes, record: record.record, origin: origin,
        purpose: "recover",
        challenge: challenge)) != nil
    }
    guard isProven else { return false }
    current.contents.vouched = .init(account: recovering.account, credential: nil, at: environment.now())
    if way.kind == .escrow {  // its shares were put together: the status page says when
      var proved = way
      proved.provedAt = environment.now()
      try records.update(proved)
    }
    return true
  }

  /// Writes one new generation with a new primary key and a new code that replaces the old one. Ends all of the
  /// account's other sessions.
  func startAnew(
    _ key: KeyID, _ label: String, _ bundle: SealedBundle?, reminds: Bool, _ account: AccountID,
    _ current: inout Current, _ records: any Records
  ) throws -> Bool {
    guard let bundle, bundle.rotation != nil, let recovering = current.contents.recovering,
      recovering.account == account
    else { return false }
    let credential = current.contents.pending.first { $0.id == key && $0.account == account }
    let card = current.contents.enrolling.flatMap { $0.card == key && !$0.isRehearsal ? $0 : nil }
    guard credential != nil || card != nil else { return false }
    let now = environment.now()
    let isWritten = try attempt(records) {
      let ways = try records.ways(of: account), old = ways.filter { $0.kind == .phrase }
      // A different recovery finished first.
      guard let used = ways.first(where: { $0.id == recovering.way }) else { throw WayKeeper.Conflict() }
      let kept = try keeper(account, records).take(bundle, dropping: Set(old.compactMap { $0.sealed?.recordID }))
      guard let code = kept.first(where: { $0.record.kind == .phrase }), kept.count <= 2 else {
        throw WayKeeper.Conflict()
      }
      let own = kept.first { $0.credential == key }
      guard kept.count == (own == nil ? 1 : 2) else { throw WayKeeper.Conflict() }
      guard own?.record.kind ?? (card == nil ? .key : .card) == (card == nil ? .key : .card) else {
        throw WayKeeper.Conflict()
      }
      if let credential { try records.insert(credential) }
      try records.insert(
        Way(
          id: key, account: account, kind: card == nil ? .key : .card,
          label: try name(label, for: key, of: account, records),
          role: card == nil ? .primary : nil,
          transports: credential?.transports ?? [Way.smartCard], sealed: own?.sealed, createdAt: now, provedAt: now))
      try replaceCode(old, by: code, reminds: reminds, account, records)
      for event in [
        card == nil ? AuditEvent.keyEnrolled : .cardAdded, used.kind == .escrow ? .recoveredByEscrow : .recovered,
      ] {
        try records.append(AuditEntry(event, account: account, credential: key, at: now))
      }
      try care(for: account, records) { $0.isRotationDue = false }
      try endSessions(of: account, but: current.session.id, records)
    }
    guard isWritten else { return false }
    current.contents.pending = []
    current.contents.vouched = .init(account: account, credential: key, at: now)
    return true
  }
}
