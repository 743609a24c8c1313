import FlowKit
import Foundation
import Model

/// What a touch comes to: verified, written down, taken back.
extension Runner {
  func verify(_ evidence: Evidence, _ ceremony: Ceremony, _ current: inout Current, _ records: any Records) throws -> ServerReply {
    guard let text = current.contents.evidence[evidence.rawValue] else { return .key(.rejected(.invalid)) }
    let purpose = Ceremonies.Purpose.run(current.run.id), session = current.session
    let outcome =
      if ceremony == .create {
        try ceremonies.enroll(text, for: purpose, of: current.account, in: session.id, records)
      } else {
        try ceremonies.authenticate(
          text, for: purpose, ceremony, by: current.account, and: current.contents.pending, in: session, records)
      }
    switch outcome {
    case .failure(let refused): return .key(.rejected(refused.rejection))
    case .success(let known):
      current.contents.touched.insert(known.id)
      if ceremony == .create || current.contents.pending.contains(where: { $0.id == known.id }) {
        current.contents.pending.removeAll { $0.id == known.id }
        current.contents.pending.append(known)
      } else {  // only what stands already vouches for a change
        current.contents.vouched = .init(account: known.account, credential: known.id, at: surroundings.now())
      }
      return .key(.verified(known.id, ceremony))
    }
  }

  /// A new key as a way in. Its credential, its row and its audit entry are one write.
  func commit(
    _ key: KeyID, _ label: String, _ role: KeyRole, _ evidence: Evidence?, _ current: inout Current, _ records: any Records
  ) throws -> ServerReply {
    let now = surroundings.now()
    guard let account = current.account, let credential = current.contents.pending.first(where: { $0.id == key }), credential.account == account,
      try records.credential(key) == nil
    else { return .key(.notCommitted) }
    guard current.contents.isVouched(for: account, at: now) else { return .key(.tooLate) }
    let isWritten = try attempt(records) {
      var kept: [WayKeeper.Kept] = []
      if let evidence {
        guard let bundle = SealedBundle.read(current.contents.evidence[evidence.rawValue]) else { throw WayKeeper.Conflict() }
        kept = try keeper(account, records).take(bundle)
      }
      let own = kept.first { $0.credential == key }
      guard (own == nil) == (evidence == nil) else { throw WayKeeper.Conflict() }
      try records.insert(credential)
      try records.insert(
        DeviceWrap(
          id: key, account: account, kind: .key, label: Self.label(label), role: role, transports: credential.transports, sealed: own?.sealed,
          createdAt: now, run: current.run.id))
      try seal(kept.filter { $0.credential != key }, of: account, by: current.run.id, records)
      try records.append(AuditEntry(.keyEnrolled, account: account, credential: key, at: now))
    }
    guard isWritten else { return .key(.notCommitted) }
    current.contents.pending.removeAll { $0.id == key }
    return .key(.committed(key, reach: KeyReach(transports: credential.transports)))
  }

  /// Whether it fit. Where it did not, nothing of it was written.
  func attempt(_ records: any Records, _ work: () throws -> Void) throws -> Bool {
    do {
      try records.attempt(work)
      return true
    } catch is WayKeeper.Conflict { return false } catch let error as StoreError where error.code == .taken { return false }
  }

  /// Wraps for keys of the account that stand already and had none, or whose record is made anew.
  func seal(_ kept: [WayKeeper.Kept], of account: AccountID, by run: String?, _ records: any Records) throws {
    for new in kept {
      guard let id = new.credential, var way = try records.way(id), way.account == account, way.kind == .key, way.revokedAt == nil,
        way.sealed == nil || way.sealed?.recordID == new.sealed.recordID
      else { throw WayKeeper.Conflict() }
      if way.sealed == nil { way.run = run ?? way.run }
      way.sealed = new.sealed
      try records.update(way)
    }
  }

