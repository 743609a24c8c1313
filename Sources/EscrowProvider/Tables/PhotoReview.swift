import Foundation

/// A photo to be compared with a person, and the examiner's verdict.
public struct PhotoReview: Hashable, Sendable {
  public enum Verdict: String, Sendable { case yes, no }

  /// The number that the person tells the examiner of the photo, six digits.
  public var number: Int
  public var truth: [UInt8]
  /// The code that the requester presents to obtain the result, less than 2⁵².
  public var code: UInt64
  /// The photo; `nil` once it has been erased with the decision.
  public var photo: [UInt8]?
  public var askedAt: Date
  /// The time at which an undecided photo or the decision expires.
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
  /// Returns the reviews of a truth, newest first, including expired ones. The photos are left out, because the reviews
  /// are read repeatedly while a request waits.
  func reviews(of truth: [UInt8]) throws -> [PhotoReview]
  func review(_ number: Int) throws -> PhotoReview?
  /// Returns the reviews that are undecided at this time, oldest first.
  func waitingReviews(at time: Date) throws -> [PhotoReview]
  /// Returns the number of pending reviews for truths other than this one.
  func waitingReviewCount(at time: Date, besides truth: [UInt8]) throws -> Int
  /// Inserts a review. Throws `StoreError.taken` if the number is already in use.
  func insert(_ review: PhotoReview) throws
  /// Updates the review's photo, its verdict with the reason, and its expiry.
  func update(_ review: PhotoReview) throws
  func deleteReview(_ number: Int) throws
  /// Deletes at most `limit` reviews that expired before this time, and returns their number.
  @discardableResult
  func deleteReviews(expiringBefore: Date, limit: Int) throws -> Int
}
