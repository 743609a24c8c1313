import EscrowProvider
import Synchronization

/// Stores the letters that would have been sent, and drops the oldest.
public final class Outbox: CodeDelivery {
  private let kept = Mutex<[CodeLetter]>([])
  private static let most = 200

  public init() {}

  /// The stored letters, oldest first.
  public var letters: [CodeLetter] { kept.withLock { $0 } }

  public func deliver(_ letter: CodeLetter) async throws(DeliveryFailure) {
    kept.withLock { letters in
      letters.append(letter)
      if letters.count > Self.most { letters.removeFirst(letters.count - Self.most) }
    }
  }
}