  /// What the run wrote and now takes back itself.
  func takeBack(_ key: KeyID, _ current: Current, _ records: any Records) throws -> ServerReply {
    guard let way = try records.way(key), way.run == current.run.id else { return .unavailable }
    guard try needed(of: [way], records).isEmpty else { return .key(.notCommitted) }
    try takeBack([way], records)
    try records.append(AuditEntry(.keyRevoked, account: way.account, credential: key, at: surroundings.now()))
    return .key(.revoked(key))
  }

  /// Everything that a run wrote, but for what the journal needs. Goes by the run's id alone.
  func rollBack(_ run: String, _ records: any Records) throws {
    let ways = try records.ways(writtenBy: run), needed = try needed(of: ways, records)
    guard let account = ways.first?.account else { return }
    for var way in needed {
      way.run = nil
      try records.update(way)
      try records.append(AuditEntry(.keyKept, account: account, credential: way.id, at: surroundings.now()))
    }
    try takeBack(ways.filter { !needed.contains($0) }, records)
    try records.append(AuditEntry(.enrollmentRolledBack, account: account, at: surroundings.now()))
  }

  /// Those of a run's ways that stay, because without them nothing opens what somebody wrote meanwhile: a key that stood before, if it is one.
  private func needed(of ways: [DeviceWrap], _ records: any Records) throws -> [DeviceWrap] {
    guard let account = ways.first?.account, try isProtecting(account, records),
      try !records.ways(of: account).contains(where: { $0.opens && !ways.contains($0) })
    else { return [] }
    let opening = ways.filter(\.opens), before = opening.filter { $0.role == nil }
    return before.isEmpty ? opening : before
  }

  /// Whether the Master Key protects more than its own index.
  private func isProtecting(_ account: AccountID, _ records: any Records) throws -> Bool {
    try records.journal(of: account).contains { $0.id != JournalEntry.indexID }
  }

  /// Rows that a run made go; keys that stood before and only got a wrap lose it. A Master Key that nothing opens any more and that
  /// protects nothing goes with them; else the next hands that open it make a new one (WRAPS §5 "Revoke").
  private func takeBack(_ ways: [DeviceWrap], _ records: any Records) throws {
    for way in ways {
      if way.role == nil {
        var bare = way
        (bare.sealed, bare.run) = (nil, nil)
        try records.update(bare)
      } else {
        try records.delete(way: way.id)
        try forgetCredential(of: way, records)
      }
    }
    guard let account = ways.first?.account, ways.contains(where: { $0.sealed != nil }) else { return }
    if try !isProtecting(account, records) && !records.ways(of: account).contains(where: \.opens) {
      try records.deleteGenerations(of: account)
      try records.deleteJournalEntry(JournalEntry.indexID, of: account)
    } else {
      try care(for: account, records) { $0.isRotationDue = true }
    }
  }

  /// Its credential signs in no more; it may still lie on the key, which Settings then names (G-18).
  func forgetCredential(of way: DeviceWrap, _ records: any Records) throws {
    try records.delete(way.id)
    guard !way.label.isEmpty else { return }
    try care(for: way.account, records) { $0.leftOnKeys = Array(($0.leftOnKeys + [way.label]).suffix(Self.mostLeft)) }
  }
  /// So many names of keys are told.
  private static let mostLeft = 8

  func care(for account: AccountID, _ records: any Records, _ change: (inout AccountCare) -> Void) throws {
    guard var care = try records.account(account)?.care else { return }
    change(&care)
    try records.setCare(care, of: account)
  }

  func keeper(_ account: AccountID, _ records: any Records) -> WayKeeper {
    WayKeeper(records: records, account: account, rpID: ceremonies.site.rpID, prfSalt: ceremonies.site.prfSalt, now: surroundings.now())
  }

  /// What a person calls a key: as they wrote it, no longer than a line.
  static func label(_ text: String) -> String { String(text.filter { !$0.isNewline }.prefix(60)) }
}
