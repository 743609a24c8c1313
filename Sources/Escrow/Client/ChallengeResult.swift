/// A truth at its provider, with the data that the provider needs to open it.
public struct TruthReference: Hashable, Sendable {
  public var provider: ProviderAddress
  /// The truth's name, 32 bytes.
  public var id: Base32Bytes
  /// 64 bytes.
  public var key: Base32Bytes
  /// `true` if the provider speaks the older form of the protocol (`ProviderConfiguration.isOld`).
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
  /// The subject that the transfer must carry.
  public var subject: String
  /// The code to show to the provider once the transfer has arrived.
  public var answerCode: UInt64
  /// A hint from the provider about the account from which the transfer must come.
  public var debitHint: String?
}

/// A meeting at which the person is compared with the photo left with the provider.
public struct ReviewInstructions: Hashable, Sendable, Codable {
  /// The examiner who compares them.
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
  /// A code sent a moment ago is still valid, so none was sent again.
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
  /// The truth does not open with the key in the document.
  case keyRefused
  /// The truth's content is invalid for this method, so it cannot be answered.
  case notUsable
  /// The provider could not send the code; a later request may succeed. Includes what happens to the payment, if the
  /// provider says so.
  case notSent(EscrowRefusal, ReturnedMoney? = nil)
  case refused(EscrowRefusal)
}

/// The result of answering a challenge.
public enum SolveResult: Hashable, Sendable {
  /// The share, sealed, 72 bytes.
  case solved([UInt8])
  case wrong
  /// No code is valid: none was requested, or it has expired.
  case noCode
  case limited(TryLimit)
  case paymentDue(PaymentRequest)
  /// The transfer has not arrived, or the photo has not been decided on.
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
