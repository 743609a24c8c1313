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
    if let found { try expectOpen(found.account, records) }
    current.contents.recovering = found.map { .init(account: $0.account, way: $0.id) }
    return .way(found == nil ? .codeRejected : .found)
  }

  /// Finds the escrow way of the session's own account by its recovered secret. A way of another account takes the same
  /// path to the same answer as one that nobody has, and is not kept for this run.
  func findOwnEscrow(_ evidence: Evidence, _ current: inout Current, _ records: any Records) throws -> Bool {
    _ = try find(evidence, &current, records)
    guard let found = current.contents.recovering, found.account == current.session.account,
      try records.way(found.way)?.kind == .escrow
    else {
      current.contents.recovering = nil
      return false
    }
    return true
  }

  func verifyProof(_ evidence: Evidence, _ current: inout Current, _ records: any Records) throws -> Bool {
    guard let recovering = current.contents.recovering,
      let way = try proven(recovering.way, of: recovering.account, by: evidence, current, records)
    else { return false }
    current.contents.vouched = .init(account: recovering.account, credential: nil, at: environment.now())
    try records.note(way.kind == .escrow ? .joined : .words, of: way.id, at: environment.now())
    return true
  }

  /// Compares the number and the check on a paper with the kit of the session's own account, and notes that the paper is
  /// there. Nothing here shows that its words open. Each try counts, a right one too.
  func checkKit(
    _ number: Int, _ check: String, _ current: Current, _ records: any Records
  ) throws -> ServerReply.Way {
    guard let account = current.session.account, let code = try code(of: account, records), let kit = code.kit else {
      return .conflict
    }
    let now = environment.now()
    guard kitChecks.use(by: account, at: now.timeIntervalSince1970, records) else { return .tooManyChecks }
    guard number == kit.number else { return .kitHasOtherNumber(newest: kit.number) }
    guard check == kit.check.text else { return .checkDiffers }
    try records.note(.checked, of: code.id, at: now)
    try records.append(AuditEntry(.recoveryPaperChecked, account: account, at: now))
    return .kitMatches
  }

  /// Returns the account's recovery code as it stands; `nil` if there is none.
  func code(of account: AccountID, _ records: any Records) throws -> Way? {
    try records.ways(of: account).first { $0.kind == .phrase && $0.isSealed }
  }

  /// Returns the way if the evidence proves that its secret is present, for a recovery and for a challenge that this run
  /// gave out. The challenge that the evidence names is spent in any case.
  private func proven(
    _ id: KeyID, of account: AccountID, by evidence: Evidence, _ current: Current, _ records: any Records
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
        given.proof, publicKey: key, account: account.bytes, record: record.record, origin: origin, purpose: "recover",
        challenge: challenge)) != nil
    }
    return isProven ? way : nil
  }

  /// Writes one new generation with a new primary key and a new code that replaces the old one, and without the old
  /// keys and cards that are gone. Ends all of the account's other sessions.
  func startAnew(
    _ key: KeyID, _ label: String, _ bundle: SealedBundle?, dropping keys: [KeyID], keeping others: [KeyID],
    wasRead: Bool, _ account: AccountID, _ current: inout Current, _ records: any Records
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
      let dropped = ways.filter { keys.contains($0.id) && $0.signsIn }
      guard dropped.count == keys.count else { throw WayKeeper.Conflict() }
      let kept = try keeper(account, records).take(
        bundle, dropping: Set((old + dropped).compactMap { $0.sealed?.recordID }))
      guard let code = kept.first(where: { $0.record.kind == .phrase }), kept.count <= 2 else {
        throw WayKeeper.Conflict()
      }
      let own = kept.first { $0.credential == key }
      guard kept.count == (own == nil ? 1 : 2) else { throw WayKeeper.Conflict() }
      guard own?.record.kind ?? (card == nil ? .key : .card) == (card == nil ? .key : .card) else {
        throw WayKeeper.Conflict()
      }
      for way in dropped { try retire(way, .keyRevoked, records) }  // first, so that their names are free
      if card != nil { try makeWay(for: key, of: account, records) }
      if let credential { try records.insert(credential) }
      try records.insert(
        Way(
          id: key, account: account, kind: card == nil ? .key : .card,
          label: try name(label, for: key, of: account, records),
          role: card == nil ? .primary : nil,
          transports: credential?.transports ?? [Way.smartCard], sealed: own?.sealed, createdAt: now,
          proofs: [.signed: credential?.lastUsedAt ?? now]))
      try replaceCode(old, by: code, wasRead: wasRead, account, records)
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
    current.contents.kept = others
    return true
  }
}
