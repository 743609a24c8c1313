import Foundation
import Model
import Synchronization

/// A rate limit per network address. Its buckets are kept in memory only, so that no database row contains an address.
public typealias AddressAllowance = Allowance<NetworkAddress>

/// A rate limit. Each subject has a bucket in memory, which holds `most` tokens and refills evenly over `period`.
public final class Allowance<Subject: Hashable & Sendable>: Sendable {
  private struct Bucket { var left: Double, at: TimeInterval }
  /// The size of a bucket; 0 for no limit.
  public let most: Int
  /// The time in which an empty bucket refills completely, in seconds.
  public let period: TimeInterval
  private let buckets = Mutex<[Subject: Bucket]>([:])
  /// The number of buckets above which full ones are removed.
  private static var mostBuckets: Int { 50_000 }

  public init(_ most: Int, in period: TimeInterval) { self.most = most; self.period = period }

  /// Takes one token from the subject's bucket. Returns `false` if the bucket is empty.
  public func use(by subject: Subject, at now: TimeInterval) -> Bool {
    guard most > 0 else { return true }
    return buckets.withLock { buckets in
      if buckets.count > Self.mostBuckets { buckets = buckets.filter { now - $0.value.at < period } }
      var bucket = filled(buckets[subject], at: now)
      let isThere = bucket.left >= 1
      if isThere { bucket.left -= 1 }
      buckets[subject] = bucket
      return isThere
    }
  }

  /// Takes one token as part of a transaction, whose work takes only one even if it is performed more than once.
  public func use(by subject: Subject, at now: TimeInterval, _ records: any Records) -> Bool {
    guard use(by: subject, at: now) else { return false }
    records.beforeAgain { [self] in putBack(for: subject) }
    return true
  }

  private func putBack(for subject: Subject) {
    buckets.withLock { buckets in
      guard let left = buckets[subject]?.left else { return }
      buckets[subject]?.left = min(Double(most), left + 1)
    }
  }

  /// Returns `true` if the subject's bucket is not empty, for callers that must check before they begin.
  public func isLeft(for subject: Subject, at now: TimeInterval) -> Bool {
    most == 0 || buckets.withLock { filled($0[subject], at: now).left >= 1 }
  }

  private func filled(_ bucket: Bucket?, at now: TimeInterval) -> Bucket {
    guard let bucket else { return Bucket(left: Double(most), at: now) }
    let more = max(0, now - bucket.at) / period * Double(most)  // a clock may be set back
    return Bucket(left: min(Double(most), bucket.left + more), at: now)
  }
}
