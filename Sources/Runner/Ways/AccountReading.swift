import CeremonyService
import Encoding
import HandsProtocol
import Model
import Vocabulary
import Wraps

extension WayMaterials {
  /// Collects the materials for work on an account's Master Key from the rows.
  init(of account: AccountID, site: Site, _ records: any Records) throws {
    let generations = try records.generations(of: account), ways = try records.ways(of: account)
    let owner = try records.account(account), index = try records.journalEntry(JournalEntry.indexID, of: account)
    let isRotationDue = owner?.care.isRotationDue ?? false, held = Set(ways.compactMap { $0.sealed?.recordID })
    let newest = isRotationDue ? generations.last.flatMap { try? GenerationStatement(reading: $0.statement) } : nil
    self.init(
      account: Base64URL.encode(account.bytes), rp: site.rpID, salt: Base64URL.encode(site.prfSalt),
      g: generations.last?.number ?? 0,
      statements: generations.map(\.statement), histories: generations.dropFirst().map(\.history),
      records: ways.compactMap { $0.sealed?.record },
      index: index?.sealed, indexRev: index?.rev ?? 0, way: nil,
      unsealed: ways.filter { $0.signsIn && $0.sealed == nil }.map(\.id.rawValue),
      isProvisional: !ways.contains { $0.isSealed && $0.run == nil }, isRotationDue: isRotationDue,
      dropping: newest?.keep.map { Base64URL.encode($0.record) }.filter { !held.contains($0) } ?? [],
      code: ways.first { $0.kind == .phrase }?.sealed?.recordID, escrow: nil, challenge: nil,
      username: owner?.username.text ?? "", kit: nil)
  }
}

extension AccountState {
  /// Reads the account's contents from the rows.
  init(of account: AccountID, in session: Session, _ records: any Records) throws {
    let ways = try records.ways(of: account), escrow = ways.filter { $0.kind == .escrow }
    self.init(
      keys: ways.filter { $0.signsIn && $0.stands }.map(HeldKey.init),
      hasMasterKey: try !records.generations(of: account).isEmpty, hasCode: ways.contains { $0.kind == .phrase },
      kit: ways.first { $0.kind == .phrase && $0.isSealed }?.kit?.number,
      hasEscrow: escrow.contains { !$0.isRehearsal }, practicesEscrow: escrow.contains(where: \.isRehearsal),
      escrowProvedAt: (escrow.last { !$0.isRehearsal } ?? escrow.last)?.provedAt.map { Int($0.timeIntervalSince1970) },
      current: session.credential)
  }
}
