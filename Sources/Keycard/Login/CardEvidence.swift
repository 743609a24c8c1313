import Encoding

/// What hands send to the server for a card's login: a claim until the server has verified it.
public struct CardEvidence: Hashable, Sendable {
  /// The login key, 65 bytes.
  public var key: [UInt8]
  /// r and s, 64 bytes.
  public var signature: [UInt8]
  public var challenge: [UInt8]
  /// Whether the card is only played by a computer.
  public var isRehearsal: Bool

  public init(key: [UInt8], signature: [UInt8], challenge: [UInt8], isRehearsal: Bool) {
    self.key = key; self.signature = signature; self.challenge = challenge; self.isRehearsal = isRehearsal
  }

  /// Reads `{"key","signature","challenge","rehearsal"}`, base64url and a boolean: exactly these members, in any order.
  ///
  /// - Throws: `malformed`, also for a key that is no point of the curve, and for a signature or challenge of an impossible length.
  public init(json: [UInt8]) throws(KeycardError) {
    guard let document = try? JSONDocument(json, maximumSize: 4096), document.members(of: document.root).count == 4,
      let key = Self.bytes("key", document), Secp256k1PublicKey(key) != nil, key.count == 65,
      let signature = Self.bytes("signature", document), signature.count == 64,
      let challenge = Self.bytes("challenge", document), (1...1024).contains(challenge.count),
      let isRehearsal = document.member("rehearsal", of: document.root).flatMap(document.boolean)
    else { throw KeycardError(.malformed, "no evidence") }
    self.init(key: key, signature: signature, challenge: challenge, isRehearsal: isRehearsal)
  }

  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { evidence in
      evidence.member("key", base64URL: key)
      evidence.member("signature", base64URL: signature)
      evidence.member("challenge", base64URL: challenge)
      evidence.member("rehearsal", isRehearsal)
    }
    return writer.bytes
  }

  private static func bytes(_ name: StaticString, _ document: JSONDocument) -> [UInt8]? {
    document.member(name, of: document.root).flatMap(document.base64URL)
  }
}
