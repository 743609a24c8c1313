/// One challenge of the document that is open.
public struct RecoveryChallenge: Hashable, Sendable, Codable {
  /// The truth's name, 32 bytes.
  public let id: Base32Bytes
  /// `nil` where the document names no address that may be asked.
  public let provider: ProviderAddress?
  public let type: MethodType
  /// The question, or a hint of where a code goes.
  public let instructions: String
  /// What a try costs, where the provider said so.
  public internal(set) var cost: Amount?
  /// The challenge as it was given, until it is solved: a code on its way, a transfer to make, somebody to meet.
  public internal(set) var started: ChallengeResult?
  /// What came of the last thing that was done about it.
  public internal(set) var feedback: ChallengeFeedback?
  /// What the provider asked for last; it names what was paid.
  public internal(set) var payment: PaymentRequest?
  /// The share, once the provider gave it.
  var share: FiledSecret?

  public var isSolved: Bool { share != nil }
  /// The first six characters of its name, by which a message of the provider calls it.
  public var shortName: String { String(id.text.prefix(6)) }
}

/// The last news of a challenge.
public enum ChallengeFeedback: Hashable, Sendable, Codable {
  case solved
  case started
  case wrong
  /// No code is valid: none was asked for, or it is too old.
  case noCode
  case limited(TryLimit)
  case paymentDue
  /// The transfer has not been seen, or nobody has decided about the photo.
  case notYet
  /// The provider has the truth no longer, or it cannot be used.
  case gone
  /// The provider could not send it.
  case notSent
  /// The provider gave something else than the share that was left with it.
  case lied
  case unreachable
  case refused(Refusal)
}

/// A code that a provider sent or a clock made, as a person types it.
///
/// Providers write `A-` and the digits, some of them in groups (`A-12345-678-1234-5678`). All of these are one code: with and without `A-`,
/// with spaces, hyphens or dots between the digits, with zeros in front.
public struct AnswerCode: Hashable, Sendable {
  public let value: UInt64
  /// What stands before the digits.
  public static let prefix = "A-"
  /// Providers draw below this, so that a JavaScript number holds every code.
  static let bound: UInt64 = 1 << 52

  /// - Returns: `nil` where it cannot be a code.
  public init(_ value: UInt64) { self.value = value }
  public init?(_ typed: some StringProtocol) {
    guard typed.utf8.count <= 200 else { return nil }
    var rest = typed.drop { $0.isWhitespace }
    if let first = rest.first, first == "A" || first == "a" { rest = rest.dropFirst() }
    let digits = String(rest.filter { !$0.isWhitespace && !Self.separators.contains($0) })
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit), let value = UInt64(digits), value < Self.bound else {
      return nil
    }
    self.value = value
  }
  /// Hyphens and dashes of every kind that a keyboard or a mail program puts there, and dots.
  private static let separators: Set<Character> = [
    "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}", ".", "\u{b7}",
  ]

  /// `A-1234`.
  public var text: String { Self.prefix + String(value) }
  /// What is shown to the provider in its place.
  public var response: [UInt8] { Answer.hash(ofCode: value) }
}
