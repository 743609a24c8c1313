/// The two files of the NDEF applet (NFC Forum Type 4 Tag).
enum NDEFFile: UInt16, Sendable {
  case capabilities = 0xE103
  case record = 0xE104

  /// Mapping version 2.0; answers up to 255 bytes; the record in E104, which only the Keycard applet writes.
  static let capabilityBytes: [UInt8] = [0, 0x0F, 0x20, 0, 0xFF, 0, 1, 4, 6, 0xE1, 4, 4, 0, 0, 0xFF]
}

extension CardMachine {
  mutating func ndefAnswer(_ command: CommandAPDU) throws(StatusWord) -> [UInt8] {
    switch command.ins {
    case 0xA4:
      guard command.p1 == 0, command.p2 == 0x0C else { throw .incorrectParameters }
      guard command.payload.count == 2 else { throw .wrongData }
      guard let file = NDEFFile(rawValue: UInt16(command.payload[0]) << 8 | UInt16(command.payload[1])) else { throw .notFound }
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

  /// What is written in the NDEF file, the record's own two bytes of length included.
  var ndefRecord: [UInt8] {
    let file = memory.ndefFile
    guard memory.version.isAtLeast3Point2 else { return Array(file.dropFirst().prefix(Int(file.first ?? 0))) }
    guard file.count >= 2 else { return [] }
    return Array(file.prefix((Int(file[0]) << 8 | Int(file[1])) + 2))
  }
}
