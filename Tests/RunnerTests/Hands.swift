import AccountService
import Encoding
import Vocabulary
import Foundation
import HandsProtocol
import Words
import Wraps

@testable import Runner

/// A page's hands in this process, which open, create and pass on the Master Key. Everything they report is sealed or
/// signed with it.
struct Hands {
  struct Touch { var secret: [UInt8]?, account: String?, kind = WayKind.key }
  /// The highest numbers that this device has seen for an account.
  struct Seen { var g: UInt32 = 0, rev: UInt32 = 0, authority: [UInt8] = [] }
  /// The refusal of anything that does not match.
  struct Refused: Error {}

  private(set) var touches: [String: Touch] = [:]
  private var masters: MasterKeys?
  /// The Master Keys including one made here, with the statement that the server stores once it has accepted it.
  private var next: (keys: MasterKeys, statement: String)?
  private(set) var code: RecoveryPhrase?
  /// The id that the shown code's record will have, and what stands on its paper.
  private(set) var paper: (record: [UInt8], kit: SealedBundle.Kit)?
  /// Every code shown so far, as the person wrote it down on paper.
  private(set) var papers: [[String]] = []
  /// The tickets for rehearsals that were drawn, as the person read them.
  private(set) var tickets: [String] = []
  private var typed: [String] = []
  private var typedEntropy: [UInt8]?
  /// The secret that escrow providers returned.
  var escrow: [UInt8]?
  var seen: [String: Seen] = [:]
  private var isProvisional = false
  /// The page's origin, as stated in a proof.
  var origin = Client.origin
  /// The purpose stated in a proof: of a recovery, and of words that are only tried.
  var purpose = "recover", drillPurpose = "drill"
  /// What the server gave for a copy of the journal.
  private(set) var copy: CopyFacts?
  /// What a drill is said to have shown, instead of what it did.
  var drillHow: String?
  /// Tampers with a bundle before it is reported.
  var spoil: (inout SealedBundle) -> Void = { _ in }

  /// The open Master Keys, for the journal. While it is open, the server has accepted the newest one made here.
  var open: MasterKeys? { next?.keys ?? masters }

  /// Forgets whatever a page forgets when the person leaves it.
  mutating func forget() {
    (touches, masters, next, code, paper, typed, typedEntropy) = ([:], nil, nil, nil, nil, [], nil)
  }
  /// Forgets the words, and what they opened only if nothing came of it.
  mutating func forgetWords() {
    (code, paper, typed, typedEntropy) = (nil, nil, [], nil)
    if masters == nil, next == nil { forget() }
  }
  /// Stores the secret that a card provided for opening.
  mutating func unlock(_ id: String, _ secret: [UInt8]) { touches[id] = Touch(secret: secret, kind: .card) }
  mutating func type(_ words: [String]) { typed = words }
  mutating func note(_ master: MasterKey, rev: UInt32) {
    guard !isProvisional else { return }
    let account = Base64URL.encode(master.account)
    seen[account] = Seen(g: master.generation, rev: max(rev, seen[account]?.rev ?? 0), authority: master.authority)
  }

  /// Stores a ceremony's PRF output, and returns the credential without it, which may be sent.
  mutating func remember(_ credential: String) throws -> String {
    guard var object = try? JSONSerialization.jsonObject(with: Data(credential.utf8)) as? [String: Any] else {
      return credential
    }
    let response = object["response"] as? [String: Any], id = object["id"] as? String ?? ""
    let data = (response?["authenticatorData"] as? String).flatMap { Base64URL.decode($0) } ?? []
    var extensions = object["clientExtensionResults"] as? [String: Any] ?? [:],
      prf = extensions["prf"] as? [String: Any]
    let first = ((prf?["results"] as? [String: Any])?["first"] as? String).flatMap { Base64URL.decode($0) }
    let secret = data.count > 32 && data[32] & 0x04 != 0 ? first : nil
    if prf?["enabled"] as? Bool == true, secret == nil {
      touches[id] = nil
    } else {
      touches[id] = Touch(secret: secret, account: response?["userHandle"] as? String)
    }
    prf?["results"] = nil
    extensions["prf"] = prf
    object["clientExtensionResults"] = extensions
    return String(
      decoding: try JSONSerialization.data(withJSONObject: object, options: .withoutEscapingSlashes), as: UTF8.self)
  }

