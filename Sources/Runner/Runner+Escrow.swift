import Vocabulary
import HandsProtocol
import Model

/// The way in whose shares are held by escrow providers: one per account, plus one for practice. This server never
/// learns where the providers are or what they ask for.
extension Runner {
  /// Records or clears the time of the escrow setup's first step. Resuming the setup keeps the original time.
  func noteEscrow(isBegun: Bool, _ current: Current, _ records: any Records) throws {
    guard let account = current.account else { return }
    try care(for: account, records) { $0.escrowBegunAt = isBegun ? $0.escrowBegunAt ?? environment.now() : nil }
  }

  /// Returns the ways that a new one replaces. Practice replaces only practice: a real way back in is kept during a
  /// rehearsal (G-34).
  func replacedByEscrow(isPractice: Bool, _ account: AccountID, _ records: any Records) throws -> [Way] {
    try records.ways(of: account).filter { $0.kind == .escrow && $0.sealed != nil && ($0.isRehearsal || !isPractice) }
  }

  /// Adds the escrow way and retires the previous one in the same transaction, so whoever collected the previous shares
  /// can no longer open anything (WRAPS §5, "Escrow renewal").
  func commitEscrow(_ bundle: SealedBundle?, isPractice: Bool, _ account: AccountID, _ records: any Records) throws
    -> Bool
  {
    guard let bundle else { return false }
    return try attempt(records) {
      let old = try replacedByEscrow(isPractice: isPractice, account, records)
      let kept = try keeper(account, records).take(bundle, dropping: Set(old.compactMap { $0.sealed?.recordID }))
      guard kept.count == 1, let escrow = kept.first, escrow.record.kind == .escrow else { throw WayKeeper.Conflict() }
      for way in old { try retire(way, .escrowReplaced, records) }
      let now = environment.now()
      try records.insert(
        Way(
          id: KeyID(rawValue: escrow.sealed.recordID), account: account, kind: .escrow,
          transports: isPractice ? [Way.rehearsal] : [],
          sealed: escrow.sealed, createdAt: now))
      try records.append(AuditEntry(.escrowSaved, account: account, at: now))
      try care(for: account, records) {
        $0.escrowBegunAt = nil
        if bundle.rotation != nil { $0.isRotationDue = false }
      }
    }
  }
}
