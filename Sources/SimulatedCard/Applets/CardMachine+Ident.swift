extension CardMachine {
  /// The Ident applet takes a certificate and its private key, once in a card's life.
  mutating func identAnswer(_ command: CommandAPDU) throws(StatusWord) {
    guard command.ins == 0xE2 else { throw .unknownInstruction }
    guard memory.identity == nil else { throw .conditionsNotSatisfied }
    let size = CardIdentity.certificateSize
    guard command.payload.count == size + 32, Curve.isPrivateKey(Array(command.payload[size...])) else { throw .wrongData }
    memory.identity = CardIdentity(certificate: Array(command.payload[..<size]), privateKey: Array(command.payload[size...]))
    try commit()
  }
}