  /// Performs one effect on the Master Key and returns the resulting news.
  mutating func perform(_ work: HandsWork) throws -> WayNews {
    guard let way = work.way else { throw Refused() }
    do { return try perform(way) } catch is Refused { return .refused } catch is WrapsError { return .refused }
  }

  private mutating func perform(_ way: WayTask) throws -> WayNews {
    switch way {
    case .open(let key, let materials): return try open(key.rawValue, materials)
    case .drill(let key, let materials):
      guard let touch = touches[key.rawValue] else { return .untouched }
      guard let secret = touch.secret else { return .signsInOnly }
      return try tryWay(touch.kind, secret, materials)
    case .showCode(let materials):
      let drawn = try RecoveryPhrase(entropy: ServerEnvironment.live.randomBytes(16))
      let record = ServerEnvironment.live.randomBytes(16)
      let id = WayID(account: Base64URL.decode(materials.account) ?? [], record: record, kind: .phrase)
      let check = try PhraseCheck(of: id, entropy: drawn.entropy, rpID: materials.rp)
      paper = (record, SealedBundle.Kit(number: materials.kit ?? 0, check: check.text))
      code = drawn
      papers.append(drawn.words)
      return .shown
    case .sealCode(let materials): return try sealCode(materials)
    case .drop(let materials):
      guard let rotation = try rotate(materials, materials.dropping) else { return .closed }
      return try made(SealedBundle(g: materials.g, rotation: rotation.made))
    case .lookUpCode(_, let rp): return try lookUp(rp)
    case .openWithCode(let materials): return try openWithCode(materials)
    case .tryWords(_, let materials): return try tryWords(materials)
    case .drawTicket:
      let signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ".map(String.init)
      let drawn = ServerEnvironment.live.randomBytes(8).map { signs[Int($0 & 31)] }.joined()
      tickets.append(drawn)
      return try WayNews(making: DrawnTicket(hash: Compact.hash(drawn)))
    case .startAnew(let key, let materials): return try startAnew(key.rawValue, materials)
    case .signCopy(let materials): return try signCopy(materials)
    case .makeCopy(_, let copy):
      self.copy = copy
      return .shown
    case .lookUpEscrow(let rp):
      guard let lookup = escrow.flatMap({ WayKeys.lookup(.escrow, secret: $0, rpID: rp) }) else { return .closed }
      return try WayNews(making: RecoveryLookup(lookup: Base64URL.encode(lookup)))
    case .tryEscrow(let materials):
      defer { escrow = nil }
      return try escrow.map { try tryWay(.escrow, $0, materials) } ?? .closed
    case .sealEscrow, .openWithEscrow: throw Refused()
    }
  }

  /// Signs the request for a copy of the journal with the open Master Key.
  private mutating func signCopy(_ materials: WayMaterials) throws -> WayNews {
    guard let master = try current(materials)?.newest, let challenge = materials.challenge else { return .closed }
    let request = CopyRequest(
      account: master.account, generation: master.generation, origin: origin,
      challenge: Base64URL.decode(challenge) ?? [])
    return try WayNews(making: RecoveryProof(challenge: challenge, proof: request.signed(with: master)))
  }

  private func made(_ bundle: SealedBundle) throws -> WayNews {
    var bundle = bundle
    spoil(&bundle)
    return try WayNews(making: bundle)
  }

