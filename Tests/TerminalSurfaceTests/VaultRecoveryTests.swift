import Crypto
import Encoding
import Foundation
import HandsProtocol
import Model
import TerminalSurface
import Testing
import Words
import Wraps

/// Ways in that prove themselves, in a terminal's memory: the recovery code, and the secret whose shares escrow
/// providers hold.
@Suite struct VaultRecoveryTests {
  private static let account = Base64URL.encode([UInt8](repeating: 1, count: 16)), rp = "latchstring.localhost"
  private let card = KeyID(rawValue: "card"), another = KeyID(rawValue: "another")
  private let escrow = Secret([UInt8](repeating: 5, count: 32))
  private let challenge = [UInt8](repeating: 7, count: 32), origin = "http://latchstring.localhost:8420"

  private func read<Value: Decodable>(_: Value.Type, _ news: WayNews) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(try #require(news.made).utf8))
  }

  private struct Server {
    var g: UInt32 = 0, statements: [String] = [], histories: [String] = [], records: [String] = []
    var index: String?, indexRev: UInt32 = 0
    var unsealed: [String] = [], isProvisional = false, isRotationDue = false, dropping: [String] = []
    var code: String?, escrow: String?
    private var wraps: [String: String] = [:]

    /// Stores what was made; a rotation drops the ways for which it has no wrap.
    mutating func take(_ made: SealedBundle) throws {
      if let first = made.first { (g, statements, index, indexRev) = (1, [first.statement], first.index, 1) }
      if let rotation = made.rotation {
        g += 1
        statements.append(rotation.statement)
        histories.append(rotation.history)
        (index, indexRev, wraps) = (rotation.index, rotation.indexRev, rotation.wraps)
        records = try records.filter { rotation.wraps[try Self.id($0)] != nil }
      }
      for way in made.ways {
        records.append(way.record)
        wraps[try Self.id(way.record)] = way.wrap
      }
      (code, escrow) = (try newest(.phrase), try newest(.escrow))
    }
    static func id(_ record: String) throws -> String { Base64URL.encode(try WayRecord(reading: record).record) }
    func newest(_ kind: WayKind) throws -> String? {
      try records.last { try WayRecord(reading: $0).kind == kind }.map(Self.id)
    }
    func record(_ kind: WayKind) throws -> WayRecord {
      try #require(try records.map { try WayRecord(reading: $0) }.last { $0.kind == kind })
    }

    /// Materials that contain only the wrap of the newest way of this kind.
    func materials(_ kind: WayKind? = nil, challenge: [UInt8]? = nil) throws -> WayMaterials {
      let way = try kind.map { kind in
        let record = try #require(try records.last { try WayRecord(reading: $0).kind == kind })
        return WayMaterials.Way(record: record, wrap: try #require(wraps[Self.id(record)]), needsRewrap: false)
      }
      return WayMaterials(
        account: VaultRecoveryTests.account, rp: VaultRecoveryTests.rp, salt: "", g: g, statements: statements,
        histories: histories,
        records: records, index: index, indexRev: indexRev, way: way, unsealed: unsealed, isProvisional: isProvisional,
        isRotationDue: isRotationDue,
        dropping: dropping, code: code, escrow: escrow, challenge: challenge.map(Base64URL.encode), kit: 2)
    }
  }

