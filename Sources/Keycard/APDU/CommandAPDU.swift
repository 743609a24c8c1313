/// A short command APDU (ISO/IEC 7816-4 §5.1): class, instruction, two parameters, at most 255 bytes of data.
struct CommandAPDU: Hashable, Sendable {
  var header: CommandHeader
  var data: [UInt8]
  /// Whether a byte 00 follows the data, which says that an answer of any length is welcome.
  var expectsData = false

  init(_ header: CommandHeader, data: [UInt8] = [], expectsData: Bool = false) {
    self.header = header; self.data = data; self.expectsData = expectsData
  }

  /// The bytes for the reader. A command without data ends with 00: no data, and an answer of any length.
  ///
  /// - Throws: `invalid` for more data than a short APDU carries.
  func encoded() throws(KeycardError) -> [UInt8] {
    guard let length = UInt8(exactly: data.count) else { throw KeycardError(.invalid, "a short APDU carries at most 255 bytes") }
    return header.bytes + [length] + data + (expectsData && length > 0 ? [0] : [])
  }
}

/// The four bytes that every command begins with.
struct CommandHeader: Hashable, Sendable {
  var commandClass: UInt8 = 0x80
  var instruction: Instruction
  var first: UInt8 = 0
  var second: UInt8 = 0

  init(_ instruction: Instruction, _ first: UInt8 = 0, _ second: UInt8 = 0, commandClass: UInt8 = 0x80) {
    self.instruction = instruction; self.first = first; self.second = second; self.commandClass = commandClass
  }

  var bytes: [UInt8] { [commandClass, instruction.rawValue, first, second] }
}
