import Encoding

/// A drill that a way has passed, signed with the Master Key that its current wrap held (§5). A signature for a drill
/// proves nothing else: no recovery accepts it.
public struct Drill: Sendable {
  /// The account id and the record id, 16 bytes each.
  public var account: [UInt8], record: [UInt8]
  /// The generation of the wrap that was opened, which is that of the signing Master Key.
  public var generation: UInt32
  /// How the way opened, for example `opened` or `words`.
  public var how: String
  /// The origin of the hands.
  public var origin: String
  /// The server's challenge, 32 bytes.
  public var challenge: [UInt8]

  public init(
    account: [UInt8], record: [UInt8], generation: UInt32, how: String, origin: String, challenge: [UInt8]
  ) {
    self.account = account; self.record = record; self.generation = generation; self.how = how
    self.origin = origin; self.challenge = challenge
  }

  /// Returns the signed drill, a compact JWS. Throws `key` for a Master Key other than the one that was opened, and for
  /// values that the text cannot hold.
  public func signed(with master: MasterKey) throws(WrapsError) -> String {
    guard master.account == account, master.generation == generation, record.count == 16, challenge.count == 32,
      PayloadReader.isName(how), PayloadReader.isName(origin)
    else { throw WrapsError(.key) }
    return try master.sign(payload, typ: Self.typ)
  }

  /// Throws unless the holder of the Master Key signed exactly this drill. The expected payload is built here and never
  /// taken from outside.
  ///
  /// - Parameter authority: The public half of the generation's signing key, which its statement names.
  public func verify(_ jws: String, authority: [UInt8]) throws(WrapsError) {
    let text = try SignedText(jws, typ: Self.typ)
    try text.verify(authority)
    guard text.payload == payload else { throw WrapsError(.proof) }
  }

  private static let typ = "ls1-drill"

  private var payload: [UInt8] {
    var writer = JSONWriter()
    writer.object { payload in
      payload.member("acc", base64URL: account)
      payload.member("kid", base64URL: record)
      payload.member("g", Int(generation))
      payload.member("how", how)
      payload.member("origin", origin)
      payload.member("challenge", base64URL: challenge)
    }
    return writer.bytes
  }
}
