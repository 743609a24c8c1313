import Encoding
import Testing

@testable import Wraps

/// An account whose copies are written as a page writes them: a small one with two generations, if no other is given.
struct WrittenCopy {
  var account = [UInt8](repeating: 7, count: 16), username = "mirela", rpID = "latchstring.example"
  let secrets: [WayKind: [UInt8]] = [
    .phrase: [UInt8](repeating: 1, count: 16), .escrow: [UInt8](repeating: 2, count: 32),
    .card: [UInt8](repeating: 3, count: 32),
  ]
  var kit: UInt32 = 2
  var statements: [String], histories: [String], ways: [CopiedWay], index: String, indexRev: UInt32
  var entries: [String: String]
  private(set) var newest: MasterKey

  static let texts = ["first", "“second”\n& <third>"]

  init(
    account: [UInt8], username: String, rpID: String, kit: UInt32, statements: [String], histories: [String],
    ways: [(record: String, wrap: String)], index: String, indexRev: UInt32, entries: [String: String],
    newest: MasterKey
  ) {
    (self.account, self.username, self.rpID, self.kit) = (account, username, rpID, kit)
    (self.statements, self.histories, self.newest) = (statements, histories, newest)
    (self.index, self.indexRev, self.entries) = (index, indexRev, entries)
    self.ways = ways.map { CopiedWay(record: $0.record, wrap: $0.wrap) }
  }

  init() throws {
    let first = try MasterKey.draw(account: account, generation: 1)
    var lines: [IndexedEntry] = []
    entries = [:]
    for (number, text) in Self.texts.enumerated() {
      let id = [UInt8](repeating: UInt8(number + 1), count: 16), sealed = try first.entry(id, rev: 1, Array(text.utf8))
      lines.append(IndexedEntry(id: id, rev: 1, generation: 1, hash: Compact.hash(sealed)))
      entries[Base64URL.encode(id)] = sealed
    }
    let old = try first.index(lines, rev: 3), statement = try first.firstStatement(index: old).jws
    var records: [String] = []
    for (kind, secret) in secrets {
      let way = WayID(account: account, record: Array(secret.prefix(16)), kind: kind)
      let keys = try WayKeys(way, secret: secret, rpID: rpID)
      let wrap = try first.wrap(record: way.record, kind: kind, recipient: keys.recipientPublic, pad: keys.pad)
      records.append(try first.record(keys, wrap: wrap).jws)
    }
    let next = try MasterKeys(first: first).rotate(
      account: account, statement: statement, records: records, index: old, indexRev: 3)
    (statements, histories, newest) = ([statement, next.statement], [next.history], next.keys.newest)
    (index, indexRev) = (next.index, next.indexRev)
    ways = try records.map { record in
      CopiedWay(record: record, wrap: try #require(next.wraps[try WayRecord(reading: record).record]))
    }
  }

  /// The file, signed with a Master Key: the newest one, if no other is given.
  func bytes(signedBy signer: MasterKey? = nil) throws -> [UInt8] {
    let master = signer ?? newest
    var body = JSONWriter()
    body.object { copy in
      copy.member("format", "ls1-copy")
      copy.member("version", 1)
      copy.member("made", "2026-11-26T18:00:00Z")
      copy.member("site") {
        $0.object {
          $0.member("rp", rpID)
          $0.member("salt", base64URL: [UInt8](repeating: 0, count: 32))
        }
      }
      copy.member("account") {
        $0.object {
          $0.member("id", base64URL: account)
          $0.member("username", username)
        }
      }
      copy.member("kit", Int(kit))
      copy.member("statements") { $0.array(statements) { $0.string($1) } }
      copy.member("histories") { $0.array(histories) { $0.string($1) } }
      copy.member("ways") { $0.array(ways) { $0.array([$1.record, $1.wrap]) { $0.string($1) } } }
      copy.member("keys") {
        $0.array(["yellow"]) { writer, name in
          writer.object {
            $0.member("name", name)
            $0.member("role", "primary")
            $0.member("opens", true)
            $0.member("synced", false)
          }
        }
      }
      copy.member("index") { writer in
        writer.array([0, 1]) { if $1 == 0 { $0.integer(Int(indexRev)) } else { $0.string(index) } }
      }
      copy.member("entries") { writer in
        writer.array(entries.sorted { $0.key < $1.key }) { $0.array([$1.key, $1.value]) { $0.string($1) } }
      }
      copy.member("events") {
        $0.array([["2026-11-26T17:00:00Z", "account_created"]]) { $0.array($1) { $0.string($1) } }
      }
    }
    let hash = Compact.hash(String(decoding: body.bytes, as: UTF8.self))
    let payload = JournalCopy.payload(account: account, generation: master.generation, copy: hash)
    let signature = try master.sign(payload, typ: JournalCopy.typ)
    return body.bytes.dropLast() + Array(#","signed":"\#(signature)"}"#.utf8)
  }

  /// The texts in the file, opened by a way of this kind.
  static func texts(_ bytes: [UInt8], _ kind: WayKind, _ secret: [UInt8]) throws -> [String] {
    try JournalCopy(reading: bytes).open(kind, secret: secret).entries.sorted { $0.key < $1.key }
      .map { String(decoding: $0.value, as: UTF8.self) }
  }
}
