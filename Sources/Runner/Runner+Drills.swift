import CeremonyService
import Encoding
import Foundation
import HandsProtocol
import Model
import Vocabulary
import Wraps

/// Drills: a way in opens its own current wrap, and signs with the Master Key that the wrap held. A drill changes
/// nothing but the proofs and the log, except that a key that passes is no longer marked for a re-wrap.
extension Runner {
  /// Returns what hands need for a drill of one way, and no more: its record and wrap, what judges them, and a challenge.
  func drilling(_ way: KeyID, of account: AccountID, _ current: Current, _ records: any Records) throws -> WayMaterials
  {
    var materials = try WayMaterials(of: account, site: ceremonies.site, records)
    (materials.records, materials.index, materials.unsealed, materials.dropping) = ([], nil, [], [])
    materials.code = nil
    materials.way = try wrap(of: way, account, records)
    if materials.way != nil {
      materials.challenge = try ceremonies.beginDrill(
        of: way, for: .run(current.run.id), in: current.session.id, records)
    }
    return materials
  }

  /// Notes that a way passed its drill. The proof is for this alone: it vouches for no change and no sign-in, and one
  /// that was made for a recovery is refused.
  func passDrill(
    _ tried: DrilledWay, by evidence: Evidence, _ current: Current, _ records: any Records
  ) throws -> Bool {
    guard let account = current.drilled, let id = try id(of: tried, account, current, records),
      let way = try drilled(id, of: account, by: evidence, current, records)
    else { return false }
    let now = environment.now()
    if way.needsRewrapSince != nil {
      var well = way
      well.needsRewrapSince = nil
      try records.update(well)
      try records.append(AuditEntry(.keyOpensAgain, account: account, credential: way.id, at: now))
    }
    try records.note(way.kind.drillProof, of: way.id, at: now)
    try records.append(AuditEntry(.drillPassed, account: account, credential: way.id, at: now))
    return true
  }

  /// Notes that a way did not pass its drill, as the hands report. Their word alone is not enough: the way must have been
  /// shown in this run.
  func failDrill(_ tried: DrilledWay, _ current: Current, _ records: any Records) throws {
    guard let account = current.drilled, let id = try id(of: tried, account, current, records),
      current.contents.touched.contains(id) || current.contents.rehearsing?.way == id
        || tried != .key(id) && current.contents.vouched?.account == account
    else { return }
    try records.append(AuditEntry(.drillFailed, account: account, credential: id, at: environment.now()))
  }

  /// Returns the id of a way that a drill tries. An escrow way is the one whose secret was recovered in this run; before
  /// that, the only one there is. Beside one to practice with, nobody knows which of them was tried.
  private func id(
    of tried: DrilledWay, _ account: AccountID, _ current: Current, _ records: any Records
  ) throws -> KeyID? {
    switch tried {
    case .key(let key): return key
    case .code: return try code(of: account, records)?.id
    case .escrow:
      let ways = try records.ways(of: account).filter { $0.kind == .escrow && $0.isSealed }
      let found = current.contents.recovering?.way
      return (ways.first { $0.id == found } ?? (ways.count == 1 ? ways.first : nil))?.id
    }
  }

  /// Returns the way if the evidence shows that its current wrap was opened, for a challenge of a drill that this run
  /// gave out. The challenge that the evidence names is spent in any case.
  private func drilled(
    _ id: KeyID, of account: AccountID, by evidence: Evidence, _ current: Current, _ records: any Records
  ) throws -> Way? {
    let text = current.contents.evidence[evidence.rawValue] ?? ""
    guard let given = try? JSONDecoder().decode(DrillProof.self, from: Data(text.utf8)),
      let challenge = Base64URL.decode(given.challenge),
      try ceremonies.redeemDrill(challenge, of: id, for: .run(current.run.id), in: current.session.id, records),
      let way = try records.way(id), way.account == account, way.isSealed, let sealed = way.sealed,
      let record = try? WayRecord(reading: sealed.record), let generation = try records.generations(of: account).last
    else { return nil }
    let isPassed = ceremonies.site.origins.contains { origin in
      let drill = Drill(
        account: account.bytes, record: record.record, generation: generation.number, how: way.kind.drillProof.rawValue,
        origin: origin, challenge: challenge)
      guard (try? drill.verify(given.drill, authority: generation.authority)) != nil else { return false }
      // A key and a card have signed before. Words and a recovered secret show here that they are present.
      guard let key = record.proof else { return true }
      return
        (try? WayProof.verify(
          given.proof ?? "", publicKey: key, account: account.bytes, record: record.record, origin: origin,
          purpose: "drill", challenge: challenge)) != nil
    }
    return isPassed ? way : nil
  }
}

extension Runner.Current {
  /// The account whose way is tried: in a rehearsal the one that its ticket names, otherwise the session's.
  var drilled: AccountID? { contents.rehearsing?.account ?? session.account }
}
