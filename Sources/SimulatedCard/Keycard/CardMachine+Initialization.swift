import Crypto

extension CardMachine {
  /// INIT: the codes, sealed once to the card's key. There is no MAC, so a text that does not read well is all that can be noticed.
  mutating func initialize(_ command: CommandAPDU) throws(StatusWord) {
    guard let text = openOnce(command.payload), let owner = Self.owner(text, version: memory.version) else { throw .wrongData }
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

  /// PIN, PUK and pairing secret; since 3.1 also how often they may be tried, and a duress PIN.
  private static func owner(_ text: [UInt8], version: AppletVersion) -> CardMemory.Owner? {
    guard [50, 52, 58].contains(text.count), text.count == 50 || version.isAtLeast3Point1, areDigits(text[..<18]) else { return nil }
    var (pinLimit, pukLimit) = (3, 5)
    if text.count > 50 { (pinLimit, pukLimit) = (Int(text[50]), Int(text[51])) }
    guard (2...10).contains(pinLimit), (3...12).contains(pukLimit) else { return nil }
    // Without a duress PIN of its own the card takes the PUK's first six digits. Where they are the PIN, the duress wallet is the only one.
    let duress = text.count == 58 ? text[52...] : text[6..<12]
    return CardMemory.Owner(
      pin: RetryCode(Array(text[..<6]), limit: pinLimit), duressPIN: version.isAtLeast3Point1 ? RetryCode(Array(duress), limit: pinLimit) : nil,
      puk: RetryCode(Array(text[6..<18]), limit: pukLimit), pairingSecret: Array(text[18..<50]),
      pairings: [[UInt8]?](repeating: nil, count: version.pairingSlotCount))
  }

  static func areDigits(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy { (0x30...0x39).contains($0) } }

  /// IDENTIFY CARD: the certificate, and a signature over the challenge itself.
  mutating func identify(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    try identification(session.isOpen ? try unwrap(command) : command.payload)
  }
  /// The Cash applet shows the same.
  func identification(_ challenge: [UInt8]) throws(StatusWord) -> [UInt8] {
    guard let identity = memory.identity else { throw .conditionsNotSatisfied }
    guard challenge.count == 32 else { throw .wrongData }
    guard let signature = Curve.sign(challenge, with: identity.privateKey) else { throw .unknown }
    return TLV.long(0xA0, TLV.short(0x8A, identity.certificate) + signature)
  }
}
