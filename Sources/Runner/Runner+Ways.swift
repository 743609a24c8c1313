import Crypto
import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Model
import Wraps

/// The account's ways in, as the server handles them: checking, writing, finding. The server opens none of them.
extension Runner {
  func perform(_ effect: ServerEffect.Way, _ current: inout Current, _ records: any Records) throws -> ServerReply {
    let now = environment.now()
    switch effect {
    case .findByCode(let evidence): return try find(evidence, &current, records)
    case .verifyProof(let evidence):
      return .way(try verifyProof(evidence, &current, records) ? .proofVerified : .codeRejected)
    case .keepTicket(let typed):
      keepTicket(typed, &current)
      return .way(.ticketKept)
    case .redeemTicket(let key):
      return .way(try redeemTicket(key, &current, records) ? .ticketRedeemed : .ticketRefused)
    case .findOwnEscrow(let evidence):
      return .way(try findOwnEscrow(evidence, &current, records) ? .found : .codeRejected)
    case .passDrill(let way, let evidence):
      guard try passDrill(way, by: evidence, current, records) else { return .way(.drillRefused) }
      let typed = current.contents.rehearsing == nil ? nil : current.contents.ticket?.at
      return .way(.drillPassed(seconds: typed.map { Int(now.timeIntervalSince($0)) }))
    default: break
    }
    guard let account = current.account else { return .unavailable }
    if effect.changes, !current.contents.isVouched(for: account, at: now) { return .way(.tooLate) }
    switch effect {
    case .noteReveal:
      guard current.contents.vouched?.account == account else { return .unavailable }
      try records.append(AuditEntry(.recoveryCodeRevealed, account: account, at: now))
      return .way(.revealNoted)
    case .remind:
      try care(for: account, records) { $0.wantsCodeReminder = true }
      return .way(.reminded)
    case .complete(let adoptions):
      for var way in try records.ways(writtenBy: current.run.id) {
        way.run = nil
        try records.update(way)
        if way.role != nil { try records.append(AuditEntry(.keyProved, account: account, credential: way.id, at: now)) }
      }
      for adoption in adoptions { try adopt(adoption, account, records) }
      try records.append(AuditEntry(.enrollmentCompleted, account: account, at: now))
      return .way(.completed)
    case .rename(let key, let label):
      guard var way = try records.way(key), way.account == account, way.revokedAt == nil else { return .way(.conflict) }
      let name = KeyName(label), others = try names(of: account, but: key, records)
      guard !name.isTaken(among: others) else { return .way(.nameTaken(free: name.free(among: others).text)) }
      way.label = name.text
      try records.update(way)
      try records.append(AuditEntry(.keyRenamed, account: account, credential: key, at: now))
      return .way(.renamed)
    case .prove(let key):
      guard current.contents.touched.contains(key), let way = try records.way(key), way.account == account,
        way.revokedAt == nil
      else {
        return .way(.conflict)
      }
      try records.append(AuditEntry(.keyProved, account: account, credential: key, at: now))
      return .way(.proved(key))
    case .attach(let key, let evidence, let goesWithRun):
      let run = goesWithRun ? current.run.id : nil
      return .way(
        try attach(key, bundle(evidence, current), account, by: run, current, records) ? .attached(key) : .conflict)
    case .commitCode(let evidence, let wasRead):
      let generation = try commitCode(bundle(evidence, current), wasRead: wasRead, account, records)
      return .way(generation.map { .codeSaved(generation: $0) } ?? .conflict)
    case .commitEscrow(let evidence, let isPractice):
      return .way(
        try commitEscrow(bundle(evidence, current), isPractice: isPractice, account, records) ? .escrowSaved : .conflict
      )
    case .revoke(let keys, let evidence):
      return .way(try revoke(keys, evidence, account, current, records) ? .revoked(keys) : .conflict)
    case .startAnew(let key, let label, let dropped, let kept, let evidence, let wasRead):
      let made = bundle(evidence, current)
      let isWritten = try startAnew(
        key, label, made, dropping: dropped, keeping: kept, wasRead: wasRead, account, &current, records)
      return .way(isWritten ? .startedAnew : .conflict)
    case .takeCopy(let evidence): return .way(try takeCopy(evidence, &current, records))
    case .checkKit(let number, let check): return .way(try checkKit(number, check, current, records))
    case .issueTicket(let way, let evidence):
      guard current.contents.isVouched(for: account, at: now) else { return .way(.tooLate) }
      return .way(try issueTicket(for: way, evidence, account, current, records) ? .ticketIssued : .conflict)
    // above
    case .findByCode, .verifyProof, .findOwnEscrow, .passDrill, .keepTicket, .redeemTicket: return .unavailable
    }
  }

  /// Adopts a key that already signs in and passed its test in this run. A key that has been removed meanwhile remains
  /// removed.
  private func adopt(_ adoption: ServerEffect.Way.Adoption, _ account: AccountID, _ records: any Records) throws {
    guard var way = try records.way(adoption.key), way.account == account, way.kind == .key, way.revokedAt == nil,
      way.role == nil
    else { return }
    let now = environment.now()
    (way.label, way.role) = (try name(adoption.label, for: way.id, of: account, records), adoption.role)
    try records.update(way)
    for event in [AuditEvent.keyEnrolled, .keyProved] {
      try records.append(AuditEntry(event, account: account, credential: way.id, at: now))
    }
  }

