import CeremonyService
import Vocabulary
import Foundation
import HandsProtocol
import Measurements
import Model

/// The outcomes of a touch: a key is verified, written down or taken back.
extension Runner {
  func verify(_ evidence: Evidence, _ ceremony: Ceremony, _ current: inout Current, _ records: any Records) throws
    -> ServerReply
  {
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
    case .failure(let refused):
      if ceremony == .signIn { records.afterwards { Measured.signIn(.passkey, isAccepted: false) } }
      return .key(.rejected(refused.rejection))
    case .success(let known):
      current.contents.touched.insert(known.id)
      if ceremony == .create || current.contents.pending.contains(where: { $0.id == known.id }) {
        // Only one key is pending at a time: an earlier one that was never written down no longer belongs to this run.
        current.contents.pending = [known]
      } else if !current.flow.needsStranger {  // only what stands vouches for a change, and a rehearsal makes none
        current.contents.vouched = .init(account: known.account, credential: known.id, at: environment.now())
      }
      return .key(.verified(known.id, ceremony))
    }
  }

  /// Adds a new key as a way in. Its credential, its row and its audit entry are written together.
  func commit(
    _ key: KeyID, _ label: String, _ role: KeyRole, _ evidence: Evidence?, _ current: inout Current,
    _ records: any Records
  ) throws -> ServerReply {
    let now = environment.now()
    guard let account = current.account, let credential = current.contents.pending.first(where: { $0.id == key }),
      credential.account == account,
      try records.credential(key) == nil
    else { return .key(.notCommitted) }
    guard current.contents.isVouched(for: account, at: now) else { return .key(.tooLate) }
    let name = KeyName(label), others = try names(of: account, but: key, records)
    guard !name.isTaken(among: others) else { return .key(.nameTaken(free: name.free(among: others).text)) }
    var alsoOpening: [KeyID] = []
    let isWritten = try attempt(records) {
      var kept: [WayKeeper.Kept] = []
      if let evidence {
        guard let bundle = SealedBundle.read(current.contents.evidence[evidence.rawValue]) else {
          throw WayKeeper.Conflict()
        }
        kept = try keeper(account, records).take(bundle)
      }
      let own = kept.first { $0.credential == key }
      guard (own == nil) == (evidence == nil) else { throw WayKeeper.Conflict() }
      try records.insert(credential)
      try records.insert(
        Way(
          id: key, account: account, kind: .key, label: name.text, role: role, transports: credential.transports,
          sealed: own?.sealed,
          createdAt: now, run: current.run.id))
      let before = kept.filter { $0.credential != key }
      alsoOpening = before.compactMap(\.credential)
      try seal(before, of: account, by: current.run.id, touched: current.contents.touched, records)
      try records.append(AuditEntry(.keyEnrolled, account: account, credential: key, at: now))
    }
    guard isWritten else { return .key(.notCommitted) }
    current.contents.pending.removeAll { $0.id == key }
    return .key(.committed(key, reach: KeyReach(transports: credential.transports), alsoOpening: alsoOpening))
  }

  /// Performs work that may conflict with the stored state. In that case, returns `false` and writes none of it.
  func attempt(_ records: any Records, _ work: () throws -> Void) throws -> Bool {
    do {
      try records.attempt(work)
      return true
    } catch is WayKeeper.Conflict { return false } catch let error as StoreError where error.code == .taken {
      return false
    }
  }

  /// Stores wraps for the account's existing keys that had none, or whose record is remade. A remade record is for the
  /// same recipient, unless the accompanying generation leaves out the existing record. Each key was touched in the
  /// run, according to `touched`. A record remade for the same recipient is signed by the Master Key that the key
  /// opened, so it proves the opening. A new wrap proves none yet. After both, the key opens, so a rewrap mark is
  /// removed.
  func seal(
    _ kept: [WayKeeper.Kept], of account: AccountID, by run: String?, touched: Set<KeyID>, leftOut: String? = nil,
    _ records: any Records
  ) throws {
    for new in kept {
      guard let id = new.credential, touched.contains(id), var way = try records.way(id), way.account == account,
        way.kind == new.record.kind,
        way.signsIn,
        way.revokedAt == nil, way.sealed.map({ $0.recordID == leftOut || $0.isRenewed(by: new) }) ?? true
      else { throw WayKeeper.Conflict() }
      let isRenewed = way.sealed.map { $0.recordID != leftOut } ?? false
      // The run must not take back a key that already has a role.
      if way.sealed == nil, way.stoodBefore { way.run = run ?? way.run }
      way.sealed = new.sealed
      if way.needsRewrapSince != nil {
        way.needsRewrapSince = nil
        try records.append(AuditEntry(.keyOpensAgain, account: account, credential: id, at: environment.now()))
      }
      try records.update(way)
      if isRenewed { try records.note(.opened, of: id, at: environment.now()) }
    }
  }

  /// Takes back a key that the run itself wrote.
  func takeBack(_ key: KeyID, _ current: Current, _ records: any Records) throws -> ServerReply {
    // The key has already been removed.
    guard let way = try records.way(key), way.revokedAt == nil, way.run == current.run.id else {
      return .key(.revoked(key))
    }
    guard try needed(of: [way], records).isEmpty else { return .key(.notCommitted) }
    try takeBack([way], records)
    try records.append(AuditEntry(.keyRevoked, account: way.account, credential: key, at: environment.now()))
    return .key(.revoked(key))
  }

  /// Removes everything that a run wrote, except what the journal needs. Uses only the run's id.
  func rollBack(_ run: String, _ records: any Records) throws {
    let ways = try records.ways(writtenBy: run), needed = try needed(of: ways, records)
    guard let account = ways.first?.account else { return }
    for var way in needed {
      way.run = nil
      try records.update(way)
      try records.append(AuditEntry(.keyKept, account: account, credential: way.id, at: environment.now()))
    }
    try takeBack(ways.filter { !needed.contains($0) }, records)
    try records.append(AuditEntry(.enrollmentRolledBack, account: account, at: environment.now()))
  }

  /// Returns the run's ways that must be kept, because without them nothing could open the data written meanwhile, or
  /// nothing could sign in: preferably a key that existed before.
  private func needed(of ways: [Way], _ records: any Records) throws -> [Way] {
    guard let account = ways.first?.account else { return [] }
    let others = try others(than: ways, of: account, records)
    if !others.contains(where: { ($0.signsIn && !$0.isRehearsal) || $0.kind == .phrase }),
      !ways.contains(where: \.stoodBefore)
    {
      return ways
    }
    guard try isProtecting(account, records), !others.contains(where: \.opens) else { return [] }
    let opening = ways.filter(\.opens), before = opening.filter(\.stoodBefore)
    return before.isEmpty ? opening : before
  }

  private func others(than ways: [Way], of account: AccountID, _ records: any Records) throws -> [Way] {
    try records.ways(of: account).filter { way in !ways.contains { $0.id == way.id } }
  }

  /// Returns `true` if the Master Key protects more than its own index.
  private func isProtecting(_ account: AccountID, _ records: any Records) throws -> Bool {
    try records.journalSize(of: account).entries > 1
  }

  /// Removes a run's rows. If nothing opens the Master Key any more and it protects nothing, it is removed too, along
  /// with the wraps that existing keys were given. Otherwise, those are kept, and the next hands that open the Master
  /// Key make a new one (WRAPS §5 "Revoke").
  private func takeBack(_ ways: [Way], _ records: any Records) throws {
    guard let account = ways.first?.account else { return }
    let isOver =
      try !isProtecting(account, records) && !others(than: ways, of: account, records).contains(where: \.isSealed)
    for var way in ways {
      if way.stoodBefore {
        way.run = nil
        if isOver { way.sealed = nil }
        try records.update(way)
      } else {
        try records.delete(way: way.id)
        try forgetCredential(of: way, records)
        try endGrants(of: account, by: way.id, records)
      }
    }
    guard ways.contains(where: { $0.sealed != nil }) else { return }
    if isOver {
      try records.deleteGenerations(of: account)
      try records.deleteJournalEntry(JournalEntry.indexID, of: account)
    } else if ways.contains(where: { $0.sealed != nil && !$0.stoodBefore }) {
      try care(for: account, records) { $0.isRotationDue = true }
    }
  }

  /// Forgets a credential, which can no longer sign in but may still be on the key. Settings then names the key (G-18).
  func forgetCredential(of way: Way, _ records: any Records) throws {
    try records.delete(way.id)
    guard !way.label.isEmpty else { return }
    try care(for: way.account, records) { $0.leftOnKeys = Array(($0.leftOnKeys + [way.label]).suffix(Self.mostLeft)) }
  }
  /// The maximum number of such key names that are kept.
  private static let mostLeft = 8

  func care(for account: AccountID, _ records: any Records, _ change: (inout AccountCare) -> Void) throws {
    guard var care = try records.account(account)?.care else { return }
    change(&care)
    try records.setCare(care, of: account)
  }

  func keeper(_ account: AccountID, _ records: any Records) -> WayKeeper {
    WayKeeper(
      records: records, account: account, rpID: ceremonies.site.rpID, prfSalt: ceremonies.site.prfSalt,
      now: environment.now())
  }

  /// Returns the names of the account's other keys and cards, including those that an open run wrote.
  func names(of account: AccountID, but key: KeyID, _ records: any Records) throws -> [String] {
    try records.ways(of: account).filter { $0.signsIn && $0.id != key }.map { KeyName.shown($0.label, $0.kind) }
  }
  /// Returns a unique name for a key. A number is added if needed, because nobody can be asked for a different name.
  func name(_ label: String, for key: KeyID, of account: AccountID, _ records: any Records) throws -> String {
    KeyName(label).free(among: try names(of: account, but: key, records)).text
  }
}
