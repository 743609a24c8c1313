import Encoding

/// A change to the journal, signed with the Master Key of its generation. A session by itself, such as a copied cookie,
/// cannot change the journal: the server knows the public half of the key, and rejects any change that the key's holder
/// did not sign.
public struct JournalChange: Sendable {
  /// The account id, 16 bytes.
  public var account: [UInt8]
  /// The generation of the signing Master Key.
  public var generation: UInt32
  /// The entry's id, 16 bytes, and its new revision.
  public var entry: [UInt8], rev: UInt32
  /// The entry as stored, a compact JWE; `nil` if the entry is removed.
  public var sealed: String?
  /// The index that names the remaining entries, a compact JWE, and its new revision.
  public var index: String, indexRev: UInt32

  public init(
    account: [UInt8], generation: UInt32, entry: [UInt8], rev: UInt32, sealed: String?, index: String, indexRev: UInt32
  ) {
    self.account = account; self.generation = generation; self.entry = entry; self.rev = rev
    self.sealed = sealed; self.index = index; self.indexRev = indexRev
  }

  /// Returns the signed change, a compact JWS.
  public func signed(with master: MasterKey) throws(WrapsError) -> String { try master.sign(payload, typ: Self.typ) }

  /// Throws unless the holder of the Master Key signed exactly this change. The expected payload is built here.
  ///
  /// - Parameter authority: The public half of the generation's signing key, which its statement names.
  /// - Throws: `WrapsError`: `shape` or `header`, `signature`, or `proof` if the signature belongs to a different
  ///   change.
  public func verify(_ jws: String, authority: [UInt8]) throws(WrapsError) {
    let text = try SignedText(jws, typ: Self.typ)
    try text.verify(authority)
    guard text.payload == payload else { throw WrapsError(.proof) }
  }

  private static let typ = "ls1-change"

  private var payload: [UInt8] {
    var writer = JSONWriter()
    writer.object { payload in
      payload.member("acc", base64URL: account)
      payload.member("g", Int(generation))
      payload.member("kid", base64URL: entry)
      payload.member("rev", Int(rev))
      payload.member("entry", sealed.map(Compact.hash) ?? "")
      payload.member("index", Compact.hash(index))
      payload.member("indexRev", Int(indexRev))
    }
    return writer.bytes
  }
}

/// The index's line about one entry (§4). Only texts that the index names are valid.
public struct IndexedEntry: Hashable, Sendable {
  /// The entry id, 16 bytes.
  public let id: [UInt8]
  /// The newest revision.
  public let rev: UInt32
  /// The generation whose Master Key sealed the entry.
  public let generation: UInt32
  /// `H` of the entry.
  public let hash: String

  /// Creates a line of the index.
  public init(id: [UInt8], rev: UInt32, generation: UInt32, hash: String) {
    (self.id, self.rev, self.generation, self.hash) = (id, rev, generation, hash)
  }

  /// Encodes entries as `{entry id:[rev,g,H],…}`, sorted by the text of the id.
  static func write(_ entries: [Self]) -> [UInt8] {
    let lines = entries.map { (id: Base64URL.encode($0.id), entry: $0) }
    var writer = JSONWriter()
    writer.object { index in
      for (id, entry) in lines.sorted(by: { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }) {
        index.member(id) { line in
          line.array([
            { $0.integer(Int(entry.rev)) }, { $0.integer(Int(entry.generation)) }, { $0.string(entry.hash) },
          ]) { writer, write in
            write(&writer)
          }
        }
      }
    }
    return writer.bytes
  }

  /// Splits the text at its delimiters, encodes the result again, and accepts only identical bytes. The number of
  /// entries is not limited.
  static func read(_ bytes: [UInt8]) throws(WrapsError) -> [Self] {
    let marks = Array("{}\":[,".utf8)
    var entries: [Self] = []
    for line in bytes.split(separator: UInt8(ascii: "]")) {
      let parts = line.split(whereSeparator: marks.contains).map { String(decoding: $0, as: UTF8.self) }
      if parts.isEmpty { continue }
      guard parts.count == 4, let rev = UInt32(parts[1]), let generation = UInt32(parts[2]), rev > 0, generation > 0
      else {
        throw WrapsError(.payload)
      }
      _ = try PayloadReader.bytes(parts[3], count: 32)
      entries.append(
        Self(id: try PayloadReader.bytes(parts[0], count: 16), rev: rev, generation: generation, hash: parts[3]))
    }
    guard Set(entries.map(\.id)).count == entries.count, write(entries) == bytes else { throw WrapsError(.payload) }
    return entries
  }
}

/// A journal entry (§4) as seen by the server.
public enum SealedEntry {
  /// The id of the entry that lists all others.
  public static let index = [UInt8](repeating: 0, count: 16)

  /// Throws unless the structure and header of a text match this revision of this entry. Nothing is opened.
  public static func check(_ jwe: String, account: [UInt8], entry: [UInt8], rev: UInt32, generation: UInt32)
    throws(WrapsError)
  {
    _ = try SealedText(
      jwe, header: SealedHeader.entry(account: account, entry: entry, rev: rev, generation: generation).bytes)
  }
}
