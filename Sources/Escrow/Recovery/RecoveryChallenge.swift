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
