import Encoding
import Keycard
import Model
import SimulatedCard

@testable import CardHands
@testable import Runner

/// The contents of a card, read independently with the client.
struct SecondLook: Equatable {
  var isBlank = false
  var freeSlots = 10
  var tries: [Int] = []
  var keyUID: [UInt8]?
  var name: String?
  /// The name of the card's row; `nil` if it holds no account, or this PIN does not open it.
  var key: KeyID?
  var takesPIN = false
  /// `true` if the hands have a stored pairing with it.
  var isPaired = false

  /// - Parameter pairings: The pairings of the hands that set it up.
  init(_ card: SimulatedCard, _ pairings: PairingStore, pin: String = PreparedCard.pin) throws {
    let client = KeycardClient(RehearsalCard(card))
    guard case .initialized(let application) = try client.select() else {
      isBlank = true
      return
    }
    (freeSlots, keyUID) = (application.freeSlots, application.keyUID)
    name = (try? client.metadata())?.name
    isPaired = try pairings.has(application.instanceUID)
    guard let pairing = try pairings.pairing(with: application.instanceUID),
      try client.openSecureChannel(pairing) == .open
    else { return }
    let status = try client.status()
    tries = [status.pinTries, status.pukTries]
    takesPIN = status.pinTries > 0 ? try client.verify(pin: Secret(Array(pin.utf8))) == .correct : false
    if takesPIN, keyUID != nil { key = KeyID(card: try client.exportPublicKey(CardLogin.path).uncompressed) }
  }

  /// The row's name for a card with this phrase.
  static func key(of phrase: String) throws -> KeyID? {
    guard let seed = PhraseSeed.seed(of: Secret(Array(phrase.utf8))) else { return nil }
    return KeyID(card: try CardLogin.publicKey(seed: seed).uncompressed)
  }
}
