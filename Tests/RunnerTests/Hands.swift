import Encoding
import FlowKit
import Foundation
import Words
import Wraps

@testable import Runner

/// What a page's hands do with the Master Key, in this process: opened, made, handed on. What they report is closed or signed with it.
struct Hands {
  struct Touch { var secret: [UInt8]?, account: String?, kind = WayKind.key }
  /// What this device has seen of an account.
  struct Seen { var g: UInt32 = 0, rev: UInt32 = 0, authority: [UInt8] = [] }
  /// What does not fit is refused.
  struct Refused: Error {}

  private(set) var touches: [String: Touch] = [:]
  private(set) var masters: [UInt32: MasterKey] = [:]
  /// One that the server may or may not have taken yet.
  private var next: MasterKey?
  private(set) var code: RecoveryPhrase?
  /// Every code that was shown, as a person has it on paper.
  private(set) var papers: [[String]] = []
  private var typed: [String] = []
  private var typedEntropy: [UInt8]?
  var seen: [String: Seen] = [:]
  private var isProvisional = false
  /// Where they are; a proof says so.
  var origin = Desk.origin
  /// What a proof is said to be for.
  var purpose = "recover"
  /// Spoils what they made, before it is reported.
  var spoil: (inout MadeBundle) -> Void = { _ in }

  /// The open Master Keys, for the journal. Where it is open, the server has taken what was made last.
  var open: [UInt32: MasterKey] { masters.merging(next.map { [$0.generation: $0] } ?? [:]) { $1 } }

  /// The page is left.
  mutating func forget() {
    (touches, masters, next, code, typed, typedEntropy) = ([:], [:], nil, nil, [], nil)
  }
  /// What a card gave for opening.
  mutating func unlock(_ id: String, _ secret: [UInt8]) { touches[id] = Touch(secret: secret, kind: .card) }
  mutating func type(_ words: [String]) { typed = words }
  mutating func note(_ master: MasterKey, rev: UInt32) {
    guard !isProvisional else { return }
    let account = Base64URL.encode(master.account)
    seen[account] = Seen(g: master.generation, rev: max(rev, seen[account]?.rev ?? 0), authority: master.authority)
  }

  /// Keeps what a ceremony gave for opening, and gives what may be sent: no output of the PRF.
  mutating func remember(_ credential: String) throws -> String {
    guard var object = try? JSONSerialization.jsonObject(with: Data(credential.utf8)) as? [String: Any] else { return credential }
    let response = object["response"] as? [String: Any], id = object["id"] as? String ?? ""
    let data = (response?["authenticatorData"] as? String).flatMap { Base64URL.decode($0) } ?? []
    var extensions = object["clientExtensionResults"] as? [String: Any] ?? [:], prf = extensions["prf"] as? [String: Any]
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
    return String(decoding: try JSONSerialization.data(withJSONObject: object, options: .withoutEscapingSlashes), as: UTF8.self)
  }

  /// One effect on the Master Key, and the news of it.
  mutating func perform(_ work: HandsWork) throws -> News {
    do {
      switch work.effect {
      case "way.open": return try open(work)
      case "way.showCode":
        let drawn = try RecoveryPhrase(entropy: Surroundings.live.randomBytes(16))
        code = drawn
        papers.append(drawn.words)
        return News("way.shown")
      case "way.sealCode": return try sealCode(work)
      case "way.drop":
        let materials = try work.given()
        guard let rotation = try rotate(materials, materials.dropping) else { return .closed }
        return try made(MadeBundle(g: materials.g, rotation: rotation.made))
      case "way.lookUpCode": return try lookUp(work.rp ?? "")
      case "way.openWithCode": return try openWithCode(work)
      case "way.startAnew": return try startAnew(work)
      default: throw Refused()
      }
    } catch is Refused { return News("way.refused") } catch is WrapsError { return News("way.refused") }
  }

  private func made(_ bundle: MadeBundle) throws -> News {
    var bundle = bundle
    spoil(&bundle)
    return try News("way.made", bundle)
  }

  private mutating func open(_ work: HandsWork) throws -> News {
    let materials = try work.given(), key = try work.key()
    guard let touch = touches[key] else { return News("way.untouched") }
    if let account = touch.account, account != materials.account { throw Refused() }
    guard let secret = touch.secret else { return News("way.signsInOnly") }
    if let way = materials.way { return try openOwn(way, key, touch.kind, secret, materials) }
    if materials.g == 0 {
      let first = try begin(materials)
      return try made(MadeBundle(g: 0, first: first, ways: sealAll(next, materials, key)))
    }
    guard let master = try current(materials) else { return .closed }
    return try made(MadeBundle(g: materials.g, ways: sealAll(master, materials, key)))
  }

