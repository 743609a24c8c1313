import CeremonyService
import Encoding
import Vocabulary
import HandsProtocol
import Model
import RelyingParty

extension Runner {
  /// Returns an effect for the hands with everything needed to perform it: for a ceremony, options with a fresh
  /// challenge.
  func prepare(_ work: Ticketed<HandsEffect>, _ current: Current, _ records: any Records) throws -> HandsWork {
    let task: HandsWork.Task =
      switch work.work {
      case .key(let key): .key(key.ceremony, options: try options(key, current, records))
      case .wait(let timer, let seconds): .wait(timer, seconds: seconds)
      case .way(let way): .way(try prepare(way, current, records))
      case .card(let card): .card(card, claim: try claim(for: card, current, records))
      case .escrow(let escrow): .escrow(escrow)
      }
    return HandsWork(ticket: work.ticket, task)
  }

  /// Returns the key's ceremony options as JSON text.
  private func options(_ key: HandsEffect.Key, _ current: Current, _ records: any Records) throws -> String {
    let purpose = Ceremonies.Purpose.run(current.run.id), session = current.session
    switch key {
    case .register(let username):
      let name = Username(username)?.text ?? username
      return try ceremonies.beginRegistration(name, for: purpose, in: session.id, records)
    case .signIn, .signInImmediately, .autoFill:
      return try ceremonies.beginAuthentication(.signIn, of: nil, for: purpose, in: session.id, records)
    case .confirm:
      guard let account = session.account else { throw RunnerError(.needsAccount) }
      return try ceremonies.beginAuthentication(.confirm, of: account, for: purpose, in: session.id, records)
    case .create, .createHere:
      guard let id = current.account, let account = try records.account(id) else { throw RunnerError(.needsAccount) }
      return try ceremonies.beginEnrollment(
        account, isHere: key == .createHere, for: purpose, in: session.id, records)
    case .tap(let key):
      guard let account = current.account else { throw RunnerError(.needsAccount) }
      // All of the account's keys may respond, so that a wrong one can be identified by name (G-04).
      return try ceremonies.beginAuthentication(
        current.touchFor(key), of: account, and: current.contents.pending, hints: try hints(for: key, current, records),
        for: purpose, in: session.id,
        records)
    }
  }

  /// Tells a browser to look for a security key, unless the key is the device itself (M-01).
  private func hints(for key: KeyID, _ current: Current, _ records: any Records) throws -> [PublicKeyCredentialHint] {
    let credential = try current.contents.pending.first { $0.id == key } ?? records.credential(key)
    return credential.flatMap { KeyReach(transports: $0.transports) } == .builtIn ? [] : [.securityKey]
  }

  private func claim(for card: CardEffect, _ current: Current, _ records: any Records) throws -> CardClaim? {
    guard case .sign(let purpose) = card else { return nil }
    let account: AccountID? =
      switch purpose {
      case .register: nil
      case .login: current.contents.presented?.account
      case .enroll, .change: current.account
      }
    guard purpose == .register || account != nil else { throw RunnerError(.needsAccount) }
    let challenge = try ceremonies.beginCard(
      purpose, of: account, for: .run(current.run.id), in: current.session.id, records)
    return CardClaim(account: Base64URL.encode(account?.bytes ?? []), challenge: challenge)
  }

