extension CardMachine {
  /// What the Cash applet says of itself: its own key, the version, and what STORE DATA put there for everybody.
  func cashSelection() -> [UInt8] {
    let key = Curve.publicKey(of: memory.cashKey) ?? []
    return TLV.short(0xA4, TLV.short(0x80, key) + TLV.short(0x02, memory.version.reported) + TLV.short(0x82, memory.cashData))
  }

  /// Signs with the Cash applet's own key for whoever asks; and since 3.1 shows the card's certificate, as the Keycard applet does.
  func cashAnswer(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    switch command.ins {
    case 0xC0:
      guard command.payload.count >= 32 else { throw .wrongData }
      return try signatureTemplate(Array(command.payload[..<32]), with: memory.cashKey)
    case 0x14 where memory.version.isAtLeast3Point1: return try identification(command.payload)
    default: throw .unknownInstruction
    }
  }

  /// A public key and a signature that it verifies.
  func signatureTemplate(_ hash: [UInt8], with privateKey: [UInt8]) throws(StatusWord) -> [UInt8] {
    guard let point = Curve.publicKey(of: privateKey), let signature = Curve.sign(hash, with: privateKey) else { throw .unknown }
    return TLV.long(0xA0, TLV.short(0x80, point) + signature)
  }
}