  private func vault(_ card: KeyID) -> Vault {
    var vault = Vault(memory: DeviceMemory(path: nil))
    vault.remember(Secret([UInt8](repeating: 9, count: 32)), of: card)
    return vault
  }
  /// An account with a card, open in the vault.
  private func begin() throws -> (Vault, Server) {
    var vault = vault(card), server = Server()
    try server.take(read(SealedBundle.self, vault.open(card, server.materials())))
    return (vault, server)
  }
  private func verify(_ news: WayNews, _ kind: WayKind, _ server: Server) throws {
    try verify(try read(RecoveryProof.self, news).proof, try server.record(kind), for: "recover")
  }
  private func verify(_ proof: String, _ record: WayRecord, for purpose: String) throws {
    try WayProof.verify(
      proof, publicKey: try #require(record.proof), account: record.account, record: record.record,
      origin: origin, purpose: purpose, challenge: challenge)
  }
  /// Verifies what a drill reports, with the authority of the newest generation.
  private func verifyDrill(_ news: WayNews, _ kind: WayKind, _ server: Server) throws {
    let given = try read(DrillProof.self, news), record = try server.record(kind)
    let how = [WayKind.phrase: "words", .escrow: "joined"][kind] ?? "opened"
    let drill = Drill(
      account: record.account, record: record.record, generation: server.g, how: how,
      origin: origin, challenge: challenge)
    try drill.verify(
      given.drill, authority: GenerationStatement(reading: try #require(server.statements.last)).authority)
    #expect((given.proof != nil) == (kind == .phrase || kind == .escrow))
    if let proof = given.proof {
      try verify(proof, record, for: "drill")
      #expect(throws: WrapsError.self) { try verify(proof, record, for: "recover") }
    }
  }

  @Test("An escrowed secret becomes a way in, is found by its lookup, and admits a new card")
  func wholeWay() throws {
    var (vault, server) = try begin()
    #expect(try vault.sealEscrow(server.materials()) == .closed)
    vault.holdEscrow(escrow)
    try server.take(read(SealedBundle.self, vault.sealEscrow(server.materials())))
    #expect(server.g == 1 && server.records.count == 2)

    var later = self.vault(another)
    #expect(later.lookUpEscrow(rp: Self.rp) == .closed)
    later.holdEscrow(escrow)
    let lookup = try #require(Base64URL.decode(read(RecoveryLookup.self, later.lookUpEscrow(rp: Self.rp)).lookup))
    #expect(try server.record(.escrow).find == Array(SHA256.hash(data: lookup)))
    try verify(
      later.openWithEscrow(try server.materials(.escrow, challenge: challenge), origin: origin), .escrow, server)

    let words = try later.drawCode(server.materials()).words
    #expect(words.count == 12)
    try server.take(read(SealedBundle.self, later.startAnew(another, server.materials())))
    #expect(server.g == 2 && server.records.count == 4)
    var last = self.vault(another)
    #expect(last.open(another, try server.materials(.card)) == .opened)
    var onPaper = Vault(memory: DeviceMemory(path: nil))
    onPaper.type(Secret(Array(words.joined(separator: " ").utf8)))
    try verify(
      onPaper.openWithCode(try server.materials(.phrase, challenge: challenge), origin: origin), .phrase, server)
  }

  @Test("Words are tried on their own wrap alone: an open Master Key doesn't help, and stays as it was")
  func triedWords() throws {
    var (vault, server) = try begin()
    let paper = Secret(Array(try vault.drawCode(server.materials()).words.joined(separator: " ").utf8))
    try server.take(read(SealedBundle.self, vault.sealCode(server.materials())))
    _ = vault.open(card, try server.materials(.card))
    let given = try server.materials(.phrase, challenge: challenge)
    try verifyDrill(vault.tryWords(paper, given, origin: origin), .phrase, server)
    var tampered = given
    tampered.way?.wrap = try #require(server.materials(.card).way).wrap
    #expect(vault.tryWords(paper, tampered, origin: origin) == .refused && vault.isOpen)
    for wrong in [Array(repeating: "zoo", count: 12), Array(repeating: "abandon", count: 11) + ["about"]] {
      let typed = Secret(Array(wrong.joined(separator: " ").utf8))
      #expect(vault.tryWords(typed, given, origin: origin) == .mismatched)
    }
    #expect(vault.tryWords(nil, given, origin: origin) == .closed)
    // In a process that has seen nothing, nothing is open afterwards, and nothing is remembered.
    let file = FileManager.default.temporaryDirectory.appending(path: "seen-\(UUID().uuidString)").path
    var fresh = Vault(memory: DeviceMemory(path: file))
    try verifyDrill(fresh.tryWords(paper, given, origin: origin), .phrase, server)
    #expect(!fresh.isOpen && !FileManager.default.fileExists(atPath: file))
    #expect(fresh.openWithCode(given, origin: origin) == .closed, "the words were not kept")
  }

  @Test("A joined secret is tried on its own wrap alone, whatever is open, and is forgotten with it")
  func triedEscrow() throws {
    var (vault, server) = try begin()
    vault.holdEscrow(escrow)
    try server.take(read(SealedBundle.self, vault.sealEscrow(server.materials())))
    _ = vault.open(card, try server.materials(.card))
    let given = try server.materials(.escrow, challenge: challenge)
    vault.holdEscrow(escrow)
    try verifyDrill(vault.tryEscrow(given, origin: origin), .escrow, server)
    #expect(vault.tryEscrow(given, origin: origin) == .closed, "the secret is gone")
    var tampered = given
    tampered.way?.wrap = try #require(server.materials(.card).way).wrap
    vault.holdEscrow(escrow)
    #expect(vault.tryEscrow(tampered, origin: origin) == .refused && vault.isOpen)
    vault.holdEscrow(Secret([UInt8](repeating: 3, count: 32)))
    #expect(vault.tryEscrow(given, origin: origin) == .mismatched)
    let file = FileManager.default.temporaryDirectory.appending(path: "seen-\(UUID().uuidString)").path
    var fresh = Vault(memory: DeviceMemory(path: file))
    fresh.holdEscrow(escrow)
    try verifyDrill(fresh.tryEscrow(given, origin: origin), .escrow, server)
    #expect(!fresh.isOpen && !FileManager.default.fileExists(atPath: file))
  }

  @Test("A card is tried on its own wrap alone: an open Master Key doesn't help, and nothing is remembered")
  func triedCard() throws {
    var (vault, server) = try begin()
    _ = vault.open(card, try server.materials(.card))
    let given = try server.materials(.card, challenge: challenge)
    try verifyDrill(vault.drill(card, given, origin: origin), .card, server)
    var broken = given
    broken.way?.wrap = String((given.way?.wrap ?? "").reversed())
    #expect(vault.drill(card, broken, origin: origin) == .refused && vault.isOpen)
    #expect(vault.drill(another, given, origin: origin) == .untouched)
    broken.way = nil
    #expect(vault.drill(card, broken, origin: origin) == .closed, "nothing is made for a card without a wrap")
    let file = FileManager.default.temporaryDirectory.appending(path: "seen-\(UUID().uuidString)").path
    var fresh = Vault(memory: DeviceMemory(path: file))
    fresh.remember(Secret([UInt8](repeating: 9, count: 32)), of: card)
    try verifyDrill(fresh.drill(card, given, origin: origin), .card, server)
    #expect(!fresh.isOpen && !FileManager.default.fileExists(atPath: file))
    fresh.remember(Secret([UInt8](repeating: 8, count: 32)), of: card)
    #expect(fresh.drill(card, given, origin: origin) == .mismatched)
  }

  @Test("A different secret opens nothing, whatever the server sends for it") func foreign() throws {
    var (vault, server) = try begin()
    vault.holdEscrow(escrow)
    try server.take(read(SealedBundle.self, vault.sealEscrow(server.materials())))
    var thief = Vault(memory: DeviceMemory(path: nil))
    thief.holdEscrow(Secret([UInt8](repeating: 6, count: 32)))
    #expect(thief.openWithEscrow(try server.materials(.escrow, challenge: challenge), origin: origin) == .refused)
  }

  @Test("A second set-up replaces the first in a new generation, which the first secret cannot open") func renewal()
    throws
  {
    var (vault, server) = try begin()
    vault.holdEscrow(escrow)
    try server.take(read(SealedBundle.self, vault.sealEscrow(server.materials())))
    let before = try server.record(.escrow).record
    vault.holdEscrow(Secret([UInt8](repeating: 6, count: 32)))
    let made = try read(SealedBundle.self, vault.sealEscrow(server.materials()))
    #expect(made.rotation?.wraps[Base64URL.encode(before)] == nil && made.rotation?.wraps.count == 1)
    try server.take(made)
    #expect(server.g == 2 && server.records.count == 2)
    var old = Vault(memory: DeviceMemory(path: nil))
    old.holdEscrow(escrow)
    #expect(old.openWithEscrow(try server.materials(.escrow, challenge: challenge), origin: origin) == .refused)
  }

  @Test("A terminal can create a code, too; a wrong checksum is looked up by a random number")
  func code() throws {
    var (vault, server) = try begin()
    #expect(try vault.sealCode(server.materials()) == .closed)
    let paper = try vault.drawCode(server.materials()), words = paper.words
    let made = try read(SealedBundle.self, vault.sealCode(server.materials()))
    try server.take(made)
    let way = WayID(account: [UInt8](repeating: 1, count: 16), record: try server.record(.phrase).record, kind: .phrase)
    let check = try PhraseCheck(of: way, entropy: RecoveryPhrase(words: words).entropy, rpID: Self.rp)
    #expect(paper.kit.number == 2 && paper.kit.check == check, "the check fits the record that was made afterwards")
    #expect(made.ways.map(\.kit) == [SealedBundle.Kit(number: 2, check: check.text)])
    var typed = Vault(memory: DeviceMemory(path: nil))
    typed.type(Secret(Array(words.joined(separator: " ").utf8)))
    let lookup = try #require(Base64URL.decode(read(RecoveryLookup.self, typed.lookUpCode(rp: Self.rp)).lookup))
    #expect(try server.record(.phrase).find == Array(SHA256.hash(data: lookup)))
    let last = try #require(words.last.flatMap(EnglishWords.index))
    let slipped = EnglishWords.all[last ^ 1]  // the same 128 bits with another checksum, which stands in the last four
    typed.type(Secret(Array((words.dropLast() + [slipped]).joined(separator: " ").utf8)))
    let wrong = try (0..<2).map { _ in try read(RecoveryLookup.self, typed.lookUpCode(rp: Self.rp)).lookup }
    #expect(wrong[0] != wrong[1] && wrong.allSatisfy { Base64URL.decode($0)?.count == 32 })
    #expect(typed.openWithCode(try server.materials(.phrase, challenge: challenge), origin: origin) == .closed)
  }
}