  private func prepare(_ way: HandsEffect.Way, _ current: Current, _ records: any Records) throws -> WayTask {
    /// Returns the materials for work on the Master Key of this run's account.
    func given(_ add: (inout WayMaterials, AccountID) throws -> Void = { _, _ in }) throws -> WayMaterials {
      guard let account = current.account else { throw RunnerError(.needsAccount) }
      var materials = try WayMaterials(of: account, site: ceremonies.site, records)
      try add(&materials, account)
      return materials
    }
    func dropping(_ keys: [KeyID]) throws -> WayMaterials {
      try given { materials, _ in materials.dropping += try keys.compactMap { try records.way($0)?.sealed?.recordID } }
    }
    func proving() throws -> WayMaterials {
      try given { materials, account in
        guard let recovering = current.contents.recovering else { throw RunnerError(.needsAccount) }
        materials.way = try wrap(of: recovering.way, account, records)
        materials.challenge = try ceremonies.beginProof(
          by: recovering.way, for: .run(current.run.id), in: current.session.id, records)
      }
    }
    switch way {
    case .lookUpCode(let field): return .lookUpCode(field, rp: ceremonies.site.rpID)
    case .lookUpEscrow: return .lookUpEscrow(rp: ceremonies.site.rpID)
    case .open(let key):
      // The hands receive only the wrap of a key that was touched in this run, or that signed in just before it.
      let isRecalled =
        current.contents.recalled == key
        && current.session.signedInAt.map { RunContents.isRecent($0, at: environment.now()) } == true
      guard current.contents.touched.contains(key) || isRecalled else {
        throw RunnerError(.refused, nil, "a wrap of a key that was not touched")
      }
      return .open(key, try given { $0.way = try wrap(of: key, $1, records) })
    case .drill(let key):
      // In another browser, it takes a ticket as well.
      guard let account = current.drilled, current.contents.touched.contains(key),
        current.session.account != nil || current.contents.rehearsing?.way == key
      else { throw RunnerError(.refused, nil, "a wrap of a key that was not touched") }
      return .drill(key, try drilling(key, of: account, current, records))
    case .openWithCode: return .openWithCode(try proving())
    case .openWithEscrow: return .openWithEscrow(try proving())
    case .tryWords(let field):
      // Whoever finds this browser signed in gets no wrap to try words on: a key or a card was shown before, however
      // long the words take to type. The words are tried on the session's own account alone.
      // In another browser, the words were found by themselves, and a ticket was spent for them.
      guard let account = current.drilled,
        current.contents.vouched?.account == account || current.contents.rehearsing?.account == account
      else {
        throw RunnerError(.refused, nil, "a wrap for words, without a touch")
      }
      guard let code = try code(of: account, records) else {
        return .tryWords(field, try WayMaterials(of: account, site: ceremonies.site, records))
      }
      return .tryWords(field, try drilling(code.id, of: account, current, records))
    case .tryEscrow:
      // The secret was recovered by whoever touched a key or a card of this account before: its lookup found the way.
      guard let account = current.session.account, current.contents.vouched?.account == account,
        let found = current.contents.recovering, found.account == account
      else { throw RunnerError(.refused, nil, "a wrap for a recovered secret, without a touch") }
      return .tryEscrow(try drilling(found.way, of: account, current, records))
    case .drop(let keys): return .drop(try dropping(keys))
    case .startAnew(let key, let keys): return .startAnew(key, try dropping(keys))
    case .drawTicket: return .drawTicket
    case .signCopy: return .signCopy(try given { $0.challenge = try beginCopy(of: $1, current, records) })
    case .makeCopy: return .makeCopy(try given(), try copyFacts(current, records))
    case .showCode: return .showCode(try given { $0.kit = try records.count(of: .recoveryCodeRevealed, of: $1) })
    case .sealCode: return .sealCode(try given())
    case .sealEscrow(let isPractice):
      let materials = try given { materials, account in
        let replaced = try replacedByEscrow(isPractice: isPractice, account, records).compactMap { $0.sealed?.recordID }
        materials.escrow = replaced.first
        materials.dropping += replaced.dropFirst()
      }
      return .sealEscrow(materials)
    }
  }

  func wrap(of id: KeyID, _ account: AccountID, _ records: any Records) throws -> WayMaterials.Way? {
    guard let way = try records.way(id), way.account == account, let sealed = way.sealed else { return nil }
    return .init(record: sealed.record, wrap: sealed.wrap, needsRewrap: way.needsRewrapSince != nil)
  }
}

extension Runner.Current {
  /// Returns the purpose of tapping this key: a key that has not been written down yet confirms itself.
  fileprivate func touchFor(_ key: KeyID) -> Ceremony { contents.pending.contains { $0.id == key } ? .confirm : .test }
}

extension HandsEffect.Key {
  fileprivate var ceremony: KeyCeremony {
    switch self {
    case .create, .createHere: .create
    case .tap: .tap
    case .register: .register
    case .signIn: .signIn
    case .signInImmediately: .signInImmediately
    case .autoFill: .autoFill
    case .confirm: .confirm
    }
  }
}
