import Vocabulary
import Model

extension Standing {
  /// What the account has, as the rows say it.
  init(of account: AccountID, in session: Session, _ records: any Records) throws {
    let ways = try records.ways(of: account)
    self.init(
      keys: ways.filter { $0.signsIn && $0.stands }.map {
        HeldKey(
          $0.id, $0.label, $0.role, opens: $0.opens, reach: KeyReach(transports: $0.transports), kind: $0.kind,
          needsRewrap: $0.needsRewrapSince != nil)
      },
      hasMasterKey: try !records.generations(of: account).isEmpty, hasCode: ways.contains { $0.kind == .phrase },
      hasEscrow: ways.contains { $0.kind == .escrow && !$0.isRehearsal },
      practicesEscrow: ways.contains { $0.kind == .escrow && $0.isRehearsal },
      escrowProvedAt: ways.last { $0.kind == .escrow }?.provedAt.map { Int($0.timeIntervalSince1970) }, current: session.credential)
  }
}
