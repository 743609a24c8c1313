import Encoding

/// What came of opening the secure channel.
public enum OpenOutcome: Hashable, Sendable {
  case open
  /// The card does not have this pairing, or has another one in its slot. It has to be paired anew (D-07).
  case pairingUnknown
}

extension KeycardClient {
  /// Opens the secure channel with a pairing of this very card, in two commands, after which both sides know that the other has the pairing.
  public func openSecureChannel(_ pairing: Pairing) throws(KeycardError) -> OpenOutcome {
    let application = try initializedApplication()
    guard pairing.key.count == 32 else { throw KeycardError(.invalid, "a pairing key has 32 bytes") }
    guard let cardKey = Secp256k1PublicKey(application.channelKey) else { throw KeycardError(.malformed, "no point of the curve") }
    forgetChannel()
    let ephemeral = try Secp256k1PrivateKey.random(random)
    let header = CommandHeader(.openSecureChannel, pairing.index)
    let response = try send(CommandAPDU(header, data: ephemeral.publicKey.uncompressed))
    if response.status == .wrongParameters { return .pairingUnknown }
    let answer = try response.succeeded()
    guard answer.count == 48 else { throw KeycardError(.malformed, "not 48 bytes") }
    try begin(
      SecureChannel(
        sharedX: ephemeral.sharedX(with: cardKey), pairingKey: pairing.key, salt: Array(answer.prefix(32)), vector: Array(answer.suffix(16))))
    return try authenticateMutually()
  }

  /// The card answers in clear, and with this status word, to a first command whose MAC is made with another key than its own.
  private func authenticateMutually() throws(KeycardError) -> OpenOutcome {
    let answer: [UInt8]
    do throws(KeycardError) { answer = try exchange(CommandHeader(.mutuallyAuthenticate), random(32)).succeeded() } catch {
      forgetChannel()
      if error.code == .channelClosed, error.status == StatusWord.securityNotSatisfied.rawValue { return .pairingUnknown }
      throw error
    }
    guard answer.count == 32 else {
      forgetChannel()
      throw KeycardError(.malformed, "not 32 bytes")
    }
    return .open
  }

  /// Takes this pairing, or another one, off the card. It needs a verified PIN.
  public func unpair(_ index: UInt8) throws(KeycardError) { _ = try exchange(CommandHeader(.unpair, index)).succeeded() }

  /// Takes every pairing off the card but the one in this slot, and gives how many slots there are. It needs a verified PIN.
  ///
  /// A card has 5, 10 or 100 slots and does not say which; it says where there are no more.
  @discardableResult public func freeOtherSlots(keeping own: UInt8) throws(KeycardError) -> Int {
    var slots = 0
    for index in UInt8(0)..<Pairing.ephemeralIndex {
      if index != own {
        let response = try exchange(CommandHeader(.unpair, index))
        if response.status == .wrongParameters { break }
        _ = try response.succeeded()
      }
      slots += 1
    }
    return slots
  }
}
