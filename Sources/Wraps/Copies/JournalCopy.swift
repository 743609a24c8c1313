import Encoding

/// A copy of a journal as its file holds it (§7): what opens an account's journal without its server, apart from a
/// secret, and the journal itself, which is still sealed.
///
/// A copy that was read is whole: its last member signs every byte before it. Only ``open(_:secret:)`` tells whose
/// signature that is.
public struct JournalCopy: Sendable {
  /// The time at which the copy was made, as RFC 3339 writes it.
  public let made: String
  /// The RP id of the site that the account belongs to.
  public let rpID: String
  /// The site's PRF salt, 32 bytes.
  public let salt: [UInt8]
  /// The account id, 16 bytes, and the user name.
  public let account: [UInt8], username: String
  /// The number of the kit whose words open the copy; `nil` if none do.
  public let kit: UInt32?
  /// The statements of all generations from the first on, and the histories from the second on.
  public let statements: [String], histories: [String]
  /// The records and wraps of the recovery code, of the cards and of the escrow secret.
  public let ways: [CopiedWay]
  /// What a person can read about the account's keys, which do not open the copy.
  public let keys: [CopiedKey]
  /// The index, and its revision.
  public let index: String, indexRev: UInt32
  /// The sealed entries by the text of their ids.
  public let entries: [String: String]
  /// The lines of the account's audit log, oldest first.
  public let events: [CopiedEvent]
  /// The public half of the Master Key that signed the copy.
  let authority: [UInt8]

  /// The maximum size of a copy in bytes: a full journal, and as much again.
  public static let mostBytes = 32 << 20
  static let typ = "ls1-copy"

  /// Reads a file. Nothing is opened.
  /// - Throws: `notACopy`, `anotherVersion`, or `damaged` for anything that is not as it was written.
  public init(reading bytes: [UInt8]) throws(CopyRefusal) {
    guard bytes.starts(with: Array(#"{"format":"\#(Self.typ)","version":"#.utf8)), bytes.count <= Self.mostBytes else {
      throw .notACopy
    }
    guard bytes.starts(with: Array(#"{"format":"\#(Self.typ)","version":1,"#.utf8)) else { throw .anotherVersion }
    let reader = try CopyReader(bytes, mostBytes: Self.mostBytes)
    let all = try reader.members(
      of: reader.root,
      [
        "format", "version", "made", "site", "account", "kit", "statements", "histories", "ways", "keys", "index",
        "entries", "events", "signed",
      ])
    made = try reader.text(all[2])
    let site = try reader.members(of: all[3], ["rp", "salt"])
    rpID = try reader.text(site[0])
    salt = try reader.bytes(site[1], count: 32)
    let owner = try reader.members(of: all[4], ["id", "username"])
    account = try reader.bytes(owner[0], count: 16)
    username = try reader.text(owner[1])
    kit = try reader.kit(all[5])
    statements = try reader.texts(all[6])
    histories = try reader.texts(all[7])
    ways = try reader.rows(all[8], count: 2).map { row throws(CopyRefusal) in
      CopiedWay(record: try reader.text(row[0]), wrap: try reader.text(row[1]))
    }
    keys = try reader.items(all[9]).map { item throws(CopyRefusal) in
      let key = try reader.members(of: item, ["name", "role", "opens", "synced"])
      return CopiedKey(
        name: try reader.text(key[0]), role: try reader.text(key[1]), opens: try reader.flag(key[2]),
        isSynced: try reader.flag(key[3]))
    }
    let index = try reader.row(all[10], count: 2)
    (indexRev, self.index) = (try reader.number(index[0]), try reader.text(index[1]))
    let entries = try reader.rows(all[11], count: 2).map { row throws(CopyRefusal) in
      (try reader.text(row[0]), try reader.text(row[1]))
    }
    self.entries = Dictionary(entries) { first, _ in first }
    events = try reader.rows(all[12], count: 2).map { row throws(CopyRefusal) in
      CopiedEvent(at: try reader.text(row[0]), event: try reader.text(row[1]))
    }
    authority = try Self.signer(of: bytes, by: try reader.text(all[13]), statements, account)
    guard self.entries.count == entries.count else { throw .damaged }
  }

  /// Returns the authority that the last statement names, if it signed all bytes before its signature. Whether the
  /// statement is the account's is known only once something has opened it.
  private static func signer(
    of bytes: [UInt8], by signature: String, _ statements: [String], _ account: [UInt8]
  ) throws(CopyRefusal) -> [UInt8] {
    let end = Array(#","signed":"\#(signature)"}"#.utf8)
    guard let last = statements.last, bytes.count > end.count, bytes.suffix(end.count).elementsEqual(end) else {
      throw .damaged
    }
    do throws(WrapsError) {
      let statement = try GenerationStatement(reading: last), text = try SignedText(signature, typ: typ)
      let signed = String(decoding: bytes.dropLast(end.count) + [UInt8(ascii: "}")], as: UTF8.self)
      try text.verify(statement.authority)
      guard statement.account == account,
        text.payload == payload(account: account, generation: statement.generation, copy: Compact.hash(signed))
      else { throw WrapsError(.proof) }
      return statement.authority
    } catch { throw .damaged }
  }

  /// What the last member signs: the account, the generation and `H` of the copy without that member.
  static func payload(account: [UInt8], generation: UInt32, copy hash: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { payload in
      payload.member("acc", base64URL: account)
      payload.member("g", Int(generation))
      payload.member("copy", hash)
    }
    return writer.bytes
  }
}

/// A way in that opens a copy: its record and its wrap of the newest generation.
public struct CopiedWay: Hashable, Sendable {
  public let record: String, wrap: String
}

/// What a copy says about a key of the account.
public struct CopiedKey: Hashable, Sendable {
  /// The name that the person gave to the key; empty if there is none.
  public let name: String
  /// `primary`, `backup`, or empty for a passkey.
  public let role: String
  /// `true` if the key opened the journal at its site.
  public let opens: Bool
  /// `true` if the key said that it is synced.
  public let isSynced: Bool
}

/// A line of the account's audit log: the time as RFC 3339 writes it, and the event's name.
public struct CopiedEvent: Hashable, Sendable {
  public let at: String, event: String
}