  private mutating func open(_ key: String, _ materials: WayMaterials) throws -> WayNews {
    guard let touch = touches[key] else { return .untouched }
    if let account = touch.account, account != materials.account { throw Refused() }
    guard let secret = touch.secret else { return .signsInOnly }
    if let way = materials.way { return try openOwn(way, key, touch.kind, secret, materials) }
    if materials.g == 0 {
      let first = try begin(materials)
      return try made(SealedBundle(g: 0, first: first, ways: sealAll(next?.keys.newest, materials, key)))
    }
    guard let master = try current(materials)?.newest else { return .closed }
    return try made(SealedBundle(g: materials.g, ways: sealAll(master, materials, key)))
  }

  /// Opens with the key's own wrap, and renews outdated parts at the same time.
  private mutating func openOwn(
    _ way: WayMaterials.Way, _ key: String, _ kind: WayKind, _ secret: [UInt8], _ materials: WayMaterials
  ) throws -> WayNews {
    let record = try WayRecord(reading: way.record), keys = try self.keys(kind, secret, materials, record.record)
    let open = kind == .key && way.needsRewrap ? try current(materials) : nil
    func wrapAnew(_ open: MasterKeys) throws -> WayNews {
      _ = try open.judge(record: way.record)
      guard let rotation = try rotate(materials, [Base64URL.encode(record.record)] + materials.dropping) else {
        return .closed
      }
      return try made(
        SealedBundle(
          g: materials.g, rotation: rotation.made, ways: [seal(rotation.master, kind, secret, materials, key)]))
    }
    if kind == .key, try isForAnother(keys, record, way, materials) {
      return try open.map(wrapAnew) ?? .mismatched
    }
    do { try openWith(keys, record, materials) } catch {
      guard let open else { throw error }
      return try wrapAnew(open)
    }
    let salt = kind == .key ? Base64URL.decode(materials.salt) : nil
    if materials.isRotationDue {
      guard let rotation = try rotate(materials, materials.dropping),
        let wrap = rotation.made.wraps[Base64URL.encode(record.record)]
      else {
        throw Refused()
      }
      let renewed = try rotation.master.record(keys, salt: salt, wrap: wrap).jws
      return try made(
        SealedBundle(
          g: materials.g, rotation: rotation.made, ways: [.init(credential: key, record: renewed, wrap: wrap)]))
    }
    guard record.generation != materials.g || way.needsRewrap, let master = masters?.newest else { return .opened }
    let renewed = try master.record(keys, salt: salt, wrap: way.wrap).jws
    return try made(SealedBundle(g: materials.g, ways: [.init(credential: key, record: renewed, wrap: way.wrap)]))
  }

  /// `true` if the record was made for a secret other than the key's current one.
  private func isForAnother(
    _ keys: WayKeys, _ record: WayRecord, _ way: WayMaterials.Way, _ materials: WayMaterials
  ) throws -> Bool {
    guard try keys.recipientPublic != record.recipient else { return false }
    guard Base64URL.encode(record.account) == materials.account else { throw Refused() }
    try SealedWrap.check(
      way.wrap, account: record.account, record: record.record, kind: record.kind, generation: materials.g)
    return true
  }

  private mutating func sealCode(_ materials: WayMaterials) throws -> WayNews {
    guard let code else { return .closed }
    if materials.g == 0 {
      let first = try begin(materials)
      return try made(
        SealedBundle(g: 0, first: first, ways: [seal(code, next?.keys.newest, materials)]))
    }
    guard let old = materials.code else {
      guard let master = try current(materials)?.newest else { return .closed }
      return try made(SealedBundle(g: materials.g, ways: [seal(code, master, materials)]))
    }
    guard let rotation = try rotate(materials, [old] + materials.dropping) else { return .closed }
    return try made(
      SealedBundle(
        g: materials.g, rotation: rotation.made, ways: [seal(code, rotation.master, materials)]))
  }

