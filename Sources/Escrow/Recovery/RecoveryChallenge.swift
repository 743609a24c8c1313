/// One challenge of the open document.
public struct RecoveryChallenge: Hashable, Sendable, Codable {
  /// The truth's name, 32 bytes.
  public let id: Base32Bytes
  /// The provider; `nil` if the document names no address that may be contacted.
  public let provider: ProviderAddress?
  public let type: MethodType
  /// The question, or a hint about where a code is sent.
  public let instructions: String
  /// The cost of a try, if the provider stated it.
  public internal(set) var cost: Amount?
  /// The challenge as issued by the provider, such as a code on its way, a transfer to make or a meeting; `nil` once it
  /// is solved.
  public internal(set) var started: ChallengeResult?
  /// The result of the last action.
  public internal(set) var feedback: ChallengeFeedback?
  /// The provider's last payment request, which identifies what was paid.
  public internal(set) var payment: PaymentRequest?
  /// The share, once the provider has released it.
  var share: FiledSecret?

  public var isSolved: Bool { share != nil }
  /// The first six characters of the truth's name, which the provider's message uses to refer to it.
  public var shortName: String { String(id.text.prefix(6)) }
}

/// The latest state of a challenge.
public enum ChallengeFeedback: Hashable, Sendable, Codable {
  case solved
  case started
  case wrong
  /// No code is valid, because none was requested or the code has expired.
  case noCode
  case limited(TryLimit)
  case paymentDue
  /// The transfer has not arrived, or the examiner has not decided about the photo yet.
  case notYet
  /// The provider no longer has the truth, or the truth cannot be used.
  case gone
  /// The provider could not send the code.
  case notSent
  /// The provider returned something other than the share stored with it.
  case lied
  case unreachable
  case refused(EscrowRefusal)
}

/// A code, as a person types it, that a provider sent or that was computed from a clock.
///
/// Providers write `A-` and the digits, some of them in groups (`A-12345-678-1234-5678`). A code is the same with or
/// without `A-`, with spaces, hyphens or dots between the digits, and with leading zeros.
public struct AnswerCode: Hashable, Sendable {
  public let value: UInt64
  /// The prefix before the digits.
  public static let prefix = "A-"
  /// The bound below which providers generate codes, so that a JavaScript number can hold every code.
  static let bound: UInt64 = 1 << 52

  /// - Returns: `nil` if the input cannot be a code.
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
  /// All hyphens, dashes and dots that a keyboard or mail program may insert.
  private static let separators: Set<Character> = [
    "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}", ".", "\u{b7}",
  ]

  /// The code as text, such as `A-1234`.
  public var text: String { Self.prefix + String(value) }
  /// The value sent to the provider instead of the code.
  public var response: [UInt8] { AnswerHash.of(code: value) }
}
