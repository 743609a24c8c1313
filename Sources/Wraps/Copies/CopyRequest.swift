import Encoding

/// The request for a copy of a journal, signed with the Master Key of the current generation (§7). A session alone, or
/// a key that only signs in, therefore gets none of the wraps that a copy holds.
public struct CopyRequest: Sendable {
  /// The account id, 16 bytes.
  public var account: [UInt8]
  /// The current generation, whose Master Key signs.
  public var generation: UInt32
  /// The origin of the hands that make the copy.
  public var origin: String
  /// The server's challenge, 32 bytes.
  public var challenge: [UInt8]

  public init(account: [UInt8], generation: UInt32, origin: String, challenge: [UInt8]) {
    self.account = account; self.generation = generation; self.origin = origin; self.challenge = challenge
  }

  /// Returns the signed request, a compact JWS.
  public func signed(with master: MasterKey) throws(WrapsError) -> String { try master.sign(payload, typ: Self.typ) }

  /// Throws unless the holder of the Master Key signed exactly this request. The expected payload is built here.
  ///
  /// - Parameter authority: The public half of the generation's signing key, which its statement names.
  /// - Throws: `WrapsError`: `shape` or `header`, `signature`, or `proof` if the signature belongs to a different
  ///   request.
  public func verify(_ jws: String, authority: [UInt8]) throws(WrapsError) {
    let text = try SignedText(jws, typ: Self.typ)
    try text.verify(authority)
    guard text.payload == payload else { throw WrapsError(.proof) }
  }

  private static let typ = "ls1-take"

  private var payload: [UInt8] {
    var writer = JSONWriter()
    writer.object { payload in
      payload.member("acc", base64URL: account)
      payload.member("g", Int(generation))
      payload.member("origin", origin)
      payload.member("challenge", base64URL: challenge)
    }
    return writer.bytes
  }
}
