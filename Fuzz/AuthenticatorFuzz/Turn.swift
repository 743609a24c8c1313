import Synchronization

/// Returns the answers one after the other and repeats the last one, up to a limit.
final class Turn: Sendable {
  private struct Silent: Error {}
  private let left: Mutex<(pieces: [(kind: UInt8, bytes: [UInt8])], times: Int)>
  init(_ pieces: [(kind: UInt8, bytes: [UInt8])]) { left = Mutex((pieces, 200)) }

  func next() -> [UInt8] {
    left.withLock { left in
      left.times -= 1
      guard left.times > 0, let first = left.pieces.first else { return [0x7f] }
      if left.pieces.count > 1 { left.pieces.removeFirst() }
      return first.bytes
    }
  }
}
