import Encoding
import Foundation
import HandsProtocol
import Words
import Wraps

/// The hands of a person whose keys only sign in, so that the paper alone opens the Master Key.
struct PaperHands {
  /// The page on which they work.
  let origin: String
  private(set) var words: [String] = []
  private var typed: [UInt8]?
  private var masters: MasterKeys?
  private var paper: (entropy: [UInt8], record: [UInt8], kit: SealedBundle.Kit)?

  init(origin: String, typing words: [String]? = nil) throws {
    self.origin = origin
    typed = try words.map { try RecoveryPhrase(words: $0).entropy }
  }

  mutating func perform(_ task: WayTask) throws -> WayNews {
    switch task {
    case .open: return .signsInOnly
    case .showCode(let materials): return try show(materials)
    case .sealCode(let materials): return try seal(materials)
    case .lookUpCode(_, let rp):
      let lookup = typed.flatMap { WayKeys.lookup(.phrase, secret: $0, rpID: rp) } ?? []
      return try made(RecoveryLookup(lookup: Base64URL.encode(lookup)))
    case .openWithCode(let materials): return try open(materials)
    case .startAnew(_, let materials): return try startAnew(materials)
    default: return .unable
    }
  }

  private mutating func show(_ materials: WayMaterials) throws -> WayNews {
    let drawn = try RecoveryPhrase(entropy: Self.random()), record = Self.random()
    let way = WayID(account: Base64URL.decode(materials.account) ?? [], record: record, kind: .phrase)
    let check = try PhraseCheck(of: way, entropy: drawn.entropy, rpID: materials.rp)
    paper = (drawn.entropy, record, SealedBundle.Kit(number: materials.kit ?? 0, check: check.text))
    words = drawn.words
    return .shown
  }

  /// Makes the account's first Master Key, which the words open.
  private mutating func seal(_ materials: WayMaterials) throws -> WayNews {
    guard materials.g == 0 else { return .closed }
    let master = try MasterKey.draw(account: Base64URL.decode(materials.account) ?? [], generation: 1)
    let index = try master.index([], rev: 1)
    let first = SealedBundle.First(statement: try master.firstStatement(index: index).jws, index: index)
    return try made(SealedBundle(g: 0, first: first, ways: [way(with: master, materials)]))
  }

  private mutating func open(_ materials: WayMaterials) throws -> WayNews {
    guard let typed, let way = materials.way, let challenge = materials.challenge else { return .closed }
    let record = try WayRecord(reading: way.record), keys = try keys(typed, record.record, materials)
    masters = try MasterKeys.open(
      keys, record: record,
      shown: .init(
        statements: materials.statements, histories: materials.histories, wrap: way.wrap, indexRev: materials.indexRev))
    let proof = try keys.prove(origin: origin, purpose: "recover", challenge: Base64URL.decode(challenge) ?? [])
    return try made(RecoveryProof(challenge: challenge, proof: proof))
  }

  /// Makes the next generation, which the new words open.
  private func startAnew(_ materials: WayMaterials) throws -> WayNews {
    guard let masters, let old = materials.code, materials.g > 0 else { return .closed }
    let dropped = ([old] + materials.dropping).compactMap { Base64URL.decode($0) }
    let next = try masters.rotate(
      account: masters.account, statement: materials.statements[Int(materials.g) - 1], records: materials.records,
      without: dropped, index: materials.index ?? "", indexRev: materials.indexRev)
    let wraps = Dictionary(uniqueKeysWithValues: next.wraps.map { (Base64URL.encode($0), $1) })
    let rotation = SealedBundle.Rotation(
      statement: next.statement, history: next.history, index: next.index, indexRev: next.indexRev, wraps: wraps)
    return try made(
      SealedBundle(g: materials.g, rotation: rotation, ways: [way(with: next.keys.newest, materials)]))
  }

  private func way(with master: MasterKey, _ materials: WayMaterials) throws -> SealedBundle.Way {
    guard let paper else { throw SiegeError("The paper is empty.") }
    let keys = try keys(paper.entropy, paper.record, materials)
    let wrap = try master.wrap(record: paper.record, kind: .phrase, recipient: keys.recipientPublic, pad: keys.pad)
    return SealedBundle.Way(record: try master.record(keys, salt: nil, wrap: wrap).jws, wrap: wrap, kit: paper.kit)
  }
  private func keys(_ entropy: [UInt8], _ record: [UInt8], _ materials: WayMaterials) throws -> WayKeys {
    let account = Base64URL.decode(materials.account) ?? []
    return try WayKeys(WayID(account: account, record: record, kind: .phrase), secret: entropy, rpID: materials.rp)
  }
  private func made(_ value: some Encodable) throws -> WayNews {
    .made(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
  }
  private static func random() -> [UInt8] { (0..<16).map { _ in .random(in: .min ... .max) } }
}
