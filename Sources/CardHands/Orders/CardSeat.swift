import Encoding
import HandsProtocol
import Keycard

/// The open card.
struct CardSeat {
  /// The owner who looked at the card last. A card opened for one tab is closed to all others.
  let owner: SeatOwner
  let client: KeycardClient
  /// The connection to the card, held while the card is in use. Other programs can use the card once it is released.
  let transport: any CardTransport & Sendable
  let isRehearsal: Bool
  let isContactless: Bool
  /// The instance UID; `nil` for a blank card.
  var instance: [UInt8]?
  /// The maker, as reported to the person; `nil` if the card was not asked.
  var maker: CardMaker?
  var pairing: Pairing?
  /// The password used to pair temporarily with a full card, so that it need not be typed again once there is room.
  var password: Secret?
  /// `true` if the card has received the correct PIN in this session, and therefore permits operations that require it.
  var isVerified = false
  /// The tries left, as last reported by the card.
  var tries: CardTries?
}

/// Secrets that were generated or typed for one page or terminal, kept until they are used, forgotten or replaced.
struct SeatSecrets {
  /// The codes of a card that has just been set up.
  var puk: Secret?, pairing: Secret?
  /// The phrases that a card generated, in the order in which their addresses were returned.
  var drawn: [Secret] = []
  /// The next phrase to be written to the card.
  var phrase: Secret?
  /// The positions of the words that the person was asked for.
  var asked: [Int] = []
}

extension CardSeat {
  /// The facts remembered about a released card, so that the same card can be taken again.
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
  /// Releases the card after a time without orders. Typed or generated secrets are kept, because they belong to their
  /// owner only.
  func letGo() async {
    await onCard { state in
      guard let seat = state.seat else { return }
      (state.idled, state.seat) = (seat.left, nil)
    }
  }

  package func whyClosed(_ owner: SeatOwner) async -> CardReply { await onCard { $0.whyClosed(owner) } }

  /// Takes a released card again and restores its earlier state, except for the PIN. If the person had entered the PIN,
  /// they must enter it again.
  /// - Returns: The reason why this failed; `nil` if the card is open, or if no card was released for this owner.
  func takeAgain(for owner: SeatOwner) async -> CardNews? {
    let idled = await onCard { state -> CardSeat.Left? in
      state.seat == nil && state.idled?.owner == owner ? state.idled : nil
    }
    guard let idled else { return nil }
    if idled.isVerified { return CardNews(.letGo) }  // until it is looked at anew
    let found = await look(for: owner)
    guard case .present = found.reply else { return found }
    return await onCard { state in
      // Blank cards cannot be distinguished by an instance UID, so this card must also have the maker reported earlier.
      guard var seat = state.seat, seat.owner == owner, seat.instance == idled.instance, seat.maker == idled.maker,
        seat.isRehearsal == idled.isRehearsal
      else {
        state.seat = nil
        return CardNews(.removed)  // another card: it is looked at as such
      }
      seat.password = idled.password
      if let pairing = idled.pairing {
        // An ephemeral pairing slot is lost when the card loses power.
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
