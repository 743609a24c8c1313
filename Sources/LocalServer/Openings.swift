import Crypto
import Encoding
import Synchronization

/// What hands give with each proof: good for one order of the page that it was given to, for a minute. So an order that somebody took down on its way is
/// worth nothing to them.
final class Openings: Sendable {
  private struct Opening {
    var text: String, page: String, given: ContinuousClock.Instant
  }
  private let given = Mutex<[Opening]>([])
  private let now: @Sendable () -> ContinuousClock.Instant
  private static let lifetime = Duration.seconds(60)
  /// Of one page; the oldest gives way. A page has as many orders under way as it has tabs, and a watch in each.
  private static let most = 64

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// 16 random bytes, base64url.
  func issue(to page: String) -> String {
    let opening = Opening(text: Base64URL.encode(SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }), page: page, given: now())
    given.withLock { all in
      all.removeAll { opening.given - $0.given >= Self.lifetime }
      if all.count(where: { $0.page == page }) >= Self.most, let oldest = all.firstIndex(where: { $0.page == page }) { all.remove(at: oldest) }
      all.append(opening)
    }
    return opening.text
  }

  /// - Returns: Whether it was given to this page, not too long ago, and not spent before.
  func spend(_ text: String, of page: String) -> Bool {
    given.withLock { all in
      guard let index = all.firstIndex(where: { $0.text == text && $0.page == page }) else { return false }
      return now() - all.remove(at: index).given < Self.lifetime
    }
  }
}
