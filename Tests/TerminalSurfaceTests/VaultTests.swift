import Encoding
import Foundation
import HandsProtocol
import Model
import Testing

@testable import TerminalSurface
@testable import Wraps

/// The Master Key in a terminal's memory, tested with materials as a server would send them.
@Suite struct VaultTests {
  private static let account = Base64URL.encode([UInt8](repeating: 1, count: 16))
  private let card = KeyID(rawValue: "card"), secret = Secret([UInt8](repeating: 9, count: 32))

  private struct Server {
    var account = VaultTests.account
    var g: UInt32 = 0, statements: [String] = [], histories: [String] = [], records: [String] = []
    var index: String?, indexRev: UInt32 = 0, way: WayMaterials.Way?
    var code: String?
    var unsealed: [String] = [], isProvisional = false, isRotationDue = false, dropping: [String] = []

    mutating func take(_ made: SealedBundle) throws {
      if let first = made.first { (g, statements, index, indexRev) = (1, [first.statement], first.index, 1) }
      if let rotation = made.rotation {
        g += 1
        statements.append(rotation.statement)
        histories.append(rotation.history)
        (index, indexRev, isRotationDue) = (rotation.index, rotation.indexRev, false)
      }
      let own = try #require(made.ways.first)
      (records, way) = ([own.record], .init(record: own.record, wrap: own.wrap, needsRewrap: false))
    }
    func materials() throws -> WayMaterials {
      WayMaterials(
        account: account, rp: "latchstring.localhost", salt: "", g: g, statements: statements, histories: histories,
        records: records, index: index,
        indexRev: indexRev, way: way, unsealed: unsealed, isProvisional: isProvisional, isRotationDue: isRotationDue,
        dropping: dropping, code: code)
    }
  }
  /// The bundle that a vault made, as a server reads it.
  private func bundle(_ news: WayNews) throws -> SealedBundle {
    try JSONDecoder().decode(SealedBundle.self, from: Data(try #require(news.made).utf8))
  }
  private func vault(_ memory: DeviceMemory = DeviceMemory(path: nil), secret: Secret? = nil) -> Vault {
    var vault = Vault(memory: memory)
    vault.remember(secret ?? self.secret, of: card)
    return vault
  }
  /// An account whose only way in is this card.
  private func server() throws -> Server {
    var first = vault(), server = Server()
    try server.take(bundle(first.open(card, server.materials())))
    return server
  }

  @Test("An account's first card creates its Master Key, and opens it from then on") func first() throws {
    let server = try server()
    var again = vault()
    #expect(try again.open(card, server.materials()) == .opened)
    #expect(again.isOpen)
    again.forget()
    #expect(!again.isOpen)
    #expect(try again.open(card, server.materials()) == .untouched)
  }

  @Test("A different card's secret opens nothing") func foreign() throws {
    var other = vault(secret: Secret([UInt8](repeating: 8, count: 32)))
    #expect(try other.open(card, server().materials()) == .refused)
    #expect(!other.isOpen)
  }

  @Test("A card whose wrap is broken gets a new one once it is marked and the Master Key is open, and not before")
  func rewrap() throws {
    var server = try server(), open = vault()
    #expect(try open.open(card, server.materials()) == .opened)
    let whole = try #require(server.way)
    func broken(_ needsRewrap: Bool) -> WayMaterials.Way {
      .init(record: whole.record, wrap: String(whole.wrap.reversed()), needsRewrap: needsRewrap)
    }
    server.way = broken(false)
    #expect(try open.open(card, server.materials()) == .refused, "nobody marked it")
    server.way = broken(true)
    var closed = vault()
    #expect(try closed.open(card, server.materials()) == .refused, "nothing is open")
    let made = try bundle(open.open(card, server.materials()))
    #expect(made.rotation?.wraps.isEmpty == true, "the next generation leaves the old record out")
    try server.take(made)
    var anew = vault()
    #expect(try anew.open(card, server.materials()) == .opened && server.g == 2)
  }

  @Test("A pending rotation is completed at the next opening, and the card opens every generation")
  func rotation() throws {
    var server = try server()
    for generation in UInt32(2)...3 {
      server.isRotationDue = true
      var visiting = vault()
      let made = try bundle(visiting.open(card, server.materials()))
      #expect(made.rotation != nil && made.g == generation - 1)
      try server.take(made)
      #expect(server.g == generation)
      var again = vault()
      #expect(try again.open(card, server.materials()) == .opened)
    }
  }

  /// A folder, and the path of the file in it where a computer remembers what it has seen; the file's lock is beside
  /// it.
  private func memory() throws -> (folder: URL, path: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-seen-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    return (folder, folder.appending(path: "seen").path)
  }

  @Test("A server showing less than this computer has seen is rejected, even by the next process")
  func older() throws {
    let (folder, path) = try memory()
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = try server()
    var new = old
    new.isRotationDue = true
    var visiting = vault()
    try new.take(bundle(visiting.open(card, new.materials())))
    var seeing = vault(DeviceMemory(path: path))
    #expect(try seeing.open(card, new.materials()) == .opened)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    var later = vault(DeviceMemory(path: path))
    #expect(try later.open(card, old.materials()) == .refused)
    #expect(later.sayOlder() == path && later.sayOlder() == nil, "What holds it back is named, once.")
    var emptied = vault(DeviceMemory(path: path))
    #expect(
      try emptied.open(card, Server().materials()) == .refused, "It has a Master Key: a server without one is another.")
    #expect(try later.open(card, new.materials()) == .opened)
  }

  @Test("State that a cancelled run would roll back is not remembered") func provisional() throws {
    let (folder, path) = try memory()
    defer { try? FileManager.default.removeItem(at: folder) }
    var server = try server()
    server.isProvisional = true
    var visiting = vault(DeviceMemory(path: path))
    #expect(try visiting.open(card, server.materials()) == .opened)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("State that another process has seen in the meantime is respected and not overwritten")
  func processes() throws {
    let (folder, path) = try memory()
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = try server()
    var early = vault(DeviceMemory(path: path)), new = old, visiting = vault()
    #expect(try early.open(card, old.materials()) == .opened)
    new.isRotationDue = true
    try new.take(bundle(visiting.open(card, new.materials())))
    var other = vault(DeviceMemory(path: path))
    #expect(try other.open(card, new.materials()) == .opened)
    early.forget()
    early.remember(secret, of: card)
    #expect(try early.open(card, old.materials()) == .refused)
    #expect(DeviceMemory(path: path).seen(Self.account).g == 2)
  }

  @Test("Write access to the database cannot make a device forget any Master Key but the first")
  func unforgotten()
    throws
  {
    let old = try server()
    var server = old, visiting = vault()
    server.isRotationDue = true
    try server.take(bundle(visiting.open(card, server.materials())))
    server.isProvisional = true
    var seeing = vault()
    #expect(try seeing.open(card, server.materials()) == .opened)
    #expect(try seeing.open(card, old.materials()) == .refused)
  }

  @Test("A rotation made here and accepted is remembered at the next change, with its own index")
  func adopted() throws {
    var server = try server(), making = vault()
    server.isRotationDue = true
    let made = try bundle(making.open(card, server.materials()))
    #expect(making.memory.seen(Self.account).rev == server.indexRev)
    try server.take(made)
    #expect(try making.drop(server.materials()).made != nil)
    #expect(making.memory.seen(Self.account).g == 2)
  }

  @Test("Dropping ways needs the Master Key") func dropping() throws {
    var server = try server(), closed = vault()
    #expect(try closed.drop(server.materials()) == .closed)
    var open = vault()
    #expect(try open.open(card, server.materials()) == .opened)
    server.dropping = []
    let before = try server.materials().statements.last ?? "", made = try bundle(open.drop(server.materials()))
    #expect(made.rotation?.wraps.count == 1)
    #expect(open.sayRemade(Compact.hash(before)) == nil, "The server has not taken it.")
    let taken = Compact.hash(made.rotation?.statement ?? "")
    #expect(open.sayRemade(taken) == [.card: 1] && open.sayRemade(taken) == nil)
  }

  /// An account with this card and a second one whose secret is in a thief's hands. The second card was revoked with
  /// generation 2, so this card's anchor belongs to that generation. The thief has Master Key 1, the record and the
  /// wrap.
  private func revoked() throws -> (server: Server, old: MasterKey, kept: KeptWay, record: String) {
    var server = try server()
    let thiefs = KeyID(rawValue: "second"), own = server.way
    var both = vault()
    #expect(try both.open(card, server.materials()) == .opened)
    both.remember(Secret([UInt8](repeating: 3, count: 32)), of: thiefs)
    server.way = nil
    let second = try #require(bundle(both.open(thiefs, server.materials())).ways.first),
      record = try WayRecord(reading: second.record)
    server.way = own
    server.records.append(second.record)
    (server.isRotationDue, server.dropping) = (true, [Base64URL.encode(record.record)])
    let old = try #require(both.open?[1])
    var visiting = vault()
    try server.take(bundle(visiting.open(card, server.materials())))
    server.dropping = []
    return (server, old, KeptWay(record, wrap: second.wrap), second.record)
  }
  /// A statement of generation 2 that also keeps the revoked card, with a valid signature by Master Key 1.
  private func forge(_ server: inout Server, _ old: MasterKey, _ kept: KeptWay, _ record: String) throws {
    let known = try GenerationStatement(reading: server.statements[1])
    let payload = GenerationStatement.payload(
      account: known.account, generation: 2, authority: known.authority, historyHash: known.historyHash,
      indexHash: known.indexHash,
      keep: known.keep + [kept])
    server.statements[1] = try old.sign(payload, typ: GenerationStatement.typ)
    server.records.append(record)
  }

  @Test("WRAPS §5: a statement that keeps a revoked card is rejected at opening") func forged() throws {
    var (server, old, kept, record) = try revoked()
    var honest = vault()
    #expect(try honest.open(card, server.materials()) == .opened)
    try forge(&server, old, kept, record)
    var opening = vault()
    #expect(try opening.open(card, server.materials()) == .refused)
    #expect(!opening.isOpen)
  }

  @Test("WRAPS §5: a statement with a revoked card, inserted later, is refused at the next rotation")
  func forgedLater() throws {
    var (server, old, kept, record) = try revoked()
    var open = vault()
    #expect(try open.open(card, server.materials()) == .opened)
    try forge(&server, old, kept, record)
    #expect(try open.drop(server.materials()) == .refused)
    _ = try open.drawCode(server.materials())
    server.code = "AAAAAAAAAAAAAAAAAAAAAA"
    #expect(try open.sealCode(server.materials()) == .refused)
  }

  @Test("After a lost response, only the exact statement created here counts as accepted") func lostAnswer()
    throws
  {
    var (server, _, kept, _) = try revoked()
    var made = vault()
    #expect(try made.open(card, server.materials()) == .opened)
    let rotation = try #require(try bundle(made.drop(server.materials())).rotation),
      signer = try #require(made.open?[2])
    (server.g, server.index, server.indexRev) = (3, rotation.index, rotation.indexRev)
    server.statements.append(rotation.statement)
    server.histories.append(rotation.history)
    _ = try made.drawCode(server.materials())
    var other = server, waiting = made
    let known = try GenerationStatement(reading: rotation.statement)
    let payload = GenerationStatement.payload(
      account: known.account, generation: 3, authority: known.authority, historyHash: known.historyHash,
      indexHash: known.indexHash,
      keep: known.keep + [kept])
    other.statements[2] = try signer.sign(payload, typ: GenerationStatement.typ)
    #expect(try waiting.sealCode(other.materials()) == .closed)
    #expect(try bundle(made.sealCode(server.materials())).ways.count == 1)
  }
}
