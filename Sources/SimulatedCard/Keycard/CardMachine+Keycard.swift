extension CardMachine {
  /// Returns the Keycard applet's response. Every result is sealed if the channel is open after the command. Only 6982
  /// is sent unencrypted, with the channel closed.
  mutating func keycardAnswer(_ command: CommandAPDU) -> [UInt8] {
    var text: [UInt8] = []
    var status = StatusWord.success
    do throws(StatusWord) {
      text = try memory.owner == nil ? blankCommand(command) : ownedCommand(command)
      try commit()
    } catch {
      rollBack()
      (text, status) = ([], error)
    }
    guard session.isOpen, status != .securityNotSatisfied else { return text + status.bytes }
    guard let sealed = session.channel?.seal(text, status) else { return StatusWord.unknown.bytes }
    return sealed + StatusWord.success.bytes
  }

  /// Performs a command on a blank card, which supports only these.
  private mutating func blankCommand(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    switch command.ins {
    case 0xFE: try initialize(command)
    case 0x14 where memory.version.isAtLeast3Point1: return try identify(command)
    default: throw .unknownInstruction
    }
    return []
  }

  private mutating func ownedCommand(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    switch command.ins {
    case 0x10: return try openSecureChannel(command)
    case 0x11: return try mutuallyAuthenticate(command)
    case 0x12: return try pair(command)
    case 0x13: try unpair(command)
    case 0x14 where memory.version.isAtLeast3Point1: return try identify(command)
    case 0x20: try verifyPIN(command)
    case 0x21: try changePIN(command)
    case 0x22: try unblockPIN(command)
    case 0xC0: return try sign(command)
    case 0xC1: try setPinlessPath(command)
    case 0xC2: return try exportKey(command)
    case 0xCA: return try getData(command)
    case 0xD0: return try loadKey(command)
    case 0xD1: try deriveKey(command)
    case 0xD2: return try generateMnemonic(command)
    case 0xD3: try removeKey(command)
    case 0xD4: return try generateKey(command)
    case 0xE2: try storeData(command)
    case 0xF2: return try getStatus(command)
    case 0xFD where memory.version.isAtLeast3Point1: try resetToFactory(command)
    default: throw .unknownInstruction
    }
    return []
  }

  /// Returns the response to SELECT, which for a blank card contains only its key.
  func keycardSelection() -> [UInt8] {
    let key = TLV.short(0x80, Curve.publicKey(of: memory.channelKey) ?? [])
    guard let owner = memory.owner else { return key }
    let free = owner.pairings.count { $0 == nil }
    let body =
      TLV.short(0x8F, memory.instanceUID) + key + TLV.short(0x02, memory.version.reported)
      + TLV.short(0x02, [UInt8(free)])
      + TLV.short(0x8E, memory.master?.uid ?? []) + TLV.short(0x8D, [memory.version.capabilities])
    return memory.master == nil ? TLV.short(0xA4, body) : TLV.long(0xA4, body)
  }

  /// Decrypts the text of a command that must be sent through the channel.
  mutating func unwrap(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    guard session.isOpen, var channel = session.channel else { throw .conditionsNotSatisfied }
    do throws(StatusWord) {
      let text = try channel.open(command)
      session.channel = channel
      return text
    } catch {
      session.channel = error == .securityNotSatisfied ? nil : channel
      throw error
    }
  }

  /// Unwraps a command that also needs the PIN.
  mutating func unwrapVerified(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    let text = try unwrap(command)
    guard session.isPINVerified else { throw .conditionsNotSatisfied }
    return text
  }

  private mutating func resetToFactory(_ command: CommandAPDU) throws(StatusWord) {
    guard command.p1 == 0xAA, command.p2 == 0x55 else { throw .incorrectParameters }
    memory.resetToFactory()
    try commit()
    session = KeycardSession()
    workChainCode = [UInt8](repeating: 0, count: 32)
  }
}

/// The state that the Keycard applet forgets when it or a different applet is selected, or when power is lost.
struct KeycardSession: Sendable {
  var channel: SecureChannel?
  var pendingPairing: PendingPairing?
  /// The pairing key at index FF.
  var ephemeralPairing: [UInt8]?
  /// The session's wallet. Every selection starts with the main wallet.
  var wallet = Wallet.main
  /// The wallet whose PIN was verified, if any.
  var verified: Wallet?

  enum Wallet: Sendable { case main, duress }

  /// The state between the two steps of PAIR.
  struct PendingPairing: Sendable {
    /// The index of the pairing slot; `nil` for the ephemeral slot.
    var index: Int?
    var challenge: [UInt8]
  }

  var isOpen: Bool { channel?.isAuthenticated == true }
  var isPINVerified: Bool { verified == wallet }
}
