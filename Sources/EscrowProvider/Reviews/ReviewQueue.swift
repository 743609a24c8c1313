import Encoding
import Escrow
import Foundation

/// The photos that are waiting for the host to compare them with a person, and the host's decisions.
struct ReviewQueue: Sendable {
  let provider: Provider

  /// The time for which a photo waits, and for which a rejection is remembered.
  static let patience: TimeInterval = 3 * Allowance.day
  /// The time after an approval during which the share is released.
  static let grace: TimeInterval = Allowance.day
  /// The maximum number of photos that wait at once, one for each truth.
  static let mostWaiting = 50
  /// The number of rejections after which no photo for a truth is accepted until the first rejection is forgotten.
  static let mostRefusals = 3
  /// The maximum number of photos for one truth per day. A new photo replaces the pending one.
  static let mostChallenges = 10

  private enum Step: Sendable { case waits(PhotoReview, isInPlace: Bool), reached(ProviderRefusal.Limit) }

  /// Adds a photo to the queue.
  ///
  /// - Parameters:
  ///   - order: The order that covers the review, if the review costs something.
  ///   - ofNetwork: The remaining allowance of the requesting network.
  func add(_ photo: Photo, of truth: [UInt8], order: [UInt8]?, _ ofNetwork: Allowance) async throws -> ReviewDetails {
    guard let meeting = provider.settings.meeting else { throw ProviderRefusal(.startFailed) }
    let now = provider.now(),
      asked = provider.allowance("reviews", truth, most: Self.mostChallenges, period: Allowance.day)
    let step = try await provider.store.write { records -> Step in
      let live = try records.reviews(of: truth).filter { $0.expiresAt > now },
        refused = live.filter { $0.verdict == .no }
      if refused.count >= Self.mostRefusals, let first = refused.map(\.expiresAt).min() {
        return .reached(
          ProviderRefusal.Limit(tries: Self.mostRefusals, period: Self.patience, wait: first.timeIntervalSince(now)))
      }
      guard try records.waitingReviewCount(at: now, besides: truth) < Self.mostWaiting else {
        return .reached(ProviderRefusal.Limit(tries: Self.mostWaiting, period: Self.patience))
      }
      if let limit = try records.use(asked, at: now) { return .reached(limit) }
      if let limit = try records.use(ofNetwork, at: now) {
        try records.giveBack(asked, at: now)
        return .reached(limit)
      }
      try provider.checkRoom(for: photo.bytes.count, records)
      // The previous requester learns that their request has ended. If two requesters had the same number, the host's
      // approval of one would release the share to the other as well.
      let replaced = live.filter { $0.verdict == nil }
      for review in replaced { try records.deleteReview(review.number) }
      var number = ReviewNumber.draw()
      while try records.review(number) != nil { number = ReviewNumber.draw() }
      let review = PhotoReview(
        number: number, truth: truth, code: DrawnCode.draw(), photo: photo.bytes, askedAt: now,
        expiresAt: now + Self.patience)
      if let order { try records.spendUse(of: order) }
      try records.insert(review)
      return .waits(review, isInPlace: !replaced.isEmpty)
    }
    switch step {
    case .reached(let limit): throw ProviderRefusal(.rateLimited, limit: limit)
    case .waits(let review, let isInPlace):
      if isInPlace { await provider.store.emptyLog() }
      return ReviewDetails(review, examiner: provider.settings.shownName, meeting: meeting)
    }
  }

  /// Waits until the host has approved the photo.
  ///
  /// - Parameters:
  ///   - response: The hash of the code that `add` returned.
  ///   - patience: The time to wait, in milliseconds.
  /// - Throws: `ProviderRefusal`, with the host's reason after a rejection.
  func awaitYes(of truth: [UInt8], response: [UInt8], patience: Int) async throws {
    let yes = try await provider.waiting.first(within: patience) { [provider] _ -> Bool? in
      let now = provider.now()
      let live = try await provider.store.read { try $0.reviews(of: truth) }.filter { $0.expiresAt > now }
      let own = live.filter { ConstantTime.areEqual(AnswerHash.of(code: $0.code), response) }
      guard let review = own.first else { throw ProviderRefusal(.challengeUnknown) }
      switch review.verdict {
      case nil: return nil
      case .yes: return true
      case .no: throw ProviderRefusal(.challengeFailed, reason: review.reason)
      }
    }
    guard yes == true else { throw ProviderRefusal(.transferMissing) }
  }
}
