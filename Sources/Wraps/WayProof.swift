import Encoding

/// Shows that a phrase or an escrow secret is present, for one purpose at one origin (§5).
public enum WayProof {
  /// Refuses what is not a proof by this key of exactly these things. The payload is built here; none is believed.
  public static func verify(
    _ jws: String, publicKey: [UInt8], account: [UInt8], record: [UInt8], origin: String, purpose: String, challenge: [UInt8]
  ) throws(WrapsError) {
    let text = try SignedText(jws, typ: typ)
    try text.verify(publicKey)
    let wanted = payload(account: account, record: record, origin: origin, purpose: purpose, challenge: challenge)
    guard text.payload == wanted else { throw WrapsError(.proof) }
  }

  static let typ = "ls1-proof"

  static func payload(account: [UInt8], record: [UInt8], origin: String, purpose: String, challenge: [UInt8]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { payload in
      payload.member("acc", base64URL: account)
      payload.member("kid", base64URL: record)
      payload.member("origin", origin)
      payload.member("purpose", purpose)
      payload.member("challenge", base64URL: challenge)
    }
    return writer.bytes
  }
}
