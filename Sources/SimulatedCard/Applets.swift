/// The selectable applets on the card.
enum CardApplet: Sendable, CaseIterable {
  case keycard
  case cash
  case ident
  case ndef
  /// The manager of a card's applets (GlobalPlatform), selected when the card is powered up. Here it can only be
  /// selected, and does nothing.
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
  /// Handles SELECT by name, either the full name or its beginning. An unknown name changes nothing.
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
    return CardApplet.allCases.first {
      $0.identifier.starts(with: name) && ($0 != .ident || memory.version.isAtLeast3Point1)
    }
  }
}

extension CardMachine {
  /// Returns the Cash applet's self-description: its own key, the version, and the public data that STORE DATA put
  /// there.
  func cashSelection() -> [UInt8] {
    let key = Curve.publicKey(of: memory.cashKey) ?? []
    return TLV.short(
      0xA4, TLV.short(0x80, key) + TLV.short(0x02, memory.version.reported) + TLV.short(0x82, memory.cashData))
  }

  /// Signs with the Cash applet's own key for anyone and, since 3.1, returns the card's certificate like the Keycard
  /// applet.
  func cashAnswer(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    switch command.ins {
    case 0xC0:
      guard command.payload.count >= 32 else { throw .wrongData }
      return try signatureTemplate(Array(command.payload[..<32]), with: memory.cashKey)
    case 0x14 where memory.version.isAtLeast3Point1: return try identification(command.payload)
    default: throw .unknownInstruction
    }
  }

  /// Returns a template with a public key and a signature that verifies with it.
  func signatureTemplate(_ hash: [UInt8], with privateKey: [UInt8]) throws(StatusWord) -> [UInt8] {
    guard let point = Curve.publicKey(of: privateKey), let signature = Curve.sign(hash, with: privateKey) else {
      throw .unknown
    }
    return TLV.long(0xA0, TLV.short(0x80, point) + signature)
  }
}

extension CardMachine {
  /// Handles commands to the Ident applet, which accepts a certificate and its private key, once in the card's
  /// lifetime.
  mutating func identAnswer(_ command: CommandAPDU) throws(StatusWord) {
    guard command.ins == 0xE2 else { throw .unknownInstruction }
    guard memory.identity == nil else { throw .conditionsNotSatisfied }
    let size = CardIdentity.certificateSize
    guard command.payload.count == size + 32, Curve.isPrivateKey(Array(command.payload[size...])) else {
      throw .wrongData
    }
    memory.identity = CardIdentity(
      certificate: Array(command.payload[..<size]), privateKey: Array(command.payload[size...]))
    try commit()
  }
}

/// The two files of the NDEF applet (NFC Forum Type 4 Tag).
enum NDEFFile: UInt16, Sendable {
  case capabilities = 0xE103
  case record = 0xE104

  /// The capability file: mapping version 2.0, responses of up to 255 bytes, and the record in E104, which only the
  /// Keycard applet writes.
  static let capabilityBytes: [UInt8] = [0, 0x0F, 0x20, 0, 0xFF, 0, 1, 4, 6, 0xE1, 4, 4, 0, 0, 0xFF]
}

extension CardMachine {
  mutating func ndefAnswer(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    switch command.ins {
    case 0xA4:
      guard command.p1 == 0, command.p2 == 0x0C else { throw .incorrectParameters }
      guard command.payload.count == 2 else { throw .wrongData }
      guard let file = NDEFFile(rawValue: UInt16(command.payload[0]) << 8 | UInt16(command.payload[1])) else {
        throw .notFound
      }
      ndefSelection = file
      return []
    case 0xB0:
      guard let ndefSelection else { throw .conditionsNotSatisfied }
      let bytes = ndefSelection == .capabilities ? NDEFFile.capabilityBytes : ndefRecord
      let offset = Int(command.p1) << 8 | Int(command.p2)
      guard offset < bytes.count else { throw .incorrectParameters }
      return Array(bytes.dropFirst(offset).prefix(min(command.expected ?? 255, 255)))
    default: throw .unknownInstruction
    }
  }

  /// The content of the NDEF file, including the record's two length bytes.
  var ndefRecord: [UInt8] {
    let file = memory.ndefFile
    guard memory.version.isAtLeast3Point2 else { return Array(file.dropFirst().prefix(Int(file.first ?? 0))) }
    guard file.count >= 2 else { return [] }
    return Array(file.prefix((Int(file[0]) << 8 | Int(file[1])) + 2))
  }
}
