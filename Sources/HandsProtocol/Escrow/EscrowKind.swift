/// A kind of challenge that we can set up and answer; the raw values are the protocol's.
public enum EscrowKind: String, Codable, Hashable, Sendable, CaseIterable {
  case question, email, sms, post, iban, totp, video
  /// `true` if the person types a code rather than an answer.
  public var hasCode: Bool { self != .question && self != .totp }
  /// `true` if nothing is typed for the challenge, because the provider waits until it has seen something.
  public var isWatched: Bool { self == .iban || self == .video }
  /// The secret fields that make up a method of this kind, in the order in which they are requested. For a clock, the
  /// first field is generated.
  public var fields: [FieldID] {
    switch self {
    case .question: ["question", "answer"]
    case .email: ["email"]
    case .sms: ["phone"]
    case .post: ["recipient", "street", "postcode", "city", "postalCountry"]
    case .iban: ["iban"]
    case .totp: ["clock", "clockCode"]
    // The photo in base64.
    case .video: ["photo"]
    }
  }
}
