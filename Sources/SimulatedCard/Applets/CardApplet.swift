/// What can be selected on the card.
enum CardApplet: Sendable, CaseIterable {
  case keycard
  case cash
  case ident
  case ndef
  /// What manages a card's applets (GlobalPlatform), selected when the card has power. It is here to be found, and to do nothing.
  case issuerSecurityDomain

  var identifier: [UInt8] {
    switch self {
    case .keycard: [0xA0, 0, 0, 8, 4, 0, 1, 1, 1]
    case .cash: [0xA0, 0, 0, 8, 4, 0, 1, 3, 1]
    case .ident: [0xA0, 0, 0, 8, 4, 0, 1, 4, 1]
    case .ndef: [0xD2, 0x76, 0, 0, 0x85, 1, 1]
    case .issuerSecurityDomain: [0xA0, 0, 0, 1, 0x51, 0, 0, 0]
    }
  }
}

extension CardMachine {
  /// SELECT by name, in full or by its beginning. An unknown name changes nothing.
  mutating func select(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    guard command.p2 == 0 else { throw command.p2 == 2 ? .notFound : .incorrectParameters }
    guard let applet = installed(command.payload) else { throw .notFound }
    selected = applet
    session = KeycardSession()
    ndefSelection = nil
    switch applet {
    case .keycard: return keycardSelection()
    case .cash: return cashSelection()
    case .ident: return memory.identity?.certificate ?? []
    case .ndef: return []
    case .issuerSecurityDomain:
      return TLV.short(0x6F, TLV.short(0x84, applet.identifier) + TLV.short(0xA5, [0x9F, 0x65, 1, 0xFF]))
    }
  }

  private func installed(_ name: [UInt8]) -> CardApplet? {
    if name.isEmpty { return .issuerSecurityDomain }
    return CardApplet.allCases.first { $0.identifier.starts(with: name) && ($0 != .ident || memory.version.isAtLeast3Point1) }
  }
}
