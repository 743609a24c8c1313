extension CardMachine {
  private static let longestData = 127

  mutating func getStatus(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    _ = try unwrap(command)
    switch command.p1 {
    case 0:
      let tries = [activePIN, memory.owner?.puk].map { UInt8($0?.triesLeft ?? 0) }
      return TLV.short(
        0xA3, TLV.short(2, [tries[0]]) + TLV.short(2, [tries[1]]) + TLV.short(1, [memory.master == nil ? 0 : 0xFF]))
    case 1: return memory.keyPath
    default: throw .incorrectParameters
    }
  }

  /// GET DATA has no preconditions, but must be sent through the secure channel if the channel is open.
  mutating func getData(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    if session.isOpen { _ = try unwrap(command) }
    switch command.p1 {
    case 0: return memory.publicData
    case 1:
      // A longer record would not fit into an encrypted response, so the applet fails. Without a channel, the applet
      // returns as much as fits.
      guard !session.isOpen || ndefRecord.count <= SecureChannel.maximumTextSize else { throw .unknown }
      return Array(ndefRecord.prefix(SecureChannel.maximumTextSize))
    case 2: return memory.cashData
    default: throw .incorrectParameters
    }
  }

  /// STORE DATA. Since 3.2, P2 is the position in the NDEF file, in units of four bytes.
  mutating func storeData(_ command: CommandAPDU) throws(StatusWord) {
    let text = try unwrapVerified(command)
    switch command.p1 {
    case 0, 2:
      guard text.count <= Self.longestData else { throw .wrongData }
      if command.p1 == 0 { memory.publicData = text } else { memory.cashData = text }
    case 1:
      let isAddressed = memory.version.isAtLeast3Point2
      let piece = isAddressed ? text : [UInt8(text.count)] + text
      let offset = isAddressed ? 4 * Int(command.p2) : 0
      guard offset + piece.count <= memory.ndefFile.count else { throw .wrongData }
      memory.ndefFile.replaceSubrange(offset..<(offset + piece.count), with: piece)
    default: throw .incorrectParameters
    }
  }
}
