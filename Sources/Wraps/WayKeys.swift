import Crypto
import Encoding

/// Everything derived from a way's secret (§2). It exists only in the hands.
public struct WayKeys: Sendable {
  /// The way that the keys belong to.
  public let way: WayID
  /// The RP id, which every key depends on.
  public let rpID: String
  /// The X25519 private key to which wraps are encrypted.
  public let recipient: [UInt8]
  /// The AES key that only the holder of the way's secret has.
  public let seal: [UInt8]
  /// The AES key for the outer layer of each wrap, which the holder of the Master Key has too.
  public let pad: [UInt8]
  /// The Ed25519 seed for proving that a phrase or escrow secret is present; `nil` for a key and a card.
  public let proof: [UInt8]?
  /// The value whose SHA-256 finds the record of a phrase or of escrow; `nil` for a key and a card.
  public let lookup: [UInt8]?

  /// Derives the keys from a way's secret: 16 bytes for a phrase, 32 for all others.
  public init(_ way: WayID, secret: [UInt8], rpID: String) throws(WrapsError) {
    guard secret.count == (way.kind == .phrase ? 16 : 32), way.account.count == 16, way.record.count == 16 else {
      throw WrapsError(.key)
    }
    func key(_ purpose: String) -> [UInt8] {
      Derivation.key(
        secret, .text(purpose), .text(way.kind.rawValue), .text(rpID), .bytes(way.account), .bytes(way.record))
    }
    (self.way, self.rpID) = (way, rpID)
    (recipient, seal, pad) = (key("recipient"), key("seal"), key("pad"))
    proof = way.kind.provesItself ? key("proof") : nil
    lookup = Self.lookup(way.kind, secret: secret, rpID: rpID)
  }

  /// Returns the value that finds the record when neither account nor record id is known, or `nil` for a key and a
  /// card.
  public static func lookup(_ kind: WayKind, secret: [UInt8], rpID: String) -> [UInt8]? {
    kind.provesItself
      ? Derivation.key(secret, .text("lookup"), .text(kind.rawValue), .text(rpID), .bytes([]), .bytes([])) : nil
  }

  /// The public half of ``recipient``.
  public var recipientPublic: [UInt8] {
    get throws(WrapsError) { Array(try RecipientText.privateKey(recipient).publicKey.rawRepresentation) }
  }

  /// The public half of ``proof``.
  public var proofPublic: [UInt8]? {
    get throws(WrapsError) { if let proof { try SignedText.publicKey(proof) } else { nil } }
  }

  /// Opens the authority of the generation in which a record was made, which is what a way itself remembers about its
  /// account (§4).
  func openAnchor(_ anchor: String, generation: UInt32) throws(WrapsError) -> [UInt8] {
    try SealedText(anchor, header: SealedHeader.anchor(way, generation: generation).bytes).openKey(seal)
  }

  /// Proves that the way's secret is present, for one purpose at one origin (§5). Throws `key` for a kind of way that
  /// is proven differently.
  public func prove(origin: String, purpose: String, challenge: [UInt8]) throws(WrapsError) -> String {
    guard let proof, challenge.count == 32, PayloadReader.isName(origin), PayloadReader.isName(purpose) else {
      throw WrapsError(.key)
    }
    let payload = WayProof.payload(
      account: way.account, record: way.record, origin: origin, purpose: purpose, challenge: challenge)
    return try SignedText.sign(payload, typ: WayProof.typ, seed: proof)
  }
}

extension WayKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A dot, which reveals nothing about the keys.
  public var description: String { "•" }
  /// A dot, which reveals nothing about the keys.
  public var debugDescription: String { "•" }
  /// An empty mirror, which reveals nothing about the keys.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Derives one key from a different key and from its purpose: `K` of the format (§1).
enum Derivation {
  /// One part of a key's purpose.
  enum Part {
    case text(String), bytes([UInt8]), number(UInt32)

    fileprivate var encoded: [UInt8] {
      switch self {
      case .text(let text): Array(text.utf8)
      case .bytes(let bytes): bytes
      case .number(let number): [0, 0, 0, 0] + Self.bigEndian(number)
      }
    }

    static func bigEndian(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
  }

  /// Encodes the parts, each preceded by its length.
  static func info(_ parts: [Part]) -> [UInt8] {
    ([.text("latchstring/v1")] + parts).flatMap { part in
      let bytes = part.encoded
      return [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }
  }

  /// Derives 32 bytes with HKDF-SHA256 without a salt.
  static func key(_ material: [UInt8], _ parts: Part...) -> [UInt8] {
    HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: material), info: info(parts), outputByteCount: 32)
      .withUnsafeBytes(Array.init)
  }
}

/// The proof that a phrase or an escrow secret is present, for one purpose at one origin (§5).
public enum WayProof {
  /// Throws unless the text is a proof by this key of exactly these values. The expected payload is built here and
  /// never taken from outside.
  public static func verify(
    _ jws: String, publicKey: [UInt8], account: [UInt8], record: [UInt8], origin: String, purpose: String,
    challenge: [UInt8]
  ) throws(WrapsError) {
    let text = try SignedText(jws, typ: typ)
    try text.verify(publicKey)
    let wanted = payload(account: account, record: record, origin: origin, purpose: purpose, challenge: challenge)
    guard text.payload == wanted else { throw WrapsError(.proof) }
  }

  static let typ = "ls1-proof"

  static func payload(
    account: [UInt8], record: [UInt8], origin: String, purpose: String, challenge: [UInt8]
  ) -> [UInt8] {
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
