import Encoding
import HandsProtocol
import Keycard

/// The card that is being talked to.
struct CardSeat {
  /// Who looked at it last: what was opened for one tab is closed to every other.
  let owner: SeatOwner
  let client: KeycardClient
  /// Held as long as the card is in use; another program gets it when this is let go.
  let transport: any CardTransport & Sendable
  let isRehearsal: Bool
  let isContactless: Bool
  /// The instance UID; `nil` for a blank card.
  var instance: [UInt8]?
  /// Who made it, as the person was told; `nil` where it was not asked.
  var maker: CardMaker?
  var pairing: Pairing?
  /// That a full card was paired with for now, so that nobody types it again once there is room.
  var password: Secret?
  /// The card has the right PIN from this session on, and does what it protects.
  var isVerified = false
  /// As the card last told them.
  var tries: CardTries?
}
