import Crypto

extension CardMachine {
  private static let ephemeralIndex: UInt8 = 0xFF

  /// PAIR: in two steps, card and client prove to each other that they know the pairing secret. A wrong response does
  /// not use up a try.
  mutating func pair(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    guard let owner = memory.owner, !session.isOpen else { throw .conditionsNotSatisfied }
    guard command.payload.count == 32 else { throw .wrongData }
    switch (command.p1, session.pendingPairing) {
    case (0, _):
      session.pendingPairing = nil
      let challenge = Random.bytes(32)
      session.pendingPairing = .init(index: try pairingIndex(owner, wish: command.p2), challenge: challenge)
      return Array(SHA256.hash(data: owner.pairingSecret + command.payload)) + challenge
    case (1, let pending?):
      session.pendingPairing = nil
      guard areSameSecret(Array(SHA256.hash(data: owner.pairingSecret + pending.challenge)), command.payload) else {
        throw .securityNotSatisfied
      }
      let salt = Random.bytes(32)
      let key = Array(SHA256.hash(data: owner.pairingSecret + salt))
      guard let index = pending.index else {
        session.ephemeralPairing = key
        return [Self.ephemeralIndex] + salt
      }
      memory.owner?.pairings[index] = key
      return [UInt8(index)] + salt
    default: throw .incorrectParameters
    }
  }

  /// Returns the first free slot. If the card is full, 3.2 uses the ephemeral slot unless the client wants a permanent
  /// one; older cards have only permanent slots.
  private func pairingIndex(_ owner: CardMemory.Owner, wish: UInt8) throws(StatusWord) -> Int? {
    let free = owner.pairings.firstIndex { $0 == nil }
    guard memory.version.isAtLeast3Point2 else {
      guard let free else { throw .noSpace }
      return free
    }
    if wish == 1 { return nil }
    guard free != nil || wish != 2 else { throw .noSpace }
    return free
  }

  mutating func unpair(_ command: CommandAPDU) throws(StatusWord) {
    _ = try unwrapVerified(command)
    if memory.version.isAtLeast3Point2, command.p1 == Self.ephemeralIndex {
      session.ephemeralPairing = nil
    } else {
      guard Int(command.p1) < memory.version.pairingSlotCount else { throw .incorrectParameters }
      memory.owner?.pairings[Int(command.p1)] = nil
    }
  }

  mutating func openSecureChannel(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    session.pendingPairing = nil
    session.channel?.isAuthenticated = false
    guard let key = pairingKey(command.p1) else { throw .incorrectParameters }
    guard let x = Curve.sharedX(memory.channelKey, command.payload) else { throw .wrongData }
    let (salt, iv) = (Random.bytes(32), Random.bytes(BlockCipher.blockSize))
    session.channel = SecureChannel(sharedX: x, pairingKey: key, salt: salt, iv: iv)
    return salt + iv
  }

  private func pairingKey(_ index: UInt8) -> [UInt8]? {
    if index == Self.ephemeralIndex { return session.ephemeralPairing }
    guard let pairings = memory.owner?.pairings, Int(index) < pairings.count else { return nil }
    return pairings[Int(index)]
  }

  /// MUTUALLY AUTHENTICATE: the first command with the new keys. Its content is random; successful decryption proves
  /// that the client has the keys.
  mutating func mutuallyAuthenticate(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    guard let wasAuthenticated = session.channel?.isAuthenticated else { throw .conditionsNotSatisfied }
    session.channel?.isAuthenticated = true
    let text = try unwrap(command)
    guard !wasAuthenticated else { throw .conditionsNotSatisfied }
    guard text.count == 32 else {
      session.channel = nil
      throw .securityNotSatisfied
    }
    return Random.bytes(32)
  }
}
