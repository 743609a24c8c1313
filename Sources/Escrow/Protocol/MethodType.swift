/// A kind of authentication method, by the name that the protocol gives it. Another's provider may offer kinds that we do not know.
public struct MethodType: RawRepresentable, Hashable, Sendable, Codable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let question = MethodType(rawValue: "question")
  public static let email = MethodType(rawValue: "email")
  public static let sms = MethodType(rawValue: "sms")
  public static let post = MethodType(rawValue: "post")
  public static let iban = MethodType(rawValue: "iban")
  public static let totp = MethodType(rawValue: "totp")
  /// A picture of the person, which somebody at the provider compares with them. The programs of GNU Anastasis call it so, after the call in which
  /// they meet.
  public static let video = MethodType(rawValue: "video")
  /// Those that we can set up and answer.
  public static let known: [MethodType] = [.question, .email, .sms, .post, .iban, .totp, .video]
  /// Whether the provider has to send something, or to see something, before there is a code.
  public var needsChallenge: Bool { self != .question && self != .totp }
}