  /// Opens with the key's own wrap, and renews what has become old in the same visit.
  private mutating func openOwn(
    _ way: WayMaterials.Way, _ key: String, _ kind: WayKind, _ secret: [UInt8], _ materials: WayMaterials
  ) throws -> News {
    let record = try WayRecord(reading: way.record), keys = try self.keys(kind, secret, materials, record.record)
    if kind == .key, try isForAnother(keys, record, way, materials) {
      guard way.needsRewrap, let master = try current(materials) else { return News("way.mismatched") }
      return try made(MadeBundle(g: materials.g, ways: [seal(master, kind, secret, materials, key, id: record.record)]))
    }
    try openWith(keys, record, materials)
    let salt = kind == .key ? Base64URL.decode(materials.salt) : nil
    if materials.isRotationDue {
      guard let rotation = try rotate(materials, materials.dropping), let wrap = rotation.made.wraps[Base64URL.encode(record.record)] else {
        throw Refused()
      }
      let renewed = try rotation.master.record(keys, salt: salt, wrap: wrap).jws
      return try made(MadeBundle(g: materials.g, rotation: rotation.made, ways: [.init(credential: key, record: renewed, wrap: wrap)]))
    }
    guard record.generation != materials.g || way.needsRewrap, let master = masters[materials.g] else { return News("way.opened") }
    let renewed = try master.record(keys, salt: salt, wrap: way.wrap).jws
    return try made(MadeBundle(g: materials.g, ways: [.init(credential: key, record: renewed, wrap: way.wrap)]))
  }

  /// Whether the wrap is sound and was made for another secret than the key gives now.
  private func isForAnother(_ keys: WayKeys, _ record: WayRecord, _ way: WayMaterials.Way, _ materials: WayMaterials) throws -> Bool {
    guard try keys.recipientPublic != record.recipient else { return false }
    guard Base64URL.encode(record.account) == materials.account else { throw Refused() }
    _ = try WayRecord.verify(way.record, authority: materials.statement(record.generation).authority)
    try SealedWrap.check(way.wrap, account: record.account, record: record.record, kind: record.kind, generation: materials.g)
    return true
  }

  private mutating func sealCode(_ work: HandsWork) throws -> News {
    let materials = try work.given()
    guard let code else { return .closed }
    if materials.g == 0 {
      let first = try begin(materials)
      return try made(MadeBundle(g: 0, first: first, ways: [seal(next, .phrase, code.entropy, materials)]))
    }
    guard let old = materials.code else {
      guard let master = try current(materials) else { return .closed }
      return try made(MadeBundle(g: materials.g, ways: [seal(master, .phrase, code.entropy, materials)]))
    }
    guard let rotation = try rotate(materials, [old] + materials.dropping) else { return .closed }
    return try made(MadeBundle(g: materials.g, rotation: rotation.made, ways: [seal(rotation.master, .phrase, code.entropy, materials)]))
  }

  /// Words with a wrong checksum are looked up as well, by a number that nobody has (G-08).
  private mutating func lookUp(_ rp: String) throws -> News {
    typedEntropy = (try? RecoveryPhrase(words: typed))?.entropy
    let lookup = typedEntropy.flatMap { WayKeys.lookup(.phrase, secret: $0, rpID: rp) } ?? Surroundings.live.randomBytes(32)
    return try News("way.made", ["lookup": Base64URL.encode(lookup)])
  }

  private mutating func openWithCode(_ work: HandsWork) throws -> News {
    let materials = try work.given()
    guard let typedEntropy, let way = materials.way, let challenge = materials.challenge else { return .closed }
    let record = try WayRecord(reading: way.record), keys = try self.keys(.phrase, typedEntropy, materials, record.record)
    try openWith(keys, record, materials)
    let proof = try keys.prove(origin: origin, purpose: purpose, challenge: Base64URL.decode(challenge) ?? [])
    return try News("way.made", ["challenge": challenge, "proof": proof])
  }

  private mutating func startAnew(_ work: HandsWork) throws -> News {
    let materials = try work.given(), key = try work.key()
    guard let code, let old = materials.code, let rotation = try rotate(materials, [old] + materials.dropping) else { return .closed }
    var ways = [try seal(rotation.master, .phrase, code.entropy, materials)]
    if let secret = touches[key]?.secret { ways.append(try seal(rotation.master, .key, secret, materials, key)) }
    return try made(MadeBundle(g: materials.g, rotation: rotation.made, ways: ways))
  }

  // The Master Key itself

  /// The open one, if it is the account's newest: also one that these hands made and the server has taken since.
  private mutating func current(_ materials: WayMaterials) throws -> MasterKey? {
    if let next, next.generation == materials.g, try materials.statement(next.generation).authority == next.authority {
      masters[next.generation] = next
      self.next = nil
    }
    return masters[materials.g]
  }

