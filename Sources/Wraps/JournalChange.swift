import Encoding

/// A change of the journal, signed with the Master Key of its generation. A session alone, which a copied cookie gives,
/// changes nothing with it: the server knows the public half, and refuses what its holder did not sign.
public struct JournalChange: Sendable {
  /// 16 bytes.
  public var account: [UInt8]
  /// Of the Master Key that signs.
  public var generation: UInt32
  /// The entry's id, 16 bytes, and the revision that it gets.
  public var entry: [UInt8], rev: UInt32
  /// The entry as it is kept, a compact JWE; `nil` where it is removed.
  public var sealed: String?
  /// The index that names what is left, a compact JWE, and the revision that it gets.
  public var index: String, indexRev: UInt32

  public init(
    account: [UInt8], generation: UInt32, entry: [UInt8], rev: UInt32, sealed: String?, index: String, indexRev: UInt32
  ) {
    self.account = account; self.generation = generation; self.entry = entry; self.rev = rev
    self.sealed = sealed; self.index = index; self.indexRev = indexRev
  }

  /// A compact JWS.
  public func signed(with master: MasterKey) throws(WrapsError) -> String { try master.sign(payload, typ: Self.typ) }

  /// Refuses what the holder of the Master Key did not sign of exactly this change. The payload is built here.
  ///
  /// - Parameter authority: The public half of the generation's signing key, which its statement names.
  /// - Throws: `WrapsError`: `shape` or `header`, `signature`, `proof` where it is of another change.
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
