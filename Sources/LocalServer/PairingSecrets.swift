import Crypto
import Encoding
import Foundation
import Synchronization

/// The secret in the address with which `home` opens its page: 16 random bytes, which pair one browser without a typed
/// code. There is one at a time, and it works once and for ten minutes.
///
/// A page uses it as it will use its token: it asks for a proof first, and seals what it sends. A program that has taken
/// the hands' port learns nothing from it.
public final class PairingSecrets: Sendable {
  private struct Drawn: Sendable {
    var text: String, end: ContinuousClock.Instant
    var hash: [UInt8] { TokenStore.hash(Array(text.utf8)) }
    func isNamed(_ name: String) -> Bool {
      ConstantTime.areEqual(Base64URL.encode(TokenStore.hash(hash)).utf8, name.utf8)
    }
  }
  private let current = Mutex<Drawn?>(nil)
  private let lifetime: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let ended: @Sendable (_ isUsed: Bool) -> Void

  /// - Parameters:
  ///   - lifetime: The time for which a secret is valid if no page uses it.
  ///   - ended: Called when a page has used the current secret, or when it has expired.
  public init(
    lifetime: Duration = .seconds(600), now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    ended: @escaping @Sendable (_ isUsed: Bool) -> Void = { _ in }
  ) {
    self.lifetime = lifetime; self.now = now; self.ended = ended
  }

  /// Draws a new secret, which replaces the previous one.
  /// - Returns: The secret in base64url, 22 characters.
  public func draw() -> String {
    let text = Base64URL.encode(SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) })
    current.withLock { $0 = Drawn(text: text, end: now() + lifetime) }
    Task { [weak self, lifetime] in
      try? await Task.sleep(for: lifetime)
      self?.expire(text)
    }
    return text
  }

  /// Returns the SHA-256 of the current secret.
  /// - Parameter name: The page's name for the secret, as for a token: base64url of the SHA-256 of the hash.
  /// - Returns: `nil` if no valid secret has this name.
  func hash(named name: String) -> [UInt8]? {
    current.withLock { drawn in
      guard let drawn, now() < drawn.end, drawn.isNamed(name) else { return nil }
      return drawn.hash
    }
  }

  /// Uses the secret up.
  /// - Returns: `true` for the first caller with the current, valid secret.
  func spend(named name: String) -> Bool {
    current.withLock { drawn in
      guard let one = drawn, now() < one.end, one.isNamed(name) else { return false }
      drawn = nil
      return true
    }
  }

  /// Tells that a page was paired with the secret that was used up.
  func noteUse() { ended(true) }

  private func expire(_ text: String) {
    let isOver = current.withLock { drawn in
      guard drawn?.text == text else { return false }
      drawn = nil
      return true
    }
    if isOver { ended(false) }
  }
}