  /// Words with a wrong checksum are looked up too, by a number that belongs to nobody (G-08).
  private mutating func lookUp(_ rp: String) throws -> WayNews {
    typedEntropy = (try? RecoveryPhrase(words: typed))?.entropy
    let lookup =
      typedEntropy.flatMap { WayKeys.lookup(.phrase, secret: $0, rpID: rp) } ?? ServerEnvironment.live.randomBytes(32)
    return try WayNews(making: RecoveryLookup(lookup: Base64URL.encode(lookup)))
  }

  private mutating func openWithCode(_ materials: WayMaterials) throws -> WayNews {
    guard let typedEntropy, let way = materials.way, let challenge = materials.challenge else { return .closed }
    let record = try WayRecord(reading: way.record),
      keys = try self.keys(.phrase, typedEntropy, materials, record.record)
    try openWith(keys, record, materials)
    let proof = try keys.prove(origin: origin, purpose: purpose, challenge: Base64URL.decode(challenge) ?? [])
    return try WayNews(making: RecoveryProof(challenge: challenge, proof: proof))
  }

  /// Tries the words on the account's own wrap. What they open is discarded.
  private func tryWords(_ materials: WayMaterials) throws -> WayNews {
    guard materials.way != nil else { return .closed }
    guard let entropy = (try? RecoveryPhrase(words: typed))?.entropy else { return .mismatched }
    return try tryWay(.phrase, entropy, materials)
  }

  /// Tries a secret on its own wrap, whatever else is open. What it opens is discarded.
  private func tryWay(_ kind: WayKind, _ secret: [UInt8], _ materials: WayMaterials) throws -> WayNews {
    guard let way = materials.way, let given = materials.challenge else { return .closed }
    let record = try WayRecord(reading: way.record), challenge = Base64URL.decode(given) ?? []
    let keys = try self.keys(kind, secret, materials, record.record)
    guard try keys.recipientPublic == record.recipient else { return .mismatched }
    let master = try MasterKeys.open(
      keys, record: record,
      shown: .init(
        statements: materials.statements, histories: materials.histories, wrap: way.wrap, indexRev: materials.indexRev)
    ).newest
    let drill = Drill(
      account: record.account, record: record.record, generation: master.generation,
      how: drillHow ?? (kind == .phrase ? "words" : kind == .escrow ? "joined" : "opened"), origin: origin,
      challenge: challenge)
    return try WayNews(
      making: DrillProof(
        challenge: given, drill: drill.signed(with: master),
        proof: keys.proof != nil ? keys.prove(origin: origin, purpose: drillPurpose, challenge: challenge) : nil))
  }

  private mutating func startAnew(_ key: String, _ materials: WayMaterials) throws -> WayNews {
    guard let code, let old = materials.code, let rotation = try rotate(materials, [old] + materials.dropping) else {
      return .closed
    }
    var ways = [try seal(code, rotation.master, materials)]
    if let secret = touches[key]?.secret { ways.append(try seal(rotation.master, .key, secret, materials, key)) }
    return try made(SealedBundle(g: materials.g, rotation: rotation.made, ways: ways))
  }

  // The Master Key itself

  /// The open Master Keys, if their newest is the account's newest. This includes one that these hands made and that
  /// the server has since accepted.
  private mutating func current(_ materials: WayMaterials) throws -> MasterKeys? {
    if let next, next.keys.newest.generation == materials.g, try materials.text(materials.g) == next.statement {
      (masters, self.next) = (next.keys, nil)
    }
    return masters?.newest.generation == materials.g ? masters : nil
  }

  private func keys(
    _ kind: WayKind, _ secret: [UInt8], _ materials: WayMaterials, _ record: [UInt8]
  ) throws -> WayKeys {
    try WayKeys(
      WayID(account: Base64URL.decode(materials.account) ?? [], record: record, kind: kind), secret: secret,
      rpID: materials.rp)
  }