  private func bundle(_ evidence: Evidence, _ current: Current) -> SealedBundle? {
    SealedBundle.read(current.contents.evidence[evidence.rawValue])
  }

  private func attach(
    _ key: KeyID, _ bundle: SealedBundle?, _ account: AccountID, by run: String?, _ current: Current,
    _ records: any Records
  ) throws -> Bool {
    guard let bundle, current.contents.touched.contains(key) else { return false }
    return try attempt(records) {
      // If a record no longer fits its key, the generation that gives the key a new record leaves the old one out.
      let marked = try records.way(key).flatMap { $0.needsRewrapSince == nil ? nil : $0.sealed?.recordID }
      let leftOut = marked.flatMap { bundle.rotation.map(\.wraps)?.keys.contains($0) == false ? $0 : nil }
      let kept = try keeper(account, records).take(bundle, dropping: Set([leftOut].compactMap { $0 }))
      let new = try kept.compactMap(\.credential).filter { try records.way($0)?.sealed == nil }
      try seal(kept, of: account, by: run, touched: current.contents.touched, leftOut: leftOut, records)
      if bundle.rotation != nil { try care(for: account, records) { $0.isRotationDue = false } }
      for key in new {
        try records.append(AuditEntry(.keyOpens, account: account, credential: key, at: environment.now()))
      }
    }
  }

  /// Adds the recovery code and retires the previous one in the same transaction.
  private func commitCode(
    _ bundle: SealedBundle?, wasRead: Bool, _ account: AccountID, _ records: any Records
  ) throws -> Int? {
    guard let bundle else { return nil }
    let isWritten = try attempt(records) {
      let old = try records.ways(of: account).filter { $0.kind == .phrase }
      let kept = try keeper(account, records).take(bundle, dropping: Set(old.compactMap { $0.sealed?.recordID }))
      guard kept.count == 1, let code = kept.first else { throw WayKeeper.Conflict() }
      try replaceCode(old, by: code, wasRead: wasRead, account, records)
      if bundle.rotation != nil { try care(for: account, records) { $0.isRotationDue = false } }
    }
    return isWritten ? try records.generations(of: account).last.map { Int($0.number) } : nil
  }

  /// Adds a code, retires the previous ones, and ends the reminder of a postponed one.
  /// - Parameter wasRead: `true` if three of its words were read off its paper, as the hands report. Otherwise nothing
  ///   proves the new code.
  func replaceCode(
    _ old: [Way], by code: WayKeeper.Kept, wasRead: Bool, _ account: AccountID, _ records: any Records
  ) throws {
    guard code.record.kind == .phrase, code.credential == nil else { throw WayKeeper.Conflict() }
    let now = environment.now()
    for way in old { try retire(way, .recoveryCodeInvalidated, records) }
    try records.insert(
      Way(
        id: KeyID(rawValue: code.sealed.recordID), account: account, kind: .phrase, sealed: code.sealed,
        createdAt: now, proofs: wasRead ? [.read: now] : [:], kit: code.kit))
    try records.append(AuditEntry(.recoveryCodeSaved, account: account, at: now))
    try care(for: account, records) { $0.wantsCodeReminder = false }
  }

  func retire(_ way: Way, _ event: AuditEvent, _ records: any Records) throws {
    var retired = way
    (retired.sealed, retired.revokedAt, retired.run) = (nil, environment.now(), nil)
    try records.update(retired)
    if way.kind == .key { try forgetCredential(of: way, records) }
    try endGrants(of: way.account, by: way.id, records)
    try records.append(
      AuditEntry(event, account: way.account, credential: way.signsIn ? way.id : nil, at: environment.now()))
  }

  private func revoke(
    _ keys: [KeyID], _ evidence: Evidence?, _ account: AccountID, _ current: Current, _ records: any Records
  ) throws -> Bool {
    try attempt(records) {
      let all = try records.ways(of: account), dropped = all.filter { keys.contains($0.id) && $0.signsIn }
      guard dropped.count == keys.count, RemainingWays(all, without: Set(keys)).isEnough else {
        throw WayKeeper.Conflict()
      }
      if let evidence {
        guard let bundle = bundle(evidence, current) else { throw WayKeeper.Conflict() }
        let kept = try keeper(account, records).take(bundle, dropping: Set(dropped.compactMap { $0.sealed?.recordID }))
        guard bundle.rotation != nil else { throw WayKeeper.Conflict() }
        try seal(kept, of: account, by: nil, touched: current.contents.touched, records)
        try care(for: account, records) { $0.isRotationDue = false }
      } else if dropped.contains(where: { $0.sealed != nil }) {
        try care(for: account, records) { $0.isRotationDue = true }
      }
      for way in dropped { try retire(way, .keyRevoked, records) }
      try endSessions(of: account, but: current.session.id, records)
    }
  }
}
