/// A kind of challenge that we can set up and answer; the raw values are the protocol's.
public enum EscrowKind: String, Codable, Hashable, Sendable, CaseIterable {
  case question, email, sms, post, iban, totp, video
  /// Whether there is a code to type, as against an answer.
  public var hasCode: Bool { self != .question && self != .totp }
  /// Whether nothing is typed for its challenge: the provider waits until it has seen something.
  public var isWatched: Bool { self == .iban || self == .video }
  /// The secret fields that a method of this kind is made of, in the order in which they are asked for. A clock's first one is drawn.
  public var fields: [FieldID] {
    switch self {
    case .question: ["question", "answer"]
    case .email: ["email"]
    case .sms: ["phone"]
    case .post: ["recipient", "street", "postcode", "city", "postalCountry"]
    case .iban: ["iban"]
    case .totp: ["clock", "clockCode"]
    // In base64.
    case .video: ["photo"]
    }
  }
}

/// The texts that only the hands have, by the names under which screens ask for them: at any time, as long as the hands keep what was begun.
/// An attribute's stands under the name of its field.
public enum EscrowText {
  /// What a method of a set-up asks, or where it leads: the question, the address.
  public static func method(_ number: Int) -> FieldID { FieldID(rawValue: "method-\(number)") }
  /// What a challenge of an open document asks.
  public static func challenge(_ number: Int) -> FieldID { FieldID(rawValue: "challenge-\(number)") }
  /// Where its code went, as far as the provider says.
  public static func sentTo(_ number: Int) -> FieldID { FieldID(rawValue: "sent-to-\(number)") }
  /// The transfer that a challenge asks for: how much, to which account, whose that is, and what to write with it.
  public static let transferAmount: FieldID = "transfer-amount", transferAccount: FieldID = "transfer-account"
  public static let transferName: FieldID = "transfer-name", transferSubject: FieldID = "transfer-subject"
  /// Who looks at the photo that a challenge is about, how they are met, what to say to them, until when the photo waits, and why they said no.
  public static let reviewExaminer: FieldID = "review-examiner", reviewMeeting: FieldID = "review-meeting"
  public static let reviewNumber: FieldID = "review-number", reviewUntil: FieldID = "review-until", reviewReason: FieldID = "review-reason"
}
