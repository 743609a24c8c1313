import Keycard
import SimulatedCard

/// The card to practice with. It lies in no reader, and other programs do not see it.
final class RehearsalCard: CardTransport, Sendable {
  private let card: SimulatedCard
  init(_ card: SimulatedCard) {
    self.card = card
    card.reset()
  }
  func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8] { card.answer(command) }
}
