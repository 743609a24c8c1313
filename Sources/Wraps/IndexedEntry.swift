import Encoding

/// What the index says of one entry (§4): only a text that it names counts.
public struct IndexedEntry: Hashable, Sendable {
  /// The entry id, 16 bytes.
  public let id: [UInt8]
  /// The newest revision.
  public let rev: UInt32
  /// The generation whose Master Key sealed it.
  public let generation: UInt32
  /// `H` of it.
  public let hash: String

  /// A line of the index.
  public init(id: [UInt8], rev: UInt32, generation: UInt32, hash: String) {
    (self.id, self.rev, self.generation, self.hash) = (id, rev, generation, hash)
  }

  /// `{entry id:[rev,g,H],…}`, sorted by the text of the id.
  static func write(_ entries: [Self]) -> [UInt8] {
    let lines = entries.map { (id: Base64URL.encode($0.id), entry: $0) }
    var writer = JSONWriter()
    writer.object { index in
      for (id, entry) in lines.sorted(by: { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }) {
        index.member(id) { line in
          line.array([{ $0.integer(Int(entry.rev)) }, { $0.integer(Int(entry.generation)) }, { $0.string(entry.hash) }]) { writer, write in
            write(&writer)
          }
        }
      }
    }
    return writer.bytes
  }

  /// Takes the text apart by its marks alone, writes what was found again, and lets only the same bytes pass. No limit on the count of entries.
  static func read(_ bytes: [UInt8]) throws(WrapsError) -> [Self] {
    let marks = Array("{}\":[,".utf8)
    var entries: [Self] = []
    for line in bytes.split(separator: UInt8(ascii: "]")) {
      let parts = line.split(whereSeparator: marks.contains).map { String(decoding: $0, as: UTF8.self) }
      if parts.isEmpty { continue }
      guard parts.count == 4, let rev = UInt32(parts[1]), let generation = UInt32(parts[2]), rev > 0, generation > 0 else {
        throw WrapsError(.payload)
      }
      _ = try PayloadReader.bytes(parts[3], count: 32)
      entries.append(Self(id: try PayloadReader.bytes(parts[0], count: 16), rev: rev, generation: generation, hash: parts[3]))
    }
    guard Set(entries.map(\.id)).count == entries.count, write(entries) == bytes else { throw WrapsError(.payload) }
    return entries
  }
}
