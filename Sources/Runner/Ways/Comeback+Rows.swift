import Foundation
import Model
import Vocabulary

extension Comeback {
  /// Reads what somebody has who came back; `nil` if there is no such account.
  ///
  /// - Parameter began: The time of the verdict with which the way back began: what is newer came of it.
  init?(of account: AccountID, since began: Date, in session: Session, _ records: any Records) throws {
    guard let owner = try records.account(account) else { return nil }
    let ways = try records.ways(of: account)
    let standing = ways.filter { $0.signsIn && $0.stands && !$0.isRehearsal }
    let current = standing.first { $0.id == session.credential }
    let isNew = { (at: Date) in at.timeIntervalSince(began) > -Self.rounding }
    let made = current.flatMap { isNew($0.createdAt) ? $0 : nil }
    let newCode = ways.first { $0.kind == .phrase && isNew($0.createdAt) }
    let removed = try records.newestEntries(of: account, limit: Self.newest, skipping: 0).filter {
      $0.event == .keyRevoked && isNew($0.at)
    }
    self.init(
      username: owner.username.text, newKey: made.map(HeldKey.init), current: current.map(HeldKey.init),
      kit: try newCode.map(records.kitNumber),
      removed: try removed.compactMap { try $0.credential.flatMap { try records.way($0) }.map(HeldKey.init) },
      earlier: standing.filter { $0.id != session.credential }.map(HeldKey.init))
  }

  /// Stored times are rounded to a millisecond.
  private static let rounding = 0.001
  /// The number of log entries that are searched for removed keys.
  private static let newest = 200
}

extension HeldKey {
  /// Describes a key or card by its row.
  init(_ way: Way) {
    self.init(
      way.id, way.label, way.role, opens: way.opens, reach: KeyReach(transports: way.transports), kind: way.kind,
      needsRewrap: way.needsRewrapSince != nil, isRehearsal: way.isRehearsal)
  }
}
