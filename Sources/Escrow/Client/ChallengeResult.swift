/// A truth at its provider, with what its provider needs to look into it.
public struct TruthReference: Hashable, Sendable {
  public var provider: ProviderAddress
  /// 32 bytes.
  public var id: Base32Bytes
  /// 64 bytes.
  public var key: Base32Bytes
  /// Whether the provider speaks the older form of the protocol (`ProviderConfiguration.isOld`).
  public var isOld: Bool
  public init(provider: ProviderAddress, id: Base32Bytes, key: Base32Bytes, isOld: Bool = false) {
    self.provider = provider; self.id = id; self.key = key; self.isOld = isOld
  }
}

/// A transfer that somebody has to make to show that an account is theirs.
public struct WireInstructions: Hashable, Sendable, Codable {
  public var amount: Amount
  /// Where it goes.
  public var creditIBAN: String
  public var businessName: String
  /// What has to stand in it.
  public var subject: String
  /// The code that is shown to the provider once it has come.
  public var answerCode: UInt64
  /// From which account it has to come, as the provider hints.
  public var debitHint: String?
}

/// Whom somebody has to meet, so that they are compared with the photo that was left with the provider.
public struct ReviewInstructions: Hashable, Sendable, Codable {
  /// Who looks at it.
  public var examiner: String
  /// How they are met, in the provider's words.
  public var meeting: String
  /// What the person says, so that the examiner finds the photo.
  public var number: String
  /// The code that is shown to the provider to hear how it went. Nobody says it aloud.
  public var answerCode: UInt64
  /// Until when the photo waits, in seconds of the Unix clock; `nil` for as long as the provider likes.
  public var until: Int64?
}

/// What came of asking a provider for a challenge.
public enum ChallengeResult: Hashable, Sendable, Codable {
  /// A code is on its way; where it went, as the provider hints.
  case sent(hint: String?)
  /// A code went out a moment ago and is still good: none was sent again.
  case alreadySent
  case wire(WireInstructions)
  /// The photo waits for somebody who looks at it.
  case review(ReviewInstructions)
  /// The code stands in a file of the provider, which is trying things out.
  case file(name: String)
  case paymentDue(PaymentRequest)
  case limited(TryLimit)
  case unknownTruth
  /// This kind of method has no challenge: it is answered at once.
  case notNeeded
  /// The truth does not open under the key of the document.
  case keyRefused
  /// What is in the truth is nothing for this method, so that nobody can answer it.
  case notUsable
  /// The provider could not send it; asking again later may help. What becomes of what was paid for it, where the provider says so.
  case notSent(Refusal, ReturnedMoney? = nil)
  case refused(Refusal)
}

/// What came of answering.
public enum SolveResult: Hashable, Sendable {
  /// The share, sealed, 72 bytes.
  case solved([UInt8])
  case wrong
  /// No code is valid: none was asked for, or it is too old.
  case noCode
  case limited(TryLimit)
  case paymentDue(PaymentRequest)
  /// The transfer has not been seen, or nobody has decided about the photo.
  case notYet
  /// Whoever looked at the photo said no; why, in their words.
  case declined(reason: String)
  case unknownTruth
  case keyRefused
  /// The answer was right, and the provider has the share no longer.
  case shareGone
  case notUsable
  case refused(Refusal)
}
