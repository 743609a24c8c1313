/// All that is derived from a way's secret (§2). It exists only in the hands.
public struct WayKeys: Sendable {
  /// Which way it is.
  public let way: WayID
  /// The RP id, which every key depends on.
  public let rpID: String
  /// The X25519 private key that wraps are made to.
  public let recipient: [UInt8]
  /// The AES key that only who holds the thing has.
  public let seal: [UInt8]
  /// The AES key around each wrap, which who holds the Master Key has too.
  public let pad: [UInt8]
  /// The Ed25519 seed that proves a phrase or escrow present; `nil` for a key and a card.
  public let proof: [UInt8]?
  /// SHA-256 of this finds the record of a phrase or of escrow; `nil` for a key and a card.
  public let lookup: [UInt8]?

  /// Derives from a way's secret: 16 bytes for a phrase, 32 for all others.
  public init(_ way: WayID, secret: [UInt8], rpID: String) throws(WrapsError) {
    guard secret.count == (way.kind == .phrase ? 16 : 32), way.account.count == 16, way.record.count == 16 else { throw WrapsError(.key) }
    func key(_ purpose: String) -> [UInt8] {
      Derivation.key(secret, .text(purpose), .text(way.kind.rawValue), .text(rpID), .bytes(way.account), .bytes(way.record))
    }
    (self.way, self.rpID) = (way, rpID)
    (recipient, seal, pad) = (key("recipient"), key("seal"), key("pad"))
    proof = way.kind.provesItself ? key("proof") : nil
    lookup = Self.lookup(way.kind, secret: secret, rpID: rpID)
  }

  /// What finds the record while account and record id are unknown; `nil` for a key and a card.
  public static func lookup(_ kind: WayKind, secret: [UInt8], rpID: String) -> [UInt8]? {
    kind.provesItself ? Derivation.key(secret, .text("lookup"), .text(kind.rawValue), .text(rpID), .bytes([]), .bytes([])) : nil
  }

  /// The public half of ``recipient``.
  public var recipientPublic: [UInt8] {
    get throws(WrapsError) { Array(try RecipientText.privateKey(recipient).publicKey.rawRepresentation) }
  }

  /// The public half of ``proof``.
  public var proofPublic: [UInt8]? {
    get throws(WrapsError) { if let proof { try SignedText.publicKey(proof) } else { nil } }
  }

  /// The authority of the generation that a record was made at: what a way itself remembers of its account (§4).
  func openAnchor(_ anchor: String, generation: UInt32) throws(WrapsError) -> [UInt8] {
    try SealedText(anchor, header: SealedHeader.anchor(way, generation: generation).bytes).openKey(seal)
  }

  /// Shows that the thing is present, for one purpose at one origin (§5). `key` where it proves itself in another way.
  public func prove(origin: String, purpose: String, challenge: [UInt8]) throws(WrapsError) -> String {
    guard let proof, challenge.count == 32, PayloadReader.isName(origin), PayloadReader.isName(purpose) else { throw WrapsError(.key) }
    let payload = WayProof.payload(account: way.account, record: way.record, origin: origin, purpose: purpose, challenge: challenge)
    return try SignedText.sign(payload, typ: WayProof.typ, seed: proof)
  }
}

extension WayKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of the keys.
  public var description: String { "•" }
  /// Nothing of the keys.
  public var debugDescription: String { "•" }
  /// Nothing of the keys.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
