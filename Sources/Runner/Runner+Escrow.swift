import Vocabulary
import HandsProtocol
import Model

/// The way in that escrow providers hold shares of: one per account, and one to practice with. Where they are and what
/// they ask, this server does not hear.
extension Runner {
  /// The time is that of the first step: whoever comes back to it did not begin it today.
  func noteEscrow(isBegun: Bool, _ current: Current, _ records: any Records) throws {
    guard let account = current.account else { return }
    try care(for: account, records) { $0.escrowBegunAt = isBegun ? $0.escrowBegunAt ?? environment.now() : nil }
  }

  /// The ways that a new one replaces. Practice replaces only practice: a way back in stays one while somebody
  /// rehearses (G-34).
  func replacedByEscrow(isPractice: Bool, _ account: AccountID, _ records: any Records) throws -> [Way] {
    try records.ways(of: account).filter { $0.kind == .escrow && $0.sealed != nil && ($0.isRehearsal || !isPractice) }
  }

  /// The one before dies in the same transaction: whoever got together its shares opens nothing any more (WRAPS §5,
  /// "Escrow renewal").
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
