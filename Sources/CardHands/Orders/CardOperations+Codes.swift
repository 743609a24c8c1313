import Encoding
import HandsProtocol
import Keycard

extension CardOperations {
  /// Reads the number of tries left, which the card itself counts (D-57).
  func readTries(_ seat: inout CardSeat) throws -> CardTries {
    let status = try seat.client.status(), tries = CardTries(pin: status.pinTries, puk: status.pukTries)
    seat.tries = tries
    return tries
  }

  func verify(_ pin: Secret, _ seat: inout CardSeat) throws -> CardReply {
    seat.isVerified = false  // a wrong one takes it back
    switch try seat.client.verify(pin: pin) {
    case .correct:
      seat.isVerified = true
      return .correct
    case .wrong(let left):
      var tries = try seat.tries ?? readTries(&seat)
      tries.pin = left
      seat.tries = tries
      return .wrong(tries)
    }
  }

  func unblock(_ puk: Secret, _ newPIN: Secret, _ seat: inout CardSeat) throws -> CardReply {
    switch try seat.client.unblock(puk: puk, newPIN: newPIN) {
    case .unblocked:
      seat.isVerified = true
      return .correct
    case .unfit: return .unfit
    case .notBlocked: return .failed
    case .wrong(let left):
      var tries = try seat.tries ?? readTries(&seat)
      (tries.pin, tries.puk) = (0, left)
      seat.tries = tries
      return .wrong(tries)
    }
  }

  /// Sets up a blank card (D-13, D-15) and pairs with it at once. Its password is known at this point, so the person is
  /// not asked for it.
  ///
  /// - Parameter given: The credentials that were already written down. If `nil`, they are generated here.
  func initialize(_ pin: Secret, _ given: InitialCredentials?, _ seat: inout CardSeat, _ memory: inout SeatSecrets)
    throws -> CardReply
  {
    let credentials = try given ?? InitialCredentials.random(besides: pin)
    // The credentials are kept before they are sent, so that a card removed right after accepting them can still be
    // paired with.
    (memory.puk, memory.pairing) = (credentials.puk, credentials.pairingPassword)
    let outcome = try seat.client.initialize(pin: pin, credentials)
    switch outcome {
    case .unfit: return .unfit
    case .alreadyInitialized: return .removed  // somebody was quicker: it is looked at anew
    case .initialized, .initializedInOldForm: break
    }
    guard case .initialized(let card) = try seat.client.select() else { return .failed }
    seat.instance = card.instanceUID
    guard try pair(&seat, with: [credentials.pairingPassword]) == .paired, let pairing = seat.pairing else {
      return .failed
    }
    // A blank card does not report its version. A newer card that was mistaken for an old one would keep the PUK's
    // first digits as a second PIN.
    if outcome == .initializedInOldForm, card.version >= KeycardVersion(major: 3, minor: 1) {
      try seat.client.replaceDuressPIN(madeOf: credentials.puk, besides: pin)
      try seat.client.select()
      guard try open(pairing, &seat) else { return .failed }
    }
    return .initialized
  }

  func reset(_ seat: inout CardSeat, _ state: inout State) throws -> CardReply {
    guard try seat.client.factoryReset() == .reset else { return .failed }
    if let instance = seat.instance {
      try pairings.forget(instance)
      state.names[instance] = nil
    }
    _ = try seat.client.select()
    (seat.instance, seat.pairing, seat.tries, seat.isVerified) = (nil, nil, nil, false)
    return .reset
  }

  /// Changes a code of the card. Only the PIN is needed, and it has already been verified (D-37).
  func change(_ kind: CardSecret, _ value: Secret, _ seat: CardSeat) throws -> CardReply {
    let outcome: ChangeOutcome
    switch kind {
    case .pin: outcome = try seat.client.change(pin: value)
    case .puk: outcome = try seat.client.change(puk: value)
    case .pairing:
      try seat.client.change(pairingSecret: try PairingSecret.derive(from: value))
      outcome = .changed
    }
    return outcome == .changed ? .set : .unfit
  }

  func rename(_ name: String, _ seat: CardSeat, _ state: inout State) throws -> CardReply {
    try seat.client.rename(to: name)
    if let instance = seat.instance { state.names[instance] = name }
    return .named
  }
}

extension CardEffect {
  /// Returns the PUK and the pairing password supplied with an order.
  static func credentials(in secrets: [FieldID: Secret]) -> InitialCredentials? {
    guard let puk = secrets[puk], let pairing = secrets[pairing] else { return nil }
    return InitialCredentials(puk: puk, pairingPassword: pairing)
  }
}

extension CardOperations {
  /// Pairs with the card. Tries the stored pairing first, then the password with which this particular card was set up,
  /// then the default passwords (D-42, D-43).
  func pair(_ seat: inout CardSeat, _ memory: SeatSecrets) throws -> CardReply {
    guard let instance = seat.instance else { return .removed }
    if let kept = try pairings.pairing(with: instance) {
      if try open(kept, &seat) { return .paired }
      try pairings.forget(instance)  // the card was reset, or somebody freed this slot
    }
    return try pair(&seat, with: [memory.pairing, seat.password].compactMap { $0 } + defaultPasswords)
  }

  /// Tries one password after another. A wrong password is detected before the card is asked for a slot, so it uses up
  /// nothing.
  ///
  /// - Parameter slot: The kind of slot. An ephemeral slot is never stored, because the card forgets it when it loses
  ///   power. Cards before 3.2 have no ephemeral slots, and ignore the requested kind.
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

  /// Frees the slot on the card before it forgets the pairing, so that no slot leaks.
  func unpair(_ seat: inout CardSeat) throws -> CardReply {
    guard let pairing = seat.pairing, let instance = seat.instance else { return .removed }
    try seat.client.unpair(pairing.index)
    try pairings.forget(instance)
    seat.pairing = nil
    return .unpaired
  }
}
