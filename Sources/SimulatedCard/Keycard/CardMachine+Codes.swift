import Crypto

extension CardMachine {
  /// VERIFY PIN. A try is recorded as spent before anything is compared, and restored on a match: cutting the power in
  /// between costs a try. The main and duress PINs are checked together. If they are equal, the duress PIN takes
  /// precedence.
  mutating func verifyPIN(_ command: CommandAPDU) throws(StatusWord) {
    let candidate = try unwrap(command)
    guard candidate.count == 6, Self.areDigits(candidate[...]) else { throw .wrongData }
    session.verified = nil
    let isMainTried = memory.owner?.pin.spend() ?? false
    let isDuressTried = memory.owner?.duressPIN?.spend() ?? false
    try commit()
    let isMain = isMainTried && memory.owner?.pin.matches(candidate) == true
    let isDuress = isDuressTried && memory.owner?.duressPIN?.matches(candidate) == true
    guard isMain || isDuress else { throw .triesLeft(activePIN?.triesLeft ?? 0) }
    memory.owner?.pin.restore()
    memory.owner?.duressPIN?.restore()
    memory.usesDuressChainCode = isDuress
    try commit()
    session.wallet = isDuress ? .duress : .main
    session.verified = session.wallet
  }

  /// CHANGE PIN also changes the PUK and the pairing secret. In a duress session, it changes the duress PIN.
  mutating func changePIN(_ command: CommandAPDU) throws(StatusWord) {
    let value = try unwrapVerified(command)
    switch command.p1 {
    case 0:
      guard value.count == 6, Self.areDigits(value[...]) else { throw .wrongData }
      changeActivePIN(to: value)
    case 1:
      guard value.count == 12, Self.areDigits(value[...]) else { throw .wrongData }
      memory.owner?.puk.change(to: value)
    case 2:
      guard value.count == 32 else { throw .wrongData }
      memory.owner?.pairingSecret = value
    default: throw .incorrectParameters
    }
  }

  /// UNBLOCK PIN: takes the PUK and a new PIN together, and only while the PIN is blocked. The new PIN then counts as
  /// verified.
  mutating func unblockPIN(_ command: CommandAPDU) throws(StatusWord) {
    let codes = try unwrap(command)
    guard activePIN?.triesLeft == 0 else { throw .conditionsNotSatisfied }
    guard codes.count == 18, Self.areDigits(codes[...]) else { throw .wrongData }
    let isTried = memory.owner?.puk.spend() ?? false
    try commit()
    guard isTried, memory.owner?.puk.matches(Array(codes[..<12])) == true else {
      throw .triesLeft(memory.owner?.puk.triesLeft ?? 0)
    }
    memory.owner?.puk.restore()
    memory.owner?.pin.restore()
    memory.owner?.duressPIN?.restore()
    changeActivePIN(to: Array(codes[12...]))
    try commit()
    session.verified = session.wallet
  }

  /// The PIN of the wallet that the session uses.
  var activePIN: RetryCode? { session.wallet == .duress ? memory.owner?.duressPIN : memory.owner?.pin }

  private mutating func changeActivePIN(to digits: [UInt8]) {
    if session.wallet == .duress {
      memory.owner?.duressPIN?.change(to: digits)
    } else {
      memory.owner?.pin.change(to: digits)
    }
  }
}

extension CardMachine {
  /// INIT: receives the codes, encrypted once for the card's key. There is no MAC, so only malformed text can be
  /// detected.
  mutating func initialize(_ command: CommandAPDU) throws(StatusWord) {
    guard let text = openOnce(command.payload), let owner = Self.owner(text, version: memory.version) else {
      throw .wrongData
    }
    memory.owner = owner
    memory.channelKey = Curve.makePrivateKey()
  }

  private func openOnce(_ payload: [UInt8]) -> [UInt8]? {
    let point = payload.dropFirst().prefix(Curve.pointSize)
    let rest = payload.dropFirst(1 + Curve.pointSize)
    guard payload.first == UInt8(Curve.pointSize), rest.count > BlockCipher.blockSize,
      let x = Curve.sharedX(memory.channelKey, Array(point))
    else { return nil }
    let iv = Array(rest.prefix(BlockCipher.blockSize))
    return BlockCipher.decrypt(Array(rest.dropFirst(BlockCipher.blockSize)), key: SymmetricKey(data: x), iv: iv)
  }

  /// Parses the PIN, PUK and pairing secret and, since 3.1, also the retry limits and a duress PIN.
  private static func owner(_ text: [UInt8], version: AppletVersion) -> CardMemory.Owner? {
    guard [50, 52, 58].contains(text.count), text.count == 50 || version.isAtLeast3Point1, areDigits(text[..<18]) else {
      return nil
    }
    var (pinLimit, pukLimit) = (3, 5)
    if text.count > 50 { (pinLimit, pukLimit) = (Int(text[50]), Int(text[51])) }
    guard (2...10).contains(pinLimit), (3...12).contains(pukLimit) else { return nil }
    // Without a separate duress PIN, the card uses the PUK's first six digits. If they equal the PIN, only the duress
    // wallet can be reached.
    let duress = text.count == 58 ? text[52...] : text[6..<12]
    return CardMemory.Owner(
      pin: RetryCode(Array(text[..<6]), limit: pinLimit),
      duressPIN: version.isAtLeast3Point1 ? RetryCode(Array(duress), limit: pinLimit) : nil,
      puk: RetryCode(Array(text[6..<18]), limit: pukLimit), pairingSecret: Array(text[18..<50]),
      pairings: [[UInt8]?](repeating: nil, count: version.pairingSlotCount))
  }

  static func areDigits(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy { (0x30...0x39).contains($0) } }

  /// IDENTIFY CARD: returns the certificate and a signature over the challenge itself.
  mutating func identify(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    try identification(session.isOpen ? try unwrap(command) : command.payload)
  }
  /// Returns the response to IDENTIFY CARD, which the Cash applet uses too.
  func identification(_ challenge: [UInt8]) throws(StatusWord) -> [UInt8] {
    guard let identity = memory.identity else { throw .conditionsNotSatisfied }
    guard challenge.count == 32 else { throw .wrongData }
    guard let signature = Curve.sign(challenge, with: identity.privateKey) else { throw .unknown }
    return TLV.long(0xA0, TLV.short(0x8A, identity.certificate) + signature)
  }
}
