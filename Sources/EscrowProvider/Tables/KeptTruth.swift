import Foundation

/// The data that a provider holds until somebody proves who they are: a share that it cannot open, and the facts to
/// check, sealed under a key that it does not have.
public struct KeptTruth: Hashable, Sendable {
  /// 32 bytes, drawn by the person's program.
  public var id: [UInt8]
  /// The sealed share, 72 bytes.
  public var keyShare: [UInt8]
  /// The method's name in the protocol.
  public var method: String
  public var sealedTruth: [UInt8]
  /// The media type of the plain truth, if the uploader stated it.
  public var mediaType: String?
  public var expiresAt: Date

  public init(
    id: [UInt8], keyShare: [UInt8], method: String, sealedTruth: [UInt8], mediaType: String?, expiresAt: Date
  ) {
    self.id = id; self.keyShare = keyShare; self.method = method; self.sealedTruth = sealedTruth;
    self.mediaType = mediaType
    self.expiresAt = expiresAt
  }
}

/// A code that was drawn for a truth, or a period in which its answers are counted.
public struct IssuedCode: Hashable, Sendable {
  public var truth: [UInt8]
  /// Tells the codes of one truth apart; a later code has a higher number.
  public var number: Int
  /// Less than 2⁵².
  public var code: UInt64
  public var triesLeft: Int
  public var createdAt: Date
  public var expiresAt: Date
  /// The time at which it was last sent; `nil` if it never was.
  public var sentAt: Date?

  public init(
    truth: [UInt8], number: Int, code: UInt64, triesLeft: Int, createdAt: Date, expiresAt: Date, sentAt: Date? = nil
  ) {
    self.truth = truth; self.number = number; self.code = code; self.triesLeft = triesLeft; self.createdAt = createdAt
    self.expiresAt = expiresAt; self.sentAt = sentAt
  }
}
