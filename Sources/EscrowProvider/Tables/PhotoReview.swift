import Foundation

/// A photo that somebody is to be compared with, and what whoever looked at it said.
public struct PhotoReview: Hashable, Sendable {
  public enum Verdict: String, Sendable { case yes, no }

  /// Six digits, which the person says to whoever looks.
  public var number: Int
  public var truth: [UInt8]
  /// Less than 2⁵²; who asks how it went shows it.
  public var code: UInt64
  /// `nil` once somebody decided: then it is erased.
  public var photo: [UInt8]?
  public var askedAt: Date
  /// It waits until then, or the decision holds until then.
  public var expiresAt: Date
  public var verdict: Verdict?
  /// Why not.
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
  /// Of a truth, also those that are over; the newest first. Without their photos: this is read again and again while
  /// somebody waits.
  func reviews(of truth: [UInt8]) throws -> [PhotoReview]
  func review(_ number: Int) throws -> PhotoReview?
  /// Those that nobody decided about, at this time; the oldest first.
  func waitingReviews(at time: Date) throws -> [PhotoReview]
  /// How many wait for other truths than this one.
  func waitingReviewCount(at time: Date, besides truth: [UInt8]) throws -> Int
  /// Throws `StoreError.taken` where the number is in use.
  func insert(_ review: PhotoReview) throws
  /// Writes its photo, its verdict with the reason, and until when it counts.
  func update(_ review: PhotoReview) throws
  func deleteReview(_ number: Int) throws
  func deleteReviews(expiringBefore: Date) throws
}
