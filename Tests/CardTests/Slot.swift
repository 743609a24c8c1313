import SimulatedCard
import TestCards
import VirtualReaders

/// The slot where the person inserts the card.
struct Slot: Sendable {
  var put: @Sendable (SimulatedCard) throws -> Void
  var take: @Sendable () -> Void

  init(_ reader: PlayedReader) {
    put = { reader.insert($0) }
    take = { reader.remove() }
  }
  /// A slot of a virtual reader registered with the smart-card daemon.
  init(_ reader: VirtualReader) {
    put = { try reader.insert(VirtualCard($0)) }
    take = { reader.remove() }
  }
}
