import SimulatedCard
import TestCards
import VirtualReaders

/// The slot into which the person puts the card.
struct Slot: Sendable {
  var put: @Sendable (SimulatedCard) throws -> Void
  var take: @Sendable () -> Void

  init(_ reader: PlayedReader) {
    put = { reader.insert($0) }
    take = { reader.remove() }
  }
  /// A slot of a virtual reader that the smart-card daemon knows.
  init(_ reader: VirtualReader) {
    put = { try reader.insert(VirtualCard($0)) }
    take = { reader.remove() }
  }
}
