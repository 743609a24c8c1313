import Encoding
import HandsProtocol
import Keycard

/// The card that is open.
struct CardSeat {
  /// The owner who looked at it last: what was opened for one tab is closed to every other.
  let owner: SeatOwner
  let client: KeycardClient
  /// The connection to the card, held while the card is in use; another program can have it after this is released.
  let transport: any CardTransport & Sendable
  let isRehearsal: Bool
  let isContactless: Bool
  /// The instance UID; `nil` for a blank card.
  var instance: [UInt8]?
  /// The maker, as the person was told; `nil` if the card was not asked.
  var maker: CardMaker?
  var pairing: Pairing?
  /// The password by which a full card was paired with for now, so that nobody types it again once there is room.
  var password: Secret?
  /// `true` once the card has had the right PIN in this session, and so does what the PIN protects.
  var isVerified = false
  /// The tries that are left, as the card last told them.
  var tries: CardTries?
}

/// Secrets that were drawn or typed for one page or terminal, kept until they are used, forgotten or replaced.
struct SeatSecrets {
  /// The codes of a card that was just set up.
  var puk: Secret?, pairing: Secret?
  /// The phrases that a card drew, in the order in which their addresses were told.
  var drawn: [Secret] = []
  /// The phrase that goes on the card next.
  var phrase: Secret?
  /// The places of the words that the person was asked for.
  var asked: [Int] = []
}

extension CardSeat {
  /// The data that is kept of a released card, to take the same one again.
  struct Left {
    let owner: SeatOwner
    let instance: [UInt8]?
    let maker: CardMaker?
    let isRehearsal: Bool
    let pairing: Pairing?
    let password: Secret?
    let isVerified: Bool
  }
  var left: Left {
    Left(
      owner: owner, instance: instance, maker: maker, isRehearsal: isRehearsal, pairing: pairing, password: password,
      isVerified: isVerified)
  }
}

extension CardOperations {
  /// Releases the card after a time without an order. What was typed or drawn stays: it is nobody else's.
  func letGo() async {
    await onCard { state in
      guard let seat = state.seat else { return }
      (state.idled, state.seat) = (seat.left, nil)
    }
  }

  package func whyClosed(_ owner: SeatOwner) async -> CardReply { await onCard { $0.whyClosed(owner) } }

  /// Takes a released card again, in the state it was in except for its PIN: if that was given, the person has to give
  /// it once more.
  /// - Returns: The reason why not; `nil` if it is open, or if none was let go for them.
  func takeAgain(for owner: SeatOwner) async -> CardNews? {
    let idled = await onCard { state -> CardSeat.Left? in
      state.seat == nil && state.idled?.owner == owner ? state.idled : nil
    }
    guard let idled else { return nil }
    if idled.isVerified { return CardNews(.letGo) }  // until it is looked at anew
    let found = await look(for: owner)
    guard case .present = found.reply else { return found }
    return await onCard { state in
      // Blank cards have no name of their own: what was said of the maker has to hold for this one.
      guard var seat = state.seat, seat.owner == owner, seat.instance == idled.instance, seat.maker == idled.maker,
        seat.isRehearsal == idled.isRehearsal
      else {
        state.seat = nil
        return CardNews(.removed)  // another card: it is looked at as such
      }
      seat.password = idled.password
      if let pairing = idled.pairing {
        // A place for now is gone with the card's power.
        guard !pairing.isEphemeral, (try? self.open(pairing, &seat)) == true else {
          state.seat = nil
          return CardNews(.removed)
        }
      }
      state.seat = seat
      return nil
    }
  }
}
