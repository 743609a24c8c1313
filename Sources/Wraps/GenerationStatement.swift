import Crypto
import Encoding

/// Names the authority of a generation and the ways that are carried over into it (§3). It is signed by the previous
/// authority; the first statement is signed by its own.
public struct GenerationStatement: Hashable, Sendable {
  /// The compact text, unchanged.
  public let jws: String
  /// The account id.
  public let account: [UInt8]
  /// The generation that begins with this statement.
  public let generation: UInt32
  /// The public half of the new Master Key's signing key.
  public let authority: [UInt8]
  /// `H` of the history; `nil` for the first generation.
  public let historyHash: String?
  /// `H` of the index.
  public let indexHash: String
  /// The kept ways, sorted by the text of their record ids.
  public let keep: [KeptWay]

  /// SHA-256 of the payload with an empty history: the name by which this generation's history refers to it.
  var name: [UInt8] {
    let payload = Self.payload(
      account: account, generation: generation, authority: authority, historyHash: nil, indexHash: indexHash, keep: keep
    )
    return Array(SHA256.hash(data: payload))
  }

  /// Reads a statement signed by the authority of the previous generation.
  public static func verify(_ jws: String, authority: [UInt8]) throws(WrapsError) -> Self {
    let text = try SignedText(jws, typ: typ)
    try text.verify(authority)
    return try Self(jws, text)
  }

  /// Reads the statement of generation 1, signed by the authority that it names.
  public static func verifyFirst(_ jws: String) throws(WrapsError) -> Self {
    let text = try SignedText(jws, typ: typ)
    let statement = try Self(jws, text)
    guard statement.generation == 1 else { throw WrapsError(.order) }
    try text.verify(statement.authority)
    return statement
  }

  /// Reads a statement whose signature has already been verified.
  public init(reading jws: String) throws(WrapsError) { self = try Self(jws, SignedText(jws, typ: Self.typ)) }

  static let typ = "ls1-generation"

  private init(_ jws: String, _ text: SignedText) throws(WrapsError) {
    let payload = try PayloadReader(text.payload)
    self.jws = jws
    account = try payload.someBytes("acc", count: 16)
    generation = try payload.generation()
    authority = try payload.someBytes("authority", count: 32)
    historyHash = try payload.text("history").isEmpty ? nil : payload.hash("history")
    indexHash = try payload.hash("index")
    var keep: [KeptWay] = []
    for row in try payload.rows("keep") {
      guard row.count == 3 else { throw WrapsError(.payload) }
      for hash in row.dropFirst() { _ = try PayloadReader.bytes(hash, count: 32) }
      keep.append(KeptWay(record: try PayloadReader.bytes(row[0], count: 16), recordHash: row[1], wrapHash: row[2]))
    }
    self.keep = keep
    let rewritten = Self.payload(
      account: account, generation: generation, authority: authority, historyHash: historyHash, indexHash: indexHash,
      keep: keep)
    guard text.payload == rewritten, (historyHash == nil) == (generation == 1), generation > 1 || keep.isEmpty,
      Set(keep.map(\.record)).count == keep.count
    else { throw WrapsError(.payload) }
  }

  /// Builds the payload, with the ways sorted.
  static func payload(
    account: [UInt8], generation: UInt32, authority: [UInt8], historyHash: String?, indexHash: String, keep: [KeptWay]
  ) -> [UInt8] {
    let rows = keep.map { [Base64URL.encode($0.record), $0.recordHash, $0.wrapHash] }
    let sorted = rows.sorted { left, right in left[0].utf8.lexicographicallyPrecedes(right[0].utf8) }
    var writer = JSONWriter()
    writer.object { payload in
      payload.member("acc", base64URL: account)
      payload.member("g", Int(generation))
      payload.member("authority", base64URL: authority)
      payload.member("history", historyHash ?? "")
      payload.member("index", indexHash)
      payload.member("keep") { $0.array(sorted) { writer, row in writer.array(row) { $0.string($1) } } }
    }
    return writer.bytes
  }
}

extension GenerationStatement {
  /// Returns the ways of this generation among these records, by record id. These are the kept ones, byte for byte, and
  /// those signed by the generation's authority, which take precedence over kept ones with the same id (§3). A record
  /// that is neither is rejected, and so is a missing record of a kept way.
  /// - Parameter dropped: Record ids of ways to omit. Their records need not exist any more.
  public func ways(of records: [String], without dropped: [[UInt8]] = []) throws(WrapsError) -> [[UInt8]: WayRecord] {
    let kept = Dictionary(keep.map { ($0.recordHash, $0.record) }) { first, _ in first }
    var (signed, old): ([[UInt8]: WayRecord], [[UInt8]: WayRecord]) = ([:], [:])
    for jws in records {
      if let id = kept[Compact.hash(jws)] {
        let record = try WayRecord(reading: jws)
        guard record.record == id else { throw WrapsError(.nobodyKept) }
        old[id] = record
      } else {
        let record = try WayRecord.verify(jws, authority: authority)
        guard record.generation == generation, record.account == account else { throw WrapsError(.nobodyKept) }
        signed[record.record] = record
      }
    }
    let all = old.merging(signed) { _, new in new }
    guard keep.allSatisfy({ all[$0.record] != nil || dropped.contains($0.record) }) else {
      throw WrapsError(.wayMissing)
    }
    return all.filter { !dropped.contains($0.key) }
  }
}

/// A way that a statement keeps: its record and its wrap of the new generation, byte for byte (§3).
public struct KeptWay: Hashable, Sendable {
  /// The record id, 16 bytes.
  public let record: [UInt8]
  /// `H` of the record.
  public let recordHash: String
  /// `H` of the wrap.
  public let wrapHash: String

  /// Creates a kept way from the hashes of its record and wrap.
  public init(record: [UInt8], recordHash: String, wrapHash: String) {
    (self.record, self.recordHash, self.wrapHash) = (record, recordHash, wrapHash)
  }

  /// Keeps a way with this record and a new wrap.
  public init(_ record: WayRecord, wrap: String) {
    self.init(record: record.record, recordHash: record.hash, wrapHash: Compact.hash(wrap))
  }
}

/// The previous Master Key and the name of the generation's statement, sealed under the Master Key of that generation
/// (§3), as seen by the server.
public enum SealedHistory {
  /// The number of sealed bytes: a Master Key and a SHA-256.
  static let size = 64
  /// The number of sealed bytes in a history that names no statement, like the earliest ones. Nothing vouches for the
  /// ways that such a statement keeps.
  static let sizeFromBefore = 32

  /// Throws unless the structure, header and length of a text match this generation's history. Nothing is opened.
  public static func check(_ jwe: String, account: [UInt8], generation: UInt32) throws(WrapsError) {
    let sealed = try SealedText(jwe, header: SealedHeader.history(account: account, generation: generation).bytes)
    guard sealed.size == size else { throw WrapsError(.payload) }
  }
}