  /// Opens everything that a single way can open.
  private mutating func openWith(_ keys: WayKeys, _ record: WayRecord, _ materials: WayMaterials) throws {
    guard Base64URL.encode(record.account) == materials.account else { throw Refused() }
    let shown = MasterKeys.Shown(
      statements: materials.statements, histories: materials.histories, wrap: materials.way?.wrap ?? "",
      indexRev: materials.indexRev)
    let seen = seen[materials.account].map {
      MasterKeys.Seen(generation: $0.g, authority: $0.authority, indexRev: $0.rev)
    }
    let opened = try MasterKeys.open(keys, record: record, shown: shown, seen: seen)
    (masters, next, isProvisional) = (opened, nil, materials.isProvisional)
    note(opened.newest, rev: 0)
  }

  /// Creates an account's first Master Key, and an empty index under it.
  private mutating func begin(_ materials: WayMaterials) throws -> SealedBundle.First {
    guard seen[materials.account]?.g ?? 0 == 0 else { throw Refused() }
    let master = try MasterKey.draw(account: Base64URL.decode(materials.account) ?? [], generation: 1),
      index = try master.index([], rev: 1)
    let statement = try master.firstStatement(index: index).jws
    (masters, next) = (nil, (MasterKeys(first: master), statement))
    return SealedBundle.First(statement: statement, index: index)
  }

  /// Makes a new generation for all ways except these; returns `nil` if the Master Key is not open here.
  private mutating func rotate(_ materials: WayMaterials, _ dropping: [String]) throws -> (
    master: MasterKey, made: SealedBundle.Rotation
  )? {
    guard let open = try current(materials) else { return nil }
    guard materials.indexRev >= seen[materials.account]?.rev ?? 0 else { throw Refused() }
    let rotation = try open.rotate(
      account: Base64URL.decode(materials.account) ?? [], statement: materials.text(materials.g),
      records: materials.records,
      without: dropping.compactMap { Base64URL.decode($0) }, index: materials.index ?? "", indexRev: materials.indexRev)
    next = (rotation.keys, rotation.statement)
    let wraps = Dictionary(uniqueKeysWithValues: rotation.wraps.map { (Base64URL.encode($0), $1) })
    let made = SealedBundle.Rotation(
      statement: rotation.statement, history: rotation.history, index: rotation.index, indexRev: rotation.indexRev,
      wraps: wraps)
    return (rotation.keys.newest, made)
  }

  /// Seals a wrap for this key, and for each other key that was touched on this page and has none yet.
  private func sealAll(_ master: MasterKey?, _ materials: WayMaterials, _ key: String) throws -> [SealedBundle.Way] {
    try ([key] + materials.unsealed.filter { $0 != key }).compactMap { id in
      try touches[id].flatMap { touch in try touch.secret.map { try seal(master, touch.kind, $0, materials, id) } }
    }
  }

  private func seal(
    _ code: RecoveryPhrase, _ master: MasterKey?, _ materials: WayMaterials
  ) throws -> SealedBundle.Way {
    var way = try seal(master, .phrase, code.entropy, materials, record: paper?.record)
    way.kit = paper?.kit
    return way
  }

  private func seal(
    _ master: MasterKey?, _ kind: WayKind, _ secret: [UInt8], _ materials: WayMaterials, _ credential: String? = nil,
    record: [UInt8]? = nil
  ) throws -> SealedBundle.Way {
    guard let master else { throw Refused() }
    let keys = try self.keys(kind, secret, materials, record ?? ServerEnvironment.live.randomBytes(16))
    let wrap = try master.wrap(record: keys.way.record, kind: kind, recipient: keys.recipientPublic, pad: keys.pad)
    let record = try master.record(keys, salt: kind == .key ? Base64URL.decode(materials.salt) : nil, wrap: wrap)
    return SealedBundle.Way(credential: credential, record: record.jws, wrap: wrap)
  }
}
