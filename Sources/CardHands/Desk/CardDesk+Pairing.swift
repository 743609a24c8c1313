import Encoding
import HandsProtocol
import Keycard

extension CardDesk {
  /// D-42, D-43: the pairing that is kept, then what this very card was set up with, then the default passwords.
  func pair(_ seat: inout CardSeat, _ memory: CardMemory) throws -> CardReply {
    guard let instance = seat.instance else { return .removed }
    if let kept = try pairings.pairing(with: instance) {
      if try open(kept, &seat) { return .paired }
      try pairings.forget(instance)  // the card was reset, or somebody freed this slot
    }
    return try pair(&seat, with: [memory.pairing, seat.password].compactMap { $0 } + defaultPasswords)
  }

  /// One password after the other. A wrong one is noticed before the card is asked for a slot, so that it costs nothing.
  ///
  /// - Parameter slot: An ephemeral one is never kept, because the card forgets it with its power; cards before 3.2 have none, and pass over which
  ///   is asked for.
  func pair(_ seat: inout CardSeat, with passwords: [Secret], slot: PairingSlot = .persistent) throws -> CardReply {
    guard let instance = seat.instance else { return .removed }
    for password in passwords {
      switch try seat.client.pair(secret: try PairingSecret.derive(from: password), slot: slot) {
      case .wrongPassword: continue
      case .noSlot: return .noSlot
      case .paired(let pairing):
        try pairings.keep(pairing, with: instance)
        return try open(pairing, &seat) ? .paired : .notPaired
      case .ephemeral(let pairing) where slot == .ephemeral:
        seat.password = password
        return try open(pairing, &seat) ? .pairedForNow : .notPaired
      case .ephemeral: return .noSlot  // it would be gone with the next reset, and no one would know why
      }
    }
    return .notPaired
  }

  func open(_ pairing: Pairing, _ seat: inout CardSeat) throws -> Bool {
    guard try seat.client.openSecureChannel(pairing) == .open else { return false }
    seat.pairing = pairing
    return true
  }

  func freeSlots(_ seat: inout CardSeat) throws -> CardReply {
    guard let pairing = seat.pairing else { return .removed }
    try seat.client.freeOtherSlots(keeping: pairing.index)
    if pairing.isEphemeral {  // there is room now for one that lasts, and a card pairs only while no channel is open
      seat.pairing = nil
      try seat.client.select()
    }
    return .unpaired
  }

  /// Gives the slot back, so that none leaks, and only then forgets.
  func unpair(_ seat: inout CardSeat) throws -> CardReply {
    guard let pairing = seat.pairing, let instance = seat.instance else { return .removed }
    try seat.client.unpair(pairing.index)
    try pairings.forget(instance)
    seat.pairing = nil
    return .unpaired
  }
}
