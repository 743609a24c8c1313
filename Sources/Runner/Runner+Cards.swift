import AccountService
import CeremonyService
import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Keycard
import Measurements
import Model

/// A card from the server's point of view: found by its public key, trusted for its signature.
extension Runner {

  func perform(_ effect: ServerEffect.Card, _ current: inout Current, _ records: any Records) throws -> ServerReply {
    switch effect {
    case .find(let evidence): return .card(try find(evidence, &current, records).map { .found($0) } ?? .unknown)
    case .verifySignature(let evidence, let purpose): return .card(try verify(evidence, purpose, &current, records))
    case .register(let username, let evidence): return .card(try register(username, evidence, &current, records))
    case .commit(let card, let label, let evidence): return .card(try commit(card, label, evidence, &current, records))
    case .noteBackup(let card):
      guard let account = current.account, let way = try records.way(card), way.account == account else {
        return .unavailable
      }
      try records.append(AuditEntry(.cardBackedUp, account: account, credential: card, at: environment.now()))
      return .card(.backupNoted)
    }
  }

  /// Finds a card by its public key. Knowing that key reveals which account the card belongs to, but opens nothing.
  private func find(_ evidence: Evidence, _ current: inout Current, _ records: any Records) throws -> KeyID? {
    current.contents.presented = nil
    let text = current.contents.evidence[evidence.rawValue] ?? ""
    guard let shown = try? JSONDecoder().decode(CardShown.self, from: Data(text.utf8)),
      let key = Base64URL.decode(shown.key),
      let way = try standing(KeyID(card: key), records)
    else { return nil }
    current.contents.presented = .init(account: way.account, card: way.id)
    return way.id
  }

  private func standing(_ card: KeyID, _ records: any Records) throws -> Way? {
    try records.way(card).flatMap { $0.kind == .card && $0.revokedAt == nil ? $0 : nil }
  }

  private func verify(
    _ evidence: Evidence, _ purpose: CardPurpose, _ current: inout Current, _ records: any Records
  ) throws -> ServerReply.Card {
    let verdict: Ceremonies.CardVerdict
    switch try judge(evidence, purpose, current, records) {
    case .failure(let refused):
      if purpose == .login { records.afterwards { Measured.signIn(.card, isAccepted: false) } }
      return .signatureRejected(refused.rejection)
    case .success(let found): verdict = found
    }
    switch purpose {
    case .register: return .signatureRejected(.invalid)  // what registers is judged where it registers
    case .enroll:
      guard try standing(verdict.card, records) == nil else { return .taken }
      current.contents.enrolling = .init(card: verdict.card, isRehearsal: verdict.isRehearsal)
    case .login, .change:
      guard let way = try standing(verdict.card, records), way.account == verdict.account else {
        return .signatureRejected(.unknownKey)
      }
      if purpose == .login, try records.isClosed(way.account) { return .signatureRejected(.closed) }
      try records.note(.signed, of: way.id, at: environment.now())
      if purpose == .login { current.contents.presented = .init(account: way.account, card: way.id, hasSigned: true) }
      if !current.flow.needsStranger {
        current.contents.vouched = .init(account: way.account, credential: way.id, at: environment.now())
      }
    }
    current.contents.touched.insert(verdict.card)
    return .signatureVerified(verdict.card, purpose)
  }

  private func judge(
    _ evidence: Evidence, _ purpose: CardPurpose, _ current: Current, _ records: any Records
  ) throws -> Result<Ceremonies.CardVerdict, Ceremonies.Refused> {
    guard let text = current.contents.evidence[evidence.rawValue] else { return .failure(.init(.invalid)) }
    return try ceremonies.judge(text, purpose, for: .run(current.run.id), in: current.session.id, records)
  }

