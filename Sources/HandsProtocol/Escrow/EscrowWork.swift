import Encoding

/// A flow's request to the escrow client, with the secrets that it needs. A terminal passes it in process, and a page
/// sends it as the body of `/escrow`.
public struct EscrowWork: Sendable {
  public var effect: EscrowEffect
  /// The content of the secret fields that the effect names, as UTF-8.
  public var secrets: [FieldID: Secret]
  public init(_ effect: EscrowEffect, secrets: [FieldID: Secret] = [:]) { self.effect = effect; self.secrets = secrets }
}

extension EscrowWork: Decodable {
  private enum Key: String, CodingKey { case effect, secrets }

  /// Reads typed text straight into `Secret`.
  public init(from decoder: any Decoder) throws {
    let body = try decoder.container(keyedBy: Key.self)
    let typed = try body.decodeIfPresent(TypedSecrets.self, forKey: .secrets)?.secrets ?? [:]
    self.init(try body.decode(EscrowEffect.self, forKey: .effect), secrets: typed)
  }
}

/// The response of `/escrow`.
public struct EscrowAnswer: Codable, Sendable {
  public var reply: EscrowReply
  public var shown: Shown?
  private enum CodingKeys: String, CodingKey { case reply, shown }
  public init(_ reply: EscrowReply, shown: Shown?) { self.reply = reply; self.shown = shown }

  /// The values that only the person, or only the page's vault, may see.
  public struct Shown: Codable, Sendable {
    /// Texts, keyed by the names that the screens use for their places.
    public var texts: [String: String]?
    public var clock: Clock?
    /// The secret whose shares the providers hold: 32 bytes, base64url.
    public var unlocking: String?
    public var picture: EscrowPicture?
    private enum CodingKeys: String, CodingKey { case texts, clock, unlocking, picture }
    public init(
      texts: [String: String]? = nil, clock: Clock? = nil, unlocking: String? = nil, picture: EscrowPicture? = nil
    ) {
      self.texts = texts; self.clock = clock; self.unlocking = unlocking; self.picture = picture
    }
  }

  /// A key for a program that produces time-based codes, in three forms: as such programs read it (`otpauth://…`), as a
  /// person types it (base32, RFC 4648), and as a QR code, which is an SVG path of the dark modules in a square of
  /// `side` by `side`. The hands produce the QR code, because no server may see it.
  public struct Clock: Codable, Sendable {
    public var uri: String, key: String, side: Int, path: String
    private enum CodingKeys: String, CodingKey { case uri, key, side, path }
    public init(uri: String, key: String, side: Int, path: String) {
      self.uri = uri; self.key = key; self.side = side; self.path = path
    }
  }
}

/// The names under which screens request the texts that only the hands have. The texts are available as long as the
/// hands keep the unfinished work. An attribute's text is under the name of its field.
public enum EscrowText {
  /// The question of a set-up's method, or the address to which it leads.
  public static func method(_ number: Int) -> FieldID { FieldID(rawValue: "method-\(number)") }
  /// The question of an open document's challenge.
  public static func challenge(_ number: Int) -> FieldID { FieldID(rawValue: "challenge-\(number)") }
  /// The address that the challenge's code was sent to, as far as the provider reveals it.
  public static func sentTo(_ number: Int) -> FieldID { FieldID(rawValue: "sent-to-\(number)") }
  /// The transfer that a challenge asks for: the amount, the account, its owner, and the subject.
  public static let transferAmount: FieldID = "transfer-amount", transferAccount: FieldID = "transfer-account"
  public static let transferName: FieldID = "transfer-name", transferSubject: FieldID = "transfer-subject"
  /// The review of a challenge's photo: who examines the photo, how to meet the examiner, what to tell the examiner,
  /// how long the photo is kept for review, and why it was rejected.
  public static let reviewExaminer: FieldID = "review-examiner", reviewMeeting: FieldID = "review-meeting"
  public static let reviewNumber: FieldID = "review-number", reviewUntil: FieldID = "review-until",
    reviewReason: FieldID = "review-reason"
}
