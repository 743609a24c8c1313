/// A truth at its provider, with the data that the provider needs to open it.
public struct TruthReference: Hashable, Sendable {
  public var provider: ProviderAddress
  /// The truth's name, 32 bytes.
  public var id: Base32Bytes
  /// The key that seals the truth, 64 bytes.
  public var key: Base32Bytes
  /// `true` if the provider uses the older form of the protocol (`ProviderConfiguration.isOld`).
  public var isOld: Bool
  public init(provider: ProviderAddress, id: Base32Bytes, key: Base32Bytes, isOld: Bool = false) {
    self.provider = provider; self.id = id; self.key = key; self.isOld = isOld
  }
}

/// A bank transfer that proves ownership of an account.
public struct WireInstructions: Hashable, Sendable, Codable {
  public var amount: Amount
  /// The receiving account.
  public var creditIBAN: String
  public var businessName: String
  /// The subject that the transfer must have.
  public var subject: String
  /// The code to show to the provider once the transfer has arrived.
  public var answerCode: UInt64
  /// A hint from the provider about the account from which the transfer must come.
  public var debitHint: String?
}

/// A meeting at which the person is compared with the photo left with the provider.
public struct ReviewInstructions: Hashable, Sendable, Codable {
  /// The examiner who compares the person with the photo.
  public var examiner: String
  /// How to meet the examiner, in the provider's words.
  public var meeting: String
  /// The number that the person tells the examiner, so that the examiner can find the photo.
  public var number: String
  /// The code to show to the provider to learn the outcome. It is never spoken.
  public var answerCode: UInt64
  /// The time until which the photo is held, in seconds of the Unix clock; `nil` if the provider sets no limit.
  public var until: Int64?
}

/// The result of requesting a challenge.
public enum ChallengeResult: Hashable, Sendable, Codable {
  /// A code is on its way, with the provider's hint about where it went.
  case sent(hint: String?)
  /// A recently sent code is still valid, so no code was sent this time.
  case alreadySent
  case wire(WireInstructions)
  /// The photo waits for an examiner.
  case review(ReviewInstructions)
  /// The code is in a file at the provider, which is in test mode.
  case file(name: String)
  case paymentDue(PaymentRequest)
  case limited(TryLimit)
  case unknownTruth
  /// This kind of method has no challenge; it is answered directly.
  case notNeeded
  /// The key in the document does not open the truth.
  case keyRefused
  /// The truth's content is invalid for this method, so the challenge cannot be answered.
  case notUsable
  /// The provider could not send the code, but a later request may succeed. The second value describes what happens to
  /// the payment, if the provider reports it.
  case notSent(EscrowRefusal, ReturnedMoney? = nil)
  case refused(EscrowRefusal)
}

/// The result of answering a challenge.
public enum SolveResult: Hashable, Sendable {
  /// The sealed share, 72 bytes.
  case solved([UInt8])
  case wrong
  /// There is no valid code, because none was requested or it has expired.
  case noCode
  case limited(TryLimit)
  case paymentDue(PaymentRequest)
  /// The transfer has not arrived, or no decision has been made about the photo.
  case notYet
  /// The examiner declined, with the reason in their words.
  case declined(reason: String)
  case unknownTruth
  case keyRefused
  /// The answer was correct, but the provider no longer has the share.
  case shareGone
  case notUsable
  case refused(EscrowRefusal)
}
