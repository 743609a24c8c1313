import Encoding
import FlowKit
import Keycard

extension CardDesk {
  /// D-42, D-43: the pairing that is kept, then what this very card was set up with, then the default passwords.
  func pair(_ seat: inout CardSeat, _ memory: CardMemory) throws -> HandsReply.Card {
    guard let instance = seat.instance else { return .removed }
    if let kept = try pairings.pairing(with: instance) {
      if try seat.client.openSecureChannel(kept) == .open {
        seat.pairing = kept
        return .paired
      }
      try pairings.forget(instance)  // the card was reset, or somebody freed this slot
    }
    return try pair(&seat, with: ([memory.pairing, seat.password].compactMap { $0 }) + defaultPasswords)
  }

  /// One password after the other. A wrong one is noticed before the card is asked for a slot, so that it costs nothing.
  func pair(_ seat: inout CardSeat, with passwords: [Secret]) throws -> HandsReply.Card {
    guard let instance = seat.instance else { return .removed }
    for password in passwords {
      switch try seat.client.pair(secret: try PairingSecret.derive(from: password)) {
      case .wrongPassword: continue
      case .noSlot: return .noSlot
      case .ephemeral: return .noSlot  // it would be gone with the next reset, and no one would know why
      case .paired(let pairing):
        try pairings.keep(pairing, with: instance)
        return try open(pairing, &seat)
      }
    }
    return .notPaired
  }

  /// In a place that the card forgets with its power, so that it is not kept. Cards before 3.2 have none.
  func pairForNow(_ seat: inout CardSeat, with passwords: [Secret]) throws -> HandsReply.Card {
    for password in passwords {
      switch try seat.client.pair(secret: try PairingSecret.derive(from: password), slot: .ephemeral) {
      case .wrongPassword: continue
      case .noSlot: return .noSlot
      case .paired(let pairing):  // an older card that has room after all, and passes over what kind is asked for
        guard let instance = seat.instance else { return .removed }
        try pairings.keep(pairing, with: instance)
        return try open(pairing, &seat)
      case .ephemeral(let pairing):
        seat.password = password
        return try open(pairing, &seat) == .paired ? .pairedForNow : .notPaired
      }
    }
    return .notPaired
  }

  private func open(_ pairing: Pairing, _ seat: inout CardSeat) throws -> HandsReply.Card {
    guard try seat.client.openSecureChannel(pairing) == .open else { return .notPaired }
    seat.pairing = pairing
    return .paired
  }

  func freeSlots(_ seat: inout CardSeat) throws -> HandsReply.Card {
    guard let pairing = seat.pairing else { return .removed }
    try seat.client.freeOtherSlots(keeping: pairing.index)
    if pairing.isEphemeral {  // there is room now for one that lasts, and a card pairs only while no channel is open
      seat.pairing = nil
      try seat.client.select()
    }
    return .unpaired
  }

  /// Gives the slot back, so that none leaks, and only then forgets.
  func unpair(_ seat: inout CardSeat) throws -> HandsReply.Card {
    guard let pairing = seat.pairing, let instance = seat.instance else { return .removed }
    try seat.client.unpair(pairing.index)
    try pairings.forget(instance)
    seat.pairing = nil
    return .unpaired
  }
}
