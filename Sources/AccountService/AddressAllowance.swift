import Foundation
import Model
import Synchronization

/// A rate limit per network address. Each address has a bucket, which holds `most` tokens and refills evenly over
/// `period`. Buckets are kept in memory only, so that no database row contains an address.
public final class AddressAllowance: Sendable {
  private struct Bucket { var left: Double, at: TimeInterval }
  /// The size of a bucket; 0 for no limit.
  public let most: Int
  /// The time in which an empty bucket refills completely, in seconds.
  public let period: TimeInterval
  private let buckets = Mutex<[NetworkAddress: Bucket]>([:])
  private static let mostAddresses = 50_000

  public init(_ most: Int, in period: TimeInterval) { self.most = most; self.period = period }

  /// Takes one token from the address's bucket. Returns `false` if the bucket is empty.
  public func use(by address: NetworkAddress, at now: TimeInterval) -> Bool {
    guard most > 0 else { return true }
    return buckets.withLock { buckets in
      if buckets.count > Self.mostAddresses { buckets = buckets.filter { now - $0.value.at < period } }
      var bucket = filled(buckets[address], at: now)
      let isThere = bucket.left >= 1
      if isThere { bucket.left -= 1 }
      buckets[address] = bucket
      return isThere
    }
  }

  /// Returns `true` if the address's bucket is not empty, for callers that must check before they begin.
  public func isLeft(for address: NetworkAddress, at now: TimeInterval) -> Bool {
    most == 0 || buckets.withLock { filled($0[address], at: now).left >= 1 }
  }

  private func filled(_ bucket: Bucket?, at now: TimeInterval) -> Bucket {
    guard let bucket else { return Bucket(left: Double(most), at: now) }
    let more = max(0, now - bucket.at) / period * Double(most)  // a clock may be set back
    return Bucket(left: min(Double(most), bucket.left + more), at: now)
  }
}
