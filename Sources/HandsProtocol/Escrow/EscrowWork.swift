import Encoding

/// What a flow asks of the escrow client, with the secrets that it needs: from the terminal in process, and from a page as the body of `/escrow`.
public struct EscrowWork: Sendable {
  public var effect: EscrowEffect
  /// What stands in the secret fields that the effect names, as UTF-8.
  public var secrets: [FieldID: Secret]
  public init(_ effect: EscrowEffect, secrets: [FieldID: Secret] = [:]) { self.effect = effect; self.secrets = secrets }
}

extension EscrowWork: Decodable {
  private enum Key: String, CodingKey { case effect, secrets }

  /// What is typed goes into `Secret` as it is read.
  public init(from decoder: any Decoder) throws {
    let body = try decoder.container(keyedBy: Key.self)
    let typed = try body.decodeIfPresent(TypedSecrets.self, forKey: .secrets)?.secrets ?? [:]
    self.init(try body.decode(EscrowEffect.self, forKey: .effect), secrets: typed)
  }
}

/// The answer of `/escrow`.
public struct EscrowAnswer: Codable, Sendable {
  public var reply: EscrowReply
  public var shown: Shown?
  private enum CodingKeys: String, CodingKey { case reply, shown }
  public init(_ reply: EscrowReply, shown: Shown?) { self.reply = reply; self.shown = shown }

  /// What only the person may see, or only the page's vault.
  public struct Shown: Codable, Sendable {
    /// By the names under which screens have places for them.
    public var texts: [String: String]?
    public var clock: Clock?
    /// What the providers hold shares of, 32 bytes, base64url.
    public var unlocking: String?
    private enum CodingKeys: String, CodingKey { case texts, clock, unlocking }
    public init(texts: [String: String]? = nil, clock: Clock? = nil, unlocking: String? = nil) {
      self.texts = texts; self.clock = clock; self.unlocking = unlocking
    }
  }

  /// A key for a program that makes codes by the clock: as such programs read it (`otpauth://…`), as a person types it (base32, RFC 4648), and as a
  /// QR code, the dark modules of a square of so many, as an SVG path. The hands draw it, because no server may see it.
  public struct Clock: Codable, Sendable {
    public var uri: String, key: String, side: Int, path: String
    private enum CodingKeys: String, CodingKey { case uri, key, side, path }
    public init(uri: String, key: String, side: Int, path: String) { self.uri = uri; self.key = key; self.side = side; self.path = path }
  }
}
