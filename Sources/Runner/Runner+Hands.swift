import Encoding
import FlowKit
import Model
import RelyingParty

extension Runner {
  /// An effect of the hands with all they need for it: for a ceremony, options with a challenge of its own.
  func prepare(_ work: Ticketed<HandsEffect>, _ current: Current, _ records: any Records) throws -> HandsWork {
    var prepared = HandsWork(ticket: work.ticket, effect: name(of: work.work))
    let purpose = Ceremonies.Purpose.run(current.run.id), session = current.session
    switch work.work {
    case .key(.register(let username)):
      prepared.effect = "key.register"
      let name = Username(username)?.text ?? username
      prepared.options = try ceremonies.beginRegistration(name, for: purpose, in: session.id, records)
    case .key(.signIn), .key(.signInImmediately), .key(.autoFill):
      prepared.options = try ceremonies.beginAuthentication(.signIn, of: nil, for: purpose, in: session.id, records)
    case .key(.confirm):
      guard let account = session.account else { throw RunnerError(.needsAccount) }
      prepared.options = try ceremonies.beginAuthentication(.confirm, of: account, for: purpose, in: session.id, records)
    case .wait(let timer, let seconds):
      prepared.effect = "wait"
      (prepared.timer, prepared.seconds) = (timer, seconds)
    case .key(.create):
      guard let id = current.account, let account = try records.account(id) else { throw RunnerError(.needsAccount) }
      prepared.effect = "key.create"
      prepared.options = try ceremonies.beginEnrollment(account, for: purpose, in: session.id, records)
    case .key(.tap(let key)):
      guard let account = current.account else { throw RunnerError(.needsAccount) }
      prepared.effect = "key.tap"
      // All of the account's keys may answer, so that a wrong one can be told by its name (G-04).
      prepared.options = try ceremonies.beginAuthentication(
        current.touchFor(key), of: account, and: current.contents.pending, hints: try hints(for: key, current, records), for: purpose, in: session.id,
        records)
    case .way(let way): try prepare(way, &prepared, current, records)
    case .card(let card): try prepare(card, &prepared, current, records)
    case .escrow(let order): (prepared.effect, prepared.escrow) = ("escrow", order)
    }
    return prepared
  }

  /// A browser is told to look for a security key where it is one, and not where the key is the device itself (M-01).
  private func hints(for key: KeyID, _ current: Current, _ records: any Records) throws -> [PublicKeyCredentialHint] {
    let credential = try current.contents.pending.first { $0.id == key } ?? records.credential(key)
    return credential.flatMap { KeyReach(transports: $0.transports) } == .builtIn ? [] : [.securityKey]
  }

  private func prepare(_ card: HandsEffect.Card, _ prepared: inout HandsWork, _ current: Current, _ records: any Records) throws {
    (prepared.effect, prepared.card) = ("card", card)
    guard case .sign(let purpose) = card else { return }
    let account: AccountID? =
      switch purpose {
      case .register: nil
      case .login: current.contents.presented?.account
      case .enroll, .change: current.account
      }
    guard purpose == .register || account != nil else { throw RunnerError(.needsAccount) }
    let challenge = try ceremonies.beginCard(purpose, of: account, for: .run(current.run.id), in: current.session.id, records)
    prepared.claim = .init(account: Base64URL.encode(account?.bytes ?? []), challenge: challenge)
  }

  private func prepare(_ way: HandsEffect.Way, _ prepared: inout HandsWork, _ current: Current, _ records: any Records) throws {
    prepared.effect = "way.\(way.name)"
    switch way {
    case .lookUpCode(let field):
      (prepared.field, prepared.rp) = (field, ceremonies.site.rpID)
      return
    case .lookUpEscrow:
      prepared.rp = ceremonies.site.rpID
      return
    default: break
    }
    guard let account = current.account else { throw RunnerError(.needsAccount) }
    var materials = try WayMaterials(of: account, site: ceremonies.site, records)
    func wrap(of id: KeyID) throws -> WayMaterials.Way? {
      guard let way = try records.way(id), way.account == account, let sealed = way.sealed else { return nil }
      return .init(record: sealed.record, wrap: sealed.wrap, needsRewrap: way.needsRewrapSince != nil)
    }
    switch way {
    case .open(let key):
      // The one wrap of a key that was touched in this run, and no other.
      guard current.contents.touched.contains(key) else { throw RunnerError(.refused, nil, "a wrap of a key that was not touched") }
      (prepared.keys, materials.way) = ([key.rawValue], try wrap(of: key))
    case .openWithCode, .openWithEscrow:
      guard let recovering = current.contents.recovering else { throw RunnerError(.needsAccount) }
      materials.way = try wrap(of: recovering.way)
      materials.challenge = try ceremonies.beginProof(by: recovering.way, for: .run(current.run.id), in: current.session.id, records)
    case .drop(let keys):
      prepared.keys = keys.map(\.rawValue)
      materials.dropping += try keys.compactMap { try records.way($0)?.sealed?.recordID }
    case .startAnew(let key): prepared.keys = [key.rawValue]
    case .showCode: materials.kit = try records.count(of: .recoveryCodeRevealed, of: account)
    case .sealEscrow(let isPractice):
      let replaced = try replacedByEscrow(isPractice: isPractice, account, records).compactMap { $0.sealed?.recordID }
      materials.escrow = replaced.first
      materials.dropping += replaced.dropFirst()
    case .sealCode, .lookUpCode, .lookUpEscrow: break
    }
    prepared.materials = materials
  }
}

extension Runner.Current {
  /// What a tap of this key is for: a key that is not written down yet confirms itself.
  fileprivate func touchFor(_ key: KeyID) -> Ceremony { contents.pending.contains { $0.id == key } ? .confirm : .test }
}

extension HandsEffect.Way {
  fileprivate var name: String {
    switch self {
    case .open: "open"
    case .showCode: "showCode"
    case .sealCode: "sealCode"
    case .drop: "drop"
    case .lookUpCode: "lookUpCode"
    case .openWithCode: "openWithCode"
    case .sealEscrow: "sealEscrow"
    case .lookUpEscrow: "lookUpEscrow"
    case .openWithEscrow: "openWithEscrow"
    case .startAnew: "startAnew"
    }
  }
}
