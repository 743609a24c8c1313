import Encoding

/// One request of a flow to the escrow client, with the secrets that it needs: from the terminal in process, and from a
/// page as the body of `/escrow`.
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

/// The answer of `/escrow`.
public struct EscrowAnswer: Codable, Sendable {
  public var reply: EscrowReply
  public var shown: Shown?
  private enum CodingKeys: String, CodingKey { case reply, shown }
  public init(_ reply: EscrowReply, shown: Shown?) { self.reply = reply; self.shown = shown }

  /// The values that only the person may see, or only the page's vault.
  public struct Shown: Codable, Sendable {
    /// Texts by the names under which screens have places for them.
    public var texts: [String: String]?
    public var clock: Clock?
    /// The secret that the providers hold shares of: 32 bytes, base64url.
    public var unlocking: String?
    private enum CodingKeys: String, CodingKey { case texts, clock, unlocking }
    public init(texts: [String: String]? = nil, clock: Clock? = nil, unlocking: String? = nil) {
      self.texts = texts; self.clock = clock; self.unlocking = unlocking
    }
  }

  /// A key for a program that makes codes by the clock: as such programs read it (`otpauth://…`), as a person types it
  /// (base32, RFC 4648), and as a QR code, the dark modules of a square of so many, as an SVG path. The hands draw it,
  /// because no server may see it.
  public struct Clock: Codable, Sendable {
    public var uri: String, key: String, side: Int, path: String
    private enum CodingKeys: String, CodingKey { case uri, key, side, path }
    public init(uri: String, key: String, side: Int, path: String) {
      self.uri = uri; self.key = key; self.side = side; self.path = path
    }
  }
}

/// The texts that only the hands have, by the names under which screens ask for them: at any time, as long as the hands
/// keep what was begun. An attribute's stands under the name of its field.
public enum EscrowText {
  /// The question of a method of a set-up, or the address to which it leads.
  public static func method(_ number: Int) -> FieldID { FieldID(rawValue: "method-\(number)") }
  /// The question of an open document's challenge.
  public static func challenge(_ number: Int) -> FieldID { FieldID(rawValue: "challenge-\(number)") }
  /// The address its code was sent to, as far as the provider says.
  public static func sentTo(_ number: Int) -> FieldID { FieldID(rawValue: "sent-to-\(number)") }
  /// The transfer that a challenge asks for: how much, to which account, whose that is, and what to write with it.
  public static let transferAmount: FieldID = "transfer-amount", transferAccount: FieldID = "transfer-account"
  public static let transferName: FieldID = "transfer-name", transferSubject: FieldID = "transfer-subject"
  /// The review of a challenge's photo: who looks at it, how they are met, what to say to them, until when the photo
  /// waits, and why they said no.
  public static let reviewExaminer: FieldID = "review-examiner", reviewMeeting: FieldID = "review-meeting"
  public static let reviewNumber: FieldID = "review-number", reviewUntil: FieldID = "review-until",
    reviewReason: FieldID = "review-reason"
}