  /// Creates an account whose first way in is this card (G-40). The card can sign in from now on, and opens the account
  /// once its hands have made a wrap.
  private func register(_ name: String, _ evidence: Evidence, _ current: inout Current, _ records: any Records) throws
    -> ServerReply.Card
  {
    let verdict: Ceremonies.CardVerdict
    switch try judge(evidence, .register, current, records) {
    case .failure(let refused): return .signatureRejected(refused.rejection)
    case .success(let found): verdict = found
    }
    let username: Username
    switch try records.judge(newName: name) {
    case .failure(let refused): return .usernameRefused(refused.why)
    case .success(let free): username = free
    }
    guard try records.way(verdict.card) == nil else { return .taken }
    try admitNewAccount(from: current.session, records)
    let account = Account(id: AccountID(environment.randomBytes(16)), username: username, createdAt: environment.now())
    try records.insert(account)
    try noteAdmitted(account.id, from: current.session, records)
    let name = verdict.isRehearsal ? Self.rehearsalName : KeyName.shown("", .card)
    try records.insert(row(verdict.card, of: account.id, isRehearsal: verdict.isRehearsal, label: name))
    try records.append(
      AuditEntry(.accountCreated, account: account.id, credential: verdict.card, at: account.createdAt))
    current.contents.presented = .init(account: account.id, card: verdict.card, hasSigned: true)
    current.contents.vouched = .init(account: account.id, credential: verdict.card, at: account.createdAt)
    current.contents.touched.insert(verdict.card)
    return .registered(verdict.card)
  }

  /// Adds the card as a further way into the account. Its row, its wrap and its audit entry are written together.
  private func commit(
    _ card: KeyID, _ label: String, _ evidence: Evidence?, _ current: inout Current, _ records: any Records
  ) throws -> ServerReply.Card {
    guard let account = current.account, let enrolling = current.contents.enrolling, enrolling.card == card else {
      return .notCommitted
    }
    guard current.contents.isVouched(for: account, at: environment.now()) else { return .tooLate }
    let old = try records.way(card)
    guard old.map({ $0.account == account && $0.revokedAt != nil }) ?? true else { return .taken }
    let isWritten = try attempt(records) {
      try makeWay(for: card, of: account, records)
      var kept: [WayKeeper.Kept] = []
      if let evidence {
        guard let bundle = SealedBundle.read(current.contents.evidence[evidence.rawValue]) else {
          throw WayKeeper.Conflict()
        }
        kept = try keeper(account, records).take(bundle)
      }
      let own = kept.first { $0.credential == card }
      guard (own == nil) == (evidence == nil), own.map({ $0.record.kind == .card }) ?? true else {
        throw WayKeeper.Conflict()
      }
      let name = try name(enrolling.isRehearsal ? Self.rehearsalName : label, for: card, of: account, records)
      var way = row(card, of: account, isRehearsal: enrolling.isRehearsal, label: name)
      way.sealed = own?.sealed
      try records.insert(way)
      try seal(kept.filter { $0.credential != card }, of: account, by: nil, touched: current.contents.touched, records)
      try records.append(AuditEntry(.cardAdded, account: account, credential: card, at: environment.now()))
    }
    guard isWritten else { return .notCommitted }
    current.contents.enrolling = nil
    return .committed(card)
  }

  /// Deletes the row of a card that was revoked here once: its id is always the same. Its traces stand in the log.
  func makeWay(for card: KeyID, of account: AccountID, _ records: any Records) throws {
    guard let old = try records.way(card) else { return }
    guard old.account == account, old.revokedAt != nil else { throw WayKeeper.Conflict() }
    try records.delete(way: card)
  }

  private static let rehearsalName = "Rehearsal card"

  /// Returns the row of a card that signed in this run.
  private func row(_ card: KeyID, of account: AccountID, isRehearsal: Bool, label: String) -> Way {
    let now = environment.now()
    return Way(
      id: card, account: account, kind: .card, label: label,
      transports: [isRehearsal ? Way.rehearsal : Way.smartCard], createdAt: now, proofs: [.signed: now])
  }
}
