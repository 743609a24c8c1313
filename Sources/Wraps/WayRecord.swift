import Encoding

/// The server's record of one way in (§4), signed by a generation's Master Key while the way's secret was present.
public struct WayRecord: Hashable, Sendable {
  /// The compact text, unchanged.
  public let jws: String
  /// The way that the record belongs to.
  public let way: WayID
  /// The generation whose Master Key signed the record.
  public let generation: UInt32
  /// The RP id, which every key of the way depends on.
  public let rpID: String
  /// The public half of the way's X25519 key. Whoever has it and the pad can create a wrap without the way being
  /// present.
  public let recipient: [UInt8]
  /// The public key for proofs by a phrase or escrow secret; `nil` for a key and a card, which prove their presence
  /// themselves.
  public let proof: [UInt8]?
  /// The value by which the record is found: a key's PRF salt, or SHA-256 of the lookup value of a phrase or of escrow;
  /// `nil` for a card.
  public let find: [UInt8]?
  /// The generation's authority, sealed under a key derived from this way's secret.
  public let anchor: String
  /// The way's pad, sealed under the Master Key.
  public let pad: String
  /// `H` of the wrap that was made together with the record.
  public let wrapHash: String

  /// The account id.
  public var account: [UInt8] { way.account }
  /// The record id.
  public var record: [UInt8] { way.record }
  /// The kind of way.
  public var kind: WayKind { way.kind }
  /// The hash by which a statement names the record.
  public var hash: String { Compact.hash(jws) }

  /// Reads a record signed by this authority.
  public static func verify(_ jws: String, authority: [UInt8]) throws(WrapsError) -> Self {
    let text = try SignedText(jws, typ: typ)
    try text.verify(authority)
    return try Self(jws, text)
  }

  /// Reads a record whose signature was verified before, namely a kept record.
  public init(reading jws: String) throws(WrapsError) { self = try Self(jws, SignedText(jws, typ: Self.typ)) }

  static let typ = "ls1-record"

  private init(_ jws: String, _ text: SignedText) throws(WrapsError) {
    let payload = try PayloadReader(text.payload)
    guard let kind = WayKind(rawValue: try payload.text("kind")) else { throw WrapsError(.payload) }
    self.jws = jws
    way = WayID(
      account: try payload.someBytes("acc", count: 16), record: try payload.someBytes("kid", count: 16), kind: kind)
    generation = try payload.generation()
    rpID = try payload.name("rp")
    recipient = try payload.someBytes("recipient", count: 32)
    proof = try payload.bytes("proof", count: 32)
    find = try payload.bytes("find", count: 32)
    (anchor, pad) = (try payload.text("anchor"), try payload.text("pad"))
    wrapHash = try payload.hash("wrap")
    guard (proof != nil) == kind.provesItself, (find != nil) == (kind != .card), isSealedRight,
      text.payload == rewritten
    else {
      throw WrapsError(.payload)
    }
  }

  private var isSealedRight: Bool {
    do {
      _ = try SealedText(anchor, header: SealedHeader.anchor(way, generation: generation).bytes)
      _ = try SealedText(pad, header: SealedHeader.pad(way, generation: generation).bytes)
      return true
    } catch { return false }
  }

  /// The payload, encoded again in its only valid form.
  private var rewritten: [UInt8] {
    Self.payload(
      way: way, generation: generation, rpID: rpID, recipient: recipient, proof: proof, find: find, anchor: anchor,
      pad: pad, wrapHash: wrapHash)
  }

  static func payload(
    way: WayID, generation: UInt32, rpID: String, recipient: [UInt8], proof: [UInt8]?, find: [UInt8]?, anchor: String,
    pad: String,
    wrapHash: String
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { payload in
      payload.member("acc", base64URL: way.account)
      payload.member("kid", base64URL: way.record)
      payload.member("kind", way.kind.rawValue)
      payload.member("g", Int(generation))
      payload.member("rp", rpID)
      payload.member("recipient", base64URL: recipient)
      payload.member("proof", base64URL: proof ?? [])
      payload.member("find", base64URL: find ?? [])
      payload.member("anchor", anchor)
      payload.member("pad", pad)
      payload.member("wrap", wrapHash)
    }
    return writer.bytes
  }
}

/// The identity of a way in, which is in the header of everything that belongs to it (§4).
public struct WayID: Hashable, Sendable {
  /// The account id, 16 bytes.
  public let account: [UInt8]
  /// The record id, 16 bytes.
  public let record: [UInt8]
  /// The kind of way.
  public let kind: WayKind

  /// Creates the identity of a way in.
  public init(account: [UInt8], record: [UInt8], kind: WayKind) {
    (self.account, self.record, self.kind) = (account, record, kind)
  }
}

/// The kinds of ways that can open an account. Each has a secret that only the hands see; a wrap is a copy of the
/// Master Key encrypted under it.
public enum WayKind: String, Codable, Hashable, Sendable, CaseIterable {
  /// A hardware key or passkey, which opens by its PRF.
  case key
  /// A Keycard, which opens by its exported encryption key.
  case card
  /// The recovery code of twelve words.
  case phrase
  /// Shares held by escrow providers.
  case escrow
}

extension WayKind {
  /// `true` if the secret itself proves its presence and finds its record (§2).
  var provesItself: Bool { self == .phrase || self == .escrow }
}

/// The Master Key of one generation, encrypted to a single way (§4), as seen by the server.
public enum SealedWrap {
  /// Throws unless the structure and header of a text match a wrap of this way and generation. Nothing is opened.
  public static func check(_ jwe: String, account: [UInt8], record: [UInt8], kind: WayKind, generation: UInt32)
    throws(WrapsError)
  {
    let way = WayID(account: account, record: record, kind: kind)
    _ = try SealedText(jwe, header: SealedHeader.wrap(way, generation: generation).bytes)
  }
}