  private func keys(_ kind: WayKind, _ secret: [UInt8], _ materials: WayMaterials, _ record: [UInt8]) throws -> WayKeys {
    try WayKeys(WayID(account: Base64URL.decode(materials.account) ?? [], record: record, kind: kind), secret: secret, rpID: materials.rp)
  }

  /// Follows the chain from the way's anchor to now, and opens every generation before.
  private mutating func openWith(_ keys: WayKeys, _ record: WayRecord, _ materials: WayMaterials) throws {
    let seen = seen[materials.account] ?? Seen()
    guard Base64URL.encode(record.account) == materials.account, materials.indexRev >= seen.rev else { throw Refused() }
    let chain = Array(materials.statements.dropFirst(Int(record.generation)))
    let master = try MasterKey.open(keys, record: record, chain: chain, wrap: materials.way?.wrap ?? "", floor: seen.g)
    guard seen.g != master.generation || seen.authority == master.authority else { throw Refused() }
    var opened = [master.generation: master], newest = master
    while newest.generation > 1 {
      guard materials.histories.indices.contains(Int(newest.generation) - 2) else { throw Refused() }
      let history = materials.histories[Int(newest.generation) - 2]
      newest = try newest.openHistory(history, authority: materials.statement(newest.generation - 1).authority)
      opened[newest.generation] = newest
    }
    (masters, next, isProvisional) = (opened, nil, materials.isProvisional)
    note(master, rev: 0)
  }

  /// The first Master Key of an account, and an empty index under it.
  private mutating func begin(_ materials: WayMaterials) throws -> MadeBundle.First {
    guard seen[materials.account]?.g ?? 0 == 0 else { throw Refused() }
    let master = try MasterKey.draw(account: Base64URL.decode(materials.account) ?? [], generation: 1), index = try master.index([], rev: 1)
    next = master
    return MadeBundle.First(statement: try master.firstStatement(index: index).jws, index: index)
  }

  /// A new generation for every way but these; nothing where the Master Key is not open here.
  private mutating func rotate(_ materials: WayMaterials, _ dropping: [String]) throws -> (master: MasterKey, made: MadeBundle.Rotation)? {
    guard let old = try current(materials) else { return nil }
    guard materials.indexRev >= seen[materials.account]?.rev ?? 0 else { throw Refused() }
    let text = try materials.text(old.generation)
    let statement =
      old.generation == 1
      ? try GenerationStatement.verifyFirst(text)
      : try GenerationStatement.verify(text, authority: materials.statement(old.generation - 1).authority)
    guard statement.authority == old.authority else { throw Refused() }
    let held = try statement.ways(of: materials.records, without: dropping.compactMap { Base64URL.decode($0) })
    let made = try MasterKey.draw(account: old.account, generation: old.generation + 1)
    var wraps: [String: String] = [:], keep: [KeptWay] = []
    for record in held.values {
      guard let pad = try masters[record.generation]?.openPad(record) else { throw Refused() }
      let wrap = try made.wrap(record: record.record, kind: record.kind, recipient: record.recipient, pad: pad)
      wraps[Base64URL.encode(record.record)] = wrap
      keep.append(KeptWay(record, wrap: wrap))
    }
    let rev = materials.indexRev + 1, entries = try old.openIndex(materials.index ?? "", rev: materials.indexRev)
    let index = try made.index(entries, rev: rev), history = try made.history(of: old)
    next = made
    let new = try made.statement(after: old, history: history, index: index, keep: keep)
    return (made, MadeBundle.Rotation(statement: new.jws, history: history, index: index, indexRev: rev, wraps: wraps))
  }

  /// A wrap for this key, and for each other that was touched in this page and has none yet.
  private func sealAll(_ master: MasterKey?, _ materials: WayMaterials, _ key: String) throws -> [MadeBundle.Way] {
    try ([key] + materials.unsealed.filter { $0 != key }).compactMap { id in
      try touches[id].flatMap { touch in try touch.secret.map { try seal(master, touch.kind, $0, materials, id) } }
    }
  }

  private func seal(
    _ master: MasterKey?, _ kind: WayKind, _ secret: [UInt8], _ materials: WayMaterials, _ credential: String? = nil,
    id: [UInt8] = Surroundings.live.randomBytes(16)
  ) throws -> MadeBundle.Way {
    guard let master else { throw Refused() }
    let keys = try self.keys(kind, secret, materials, id)
    let wrap = try master.wrap(record: keys.way.record, kind: kind, recipient: keys.recipientPublic, pad: keys.pad)
    let record = try master.record(keys, salt: kind == .key ? Base64URL.decode(materials.salt) : nil, wrap: wrap)
    return MadeBundle.Way(credential: credential, record: record.jws, wrap: wrap)
  }
}
