extension CardMachine {
  /// VERIFY PIN. The tries are written down as spent before anything is compared, and given back afterwards: whoever takes the power away
  /// in between has lost one. Main and duress PIN are tried together; when they are equal, duress wins.
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

  /// CHANGE PIN also changes PUK and pairing secret. In a duress session it is the duress PIN that changes.
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

  /// UNBLOCK PIN: the PUK and a new PIN in one, and only while the PIN is blocked. It leaves the new PIN verified.
  mutating func unblockPIN(_ command: CommandAPDU) throws(StatusWord) {
    let codes = try unwrap(command)
    guard activePIN?.triesLeft == 0 else { throw .conditionsNotSatisfied }
    guard codes.count == 18, Self.areDigits(codes[...]) else { throw .wrongData }
    let isTried = memory.owner?.puk.spend() ?? false
    try commit()
    guard isTried, memory.owner?.puk.matches(Array(codes[..<12])) == true else { throw .triesLeft(memory.owner?.puk.triesLeft ?? 0) }
    memory.owner?.puk.restore()
    memory.owner?.pin.restore()
    memory.owner?.duressPIN?.restore()
    changeActivePIN(to: Array(codes[12...]))
    try commit()
    session.verified = session.wallet
  }

  /// The PIN of the wallet that the session works with.
  var activePIN: RetryCode? { session.wallet == .duress ? memory.owner?.duressPIN : memory.owner?.pin }

  private mutating func changeActivePIN(to digits: [UInt8]) {
    if session.wallet == .duress { memory.owner?.duressPIN?.change(to: digits) } else { memory.owner?.pin.change(to: digits) }
  }
}
