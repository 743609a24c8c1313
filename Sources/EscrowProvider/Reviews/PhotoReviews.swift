import Escrow
import Foundation

/// The host's work on the pending photos. It needs only the database, so it can be done by a program other than the one
/// that answers requests.
public struct PhotoReviews: Sendable {
  private let store: any ProviderStore
  private let now: @Sendable () -> Date
  /// The maximum length of a reason, in characters. The limit lets the person read the reason on one line.
  public static let longestReason = 200

  public init(store: any ProviderStore, now: @escaping @Sendable () -> Date = { Date() }) {
    self.store = store; self.now = now
  }

  /// A pending photo. Its owner is not included, because no database records them.
  public struct Waiting: Hashable, Sendable {
    public var number: Int
    public var since: Date
    public var until: Date
    public var photo: Photo
  }
  public enum Decision: Hashable, Sendable { case yes, no(reason: String) }

  /// Returns the pending photos, oldest first.
  public func waiting() async throws -> [Waiting] {
    let now = now()
    return try await store.read { try $0.waitingReviews(at: now) }.compactMap(Waiting.init)
  }
  /// Returns a pending photo.
  ///
  /// - Returns: `nil` if no photo with this number is pending.
  public func photo(_ number: Int) async throws -> Waiting? {
    let now = now()
    return try await store.read { try $0.review(number) }.flatMap { $0.expiresAt > now ? Waiting($0) : nil }
  }

  /// Records the decision and erases the photo.
  ///
  /// - Returns: `true` if a photo with this number was pending.
  public func decide(_ number: Int, _ decision: Decision) async throws -> Bool {
    let now = now()
    return try await store.write { records in
      guard var review = try records.review(number), review.verdict == nil, review.expiresAt > now else { return false }
      review.photo = nil
      switch decision {
      case .yes: (review.verdict, review.expiresAt) = (.yes, now + ReviewQueue.grace)
      case .no(let reason):
        (review.verdict, review.reason, review.expiresAt) = (.no, Self.line(reason), now + ReviewQueue.patience)
      }
      try records.update(review)
      return true
    }
  }

  /// Returns a reason in the form that the person reads, on one line of limited length.
  public static func line(_ reason: String) -> String {
    String(
      reason.split(whereSeparator: {
        $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
      })
      .joined(separator: " ").prefix(longestReason))
  }
}

extension PhotoReviews.Waiting {
  fileprivate init?(_ review: PhotoReview) {
    guard review.verdict == nil, let bytes = review.photo, let photo = try? Photo(bytes) else { return nil }
    self.init(number: review.number, since: review.askedAt, until: review.expiresAt, photo: photo)
  }
}
