import Foundation

/// A photo to be compared with a person, and the examiner's verdict.
public struct PhotoReview: Hashable, Sendable {
  public enum Verdict: String, Sendable { case yes, no }

  /// Six digits, which the person tells whoever examines the photo.
  public var number: Int
  public var truth: [UInt8]
  /// A code less than 2⁵², presented by whoever asks for the result.
  public var code: UInt64
  /// The photo; `nil` once the decision has erased it.
  public var photo: [UInt8]?
  public var askedAt: Date
  /// The time until which the photo waits or the decision is valid.
  public var expiresAt: Date
  public var verdict: Verdict?
  /// The reason for a rejection.
  public var reason: String?

  public init(
    number: Int, truth: [UInt8], code: UInt64, photo: [UInt8]?, askedAt: Date, expiresAt: Date, verdict: Verdict? = nil,
    reason: String? = nil
  ) {
    self.number = number; self.truth = truth; self.code = code; self.photo = photo; self.askedAt = askedAt;
    self.expiresAt = expiresAt
    self.verdict = verdict; self.reason = reason
  }
}

public protocol ReviewRecords {
  /// The reviews of a truth, newest first, including expired ones. Their photos are left out, because this is read
  /// repeatedly while a request waits.
  func reviews(of truth: [UInt8]) throws -> [PhotoReview]
  func review(_ number: Int) throws -> PhotoReview?
  /// The reviews that are undecided at this time, oldest first.
  func waitingReviews(at time: Date) throws -> [PhotoReview]
  /// The number of pending reviews for truths other than this one.
  func waitingReviewCount(at time: Date, besides truth: [UInt8]) throws -> Int
  /// Throws `StoreError.taken` if the number is in use.
  func insert(_ review: PhotoReview) throws
  /// Updates the review's photo, its verdict with the reason, and its expiry.
  func update(_ review: PhotoReview) throws
  func deleteReview(_ number: Int) throws
  func deleteReviews(expiringBefore: Date) throws
}
