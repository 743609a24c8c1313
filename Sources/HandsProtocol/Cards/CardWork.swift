import Encoding

/// A flow's request to the hands' card reader, with everything it needs. A terminal passes it in process, and a page
/// sends it as the body of `/card`.
public struct CardWork: Sendable {
  public var effect: CardEffect
  /// The content of the secret fields that the effect names, as UTF-8. A program in this process may also supply
  /// `CardEffect.puk` and `.pairing`.
  public var secrets: [FieldID: Secret]
  /// The server's part of the statement that `sign` signs.
  public var claim: CardClaim?
  public init(_ effect: CardEffect, secrets: [FieldID: Secret] = [:], claim: CardClaim? = nil) {
    self.effect = effect; self.secrets = secrets; self.claim = claim
  }
}

/// The server's part of a statement: its account (16 bytes, base64url; empty if there is none yet) and the challenge
/// (32 bytes, base64url). The hands supply the origin themselves.
public struct CardClaim: Codable, Hashable, Sendable {
  public var account: String, challenge: String
  private enum CodingKeys: String, CodingKey { case account, challenge }
  public init(account: String, challenge: String) { self.account = account; self.challenge = challenge }
}

extension CardWork: Decodable {
  private enum Key: String, CodingKey { case effect, secrets, claim }

  /// Reads typed text straight into `Secret`. A page supplies only the fields that the effect names, so it cannot
  /// choose a PUK.
  public init(from decoder: any Decoder) throws {
    let body = try decoder.container(keyedBy: Key.self)
    let typed = try body.decodeIfPresent(TypedSecrets.self, forKey: .secrets)?.secrets ?? [:]
    let effect = try body.decode(CardEffect.self, forKey: .effect)
    self.init(
      effect, secrets: typed.filter { effect.fields.contains($0.key) },
      claim: try body.decodeIfPresent(CardClaim.self, forKey: .claim))
  }
}

/// The response of `/card`.
public struct CardAnswer: Codable, Sendable {
  public var reply: CardReply
  /// The public text behind the reply's evidence, as JSON: a `CardShown`, or a card's statement with its signature.
  public var made: String?
  public var shown: Shown?
  private enum CodingKeys: String, CodingKey { case reply, made, shown }
  public init(_ reply: CardReply, made: String?, shown: Shown?) {
    self.reply = reply; self.made = made; self.shown = shown
  }

  /// The texts that only the person may see, and the secret that opens the Master Key (32 bytes, base64url), for the
  /// page's vault.
  public struct Shown: Codable, Sendable {
    public var puk: String?, pairing: String?
    public var phrase: String?
    public var unlocking: String?
    private enum CodingKeys: String, CodingKey { case puk, pairing, phrase, unlocking }
    public init(puk: String? = nil, pairing: String? = nil, phrase: String? = nil, unlocking: String? = nil) {
      self.puk = puk; self.pairing = pairing; self.phrase = phrase; self.unlocking = unlocking
    }
  }
}

/// The public key with which a card signs in.
public struct CardShown: Codable, Hashable, Sendable {
  /// The uncompressed key: 65 bytes, base64url.
  public var key: String
  private enum CodingKeys: String, CodingKey { case key }
  public init(key: String) { self.key = key }
}
