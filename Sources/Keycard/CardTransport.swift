/// Carries APDUs to one card, one at a time: a reader, or a card that is only played.
public protocol CardTransport: AnyObject {
  /// Sends a command APDU and gives the response APDU: data, SW1, SW2.
  ///
  /// - Throws: `KeycardError` with the code `removed` where the card is gone, which a reader may also say by an answer of fewer than two bytes;
  ///   `unreadable` where what lies there does not answer.
  func transmit(_ command: [UInt8]) throws(KeycardError) -> [UInt8]
}
