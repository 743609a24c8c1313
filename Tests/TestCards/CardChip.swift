import SimulatedCard
import Synchronization

/// A simulated card's memory in this process. It outlives the card's power and can be copied.
public final class CardChip: CardStorage {
  private let bytes = Mutex<[UInt8]?>(nil)
  private let limit = Mutex<Int?>(nil)
  public init() {}
  /// The most recently written bytes.
  public var written: [UInt8]? { bytes.withLock { $0 } }
  /// Lets this many more writes reach the chip. The power fails at the next one, and that write and all later ones are
  /// lost.
  public func losePower(after writes: Int) { limit.withLock { $0 = writes } }

  public func write(_ new: [UInt8]) throws(SimulatedCardError) {
    let isLost = limit.withLock { left in
      guard let count = left else { return false }
      left = max(0, count - 1)
      return count == 0
    }
    if isLost { throw SimulatedCardError(.inaccessible, "The power is gone.") }
    bytes.withLock { $0 = new }
  }
}
