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
    guard let recovering = current.contents.recovering,
      let way = try proven(recovering.way, of: recovering.account, for: "recover", by: evidence, current, records)
    else { return false }
    current.contents.vouched = .init(account: recovering.account, credential: nil, at: environment.now())
    try records.note(way.kind == .escrow ? .joined : .words, of: way.id, at: environment.now())
    return true
  }

  /// Notes that the words of the recovery code were typed, and opened the account. The proof is for this alone: it
  /// vouches for no change and no sign-in, and one that was made for a recovery is refused.
  func proveWords(_ evidence: Evidence, _ current: Current, _ records: any Records) throws -> Bool {
    guard let account = current.session.account, let code = try code(of: account, records),
      let way = try proven(code.id, of: account, for: "drill", by: evidence, current, records)
    else { return false }
    let now = environment.now()
    try records.note(.words, of: way.id, at: now)
    try records.append(AuditEntry(.recoveryCodeProved, account: account, at: now))
    return true
  }

  /// Returns the account's recovery code as it stands; `nil` if there is none.
  func code(of account: AccountID, _ records: any Records) throws -> Way? {
    try records.ways(of: account).first { $0.kind == .phrase && $0.isSealed }
  }

  /// Returns the way if the evidence proves that its secret is present, for this purpose and for a challenge that this
  /// run gave out. The challenge that the evidence names is spent in any case.
  private func proven(
    _ id: KeyID, of account: AccountID, for purpose: String, by evidence: Evidence, _ current: Current,
    _ records: any Records
  ) throws -> Way? {
    let text = current.contents.evidence[evidence.rawValue] ?? ""
    guard let given = try? JSONDecoder().decode(RecoveryProof.self, from: Data(text.utf8)),
      let challenge = Base64URL.decode(given.challenge),
      try ceremonies.redeemProof(challenge, by: id, for: .run(current.run.id), in: current.session.id, records),
      let way = try records.way(id), way.account == account, way.revokedAt == nil, let sealed = way.sealed,
      let record = try? WayRecord(reading: sealed.record), let key = record.proof
    else { return nil }
    let isProven = ceremonies.site.origins.contains { origin in
      (try? WayProof.verify(
        given.proof, publicKey: key, account: account.bytes, record: record.record, origin: origin, purpose: purpose,
        challenge: challenge)) != nil
    }
    return isProven ? way : nil
  }

  /// Writes one new generation with a new primary key and a new code that replaces the old one. Ends all of the
  /// account's other sessions.
  func startAnew(
    _ key: KeyID, _ label: String, _ bundle: SealedBundle?, _ account: AccountID, _ current: inout Current,
    _ records: any Records
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
          transports: credential?.transports ?? [Way.smartCard], sealed: own?.sealed, createdAt: now,
          proofs: [.signed: credential?.lastUsedAt ?? now]))
      try replaceCode(old, by: code, account, records)
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
