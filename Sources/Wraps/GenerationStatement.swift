import Crypto
import Encoding

/// Names the authority of a generation and the ways that go over into it (§3). Signed by the authority before; the first by its own.
public struct GenerationStatement: Hashable, Sendable {
  /// The text as it stands.
  public let jws: String
  /// The account id.
  public let account: [UInt8]
  /// The generation that begins with it.
  public let generation: UInt32
  /// The public half of the new Master Key's signing key.
  public let authority: [UInt8]
  /// `H` of the history; `nil` for the first generation.
  public let historyHash: String?
  /// `H` of the index.
  public let indexHash: String
  /// The ways that stay, sorted by the text of their record ids.
  public let keep: [KeptWay]

  /// SHA-256 of the payload with an empty history: what the history of this generation names it by.
  var name: [UInt8] {
    let payload = Self.payload(
      account: account, generation: generation, authority: authority, historyHash: nil, indexHash: indexHash, keep: keep)
    return Array(SHA256.hash(data: payload))
  }

  /// Reads a statement that the authority of the generation before signed.
  public static func verify(_ jws: String, authority: [UInt8]) throws(WrapsError) -> Self {
    let text = try SignedText(jws, typ: typ)
    try text.verify(authority)
    return try Self(jws, text)
  }

  /// Reads the statement of generation 1, which the authority in it signed.
  public static func verifyFirst(_ jws: String) throws(WrapsError) -> Self {
    let text = try SignedText(jws, typ: typ)
    let statement = try Self(jws, text)
    guard statement.generation == 1 else { throw WrapsError(.order) }
    try text.verify(statement.authority)
    return statement
  }

  /// Reads a statement whose signature was verified before.
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
      account: account, generation: generation, authority: authority, historyHash: historyHash, indexHash: indexHash, keep: keep)
    guard text.payload == rewritten, (historyHash == nil) == (generation == 1), generation > 1 || keep.isEmpty,
      Set(keep.map(\.record)).count == keep.count
    else { throw WrapsError(.payload) }
  }

  /// The payload, with the ways sorted.
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
