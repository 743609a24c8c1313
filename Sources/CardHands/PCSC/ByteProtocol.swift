import Keycard

/// The byte-wise protocol T=0, which cannot carry data both ways in one command (ISO/IEC 7816-3 §12.2).
enum ByteProtocol {
  /// More pieces than any answer has: a card that always promises more would hold us for ever.
  private static let mostPieces = 260

  /// Sends a command and fetches what the card says is still there.
  static func transmit(_ command: [UInt8], by exchange: ([UInt8]) throws(KeycardError) -> [UInt8]) throws(KeycardError) -> [UInt8] {
    var sent = shortened(command), collected: [UInt8] = []
    for _ in 0..<mostPieces {
      let answer = try exchange(sent), word = answer.suffix(2)
      guard let kind = word.first, let count = word.last, word.count == 2 else { throw KeycardError(.removed, "\(answer.count) bytes came back") }
      collected += answer.dropLast(2)
      switch kind {
      case 0x61: sent = [0x00, 0xC0, 0x00, 0x00, count]  // GET RESPONSE (ISO/IEC 7816-4 §11.8.1)
      case 0x6C where sent.count == 5: sent = sent.prefix(4) + [count]  // the right length, for the same command
      default: return collected + word
      }
    }
    throw KeycardError(.malformed, "an answer without end")
  }

  /// Without the expected length where data go in, and with a length of none where there is nothing at all.
  private static func shortened(_ command: [UInt8]) -> [UInt8] {
    if command.count == 4 { return command + [0] }
    guard command.count > 5, command.count == 6 + Int(command[4]) else { return command }
    return command.dropLast()
  }
}
