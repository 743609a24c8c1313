import Encoding

/// A short command APDU (ISO/IEC 7816-4 §5.1): class, instruction, two parameters, at most 255 bytes of data.
struct CommandAPDU: Hashable, Sendable {
  var header: CommandHeader
  var data: [UInt8]
  /// `true` if the data is followed by a byte 00, which indicates that a response of any length is acceptable.
  var expectsData = false

  init(_ header: CommandHeader, data: [UInt8] = [], expectsData: Bool = false) {
    self.header = header; self.data = data; self.expectsData = expectsData
  }

  /// Returns the bytes for the reader. A command without data ends with 00, which stands for no data and a response of
  /// any length.
  ///
  /// - Throws: `invalid` if there is more data than fits into a short APDU.
  func encoded() throws(KeycardError) -> [UInt8] {
    guard let length = UInt8(exactly: data.count) else {
      throw KeycardError(.invalid, "a short APDU carries at most 255 bytes")
    }
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

/// The instructions of Keycard 3.0 to 3.2.
enum Instruction: UInt8, Sendable {
  case openSecureChannel = 0x10, mutuallyAuthenticate = 0x11, pair = 0x12, unpair = 0x13, identifyCard = 0x14
  case verifyPIN = 0x20, changePIN = 0x21, unblockPIN = 0x22
  case select = 0xA4
  case sign = 0xC0, setPinlessPath = 0xC1, exportKey = 0xC2, getData = 0xCA
  case loadKey = 0xD0, deriveKey = 0xD1, generateMnemonic = 0xD2, removeKey = 0xD3, generateKey = 0xD4
  case storeData = 0xE2, getStatus = 0xF2, factoryReset = 0xFD, initialize = 0xFE
}

/// A card's response: data, then the status word (ISO/IEC 7816-4 §5.1).
struct ResponseAPDU: Hashable, Sendable {
  var data: [UInt8]
  var status: StatusWord

  /// Returns `nil` for fewer than two bytes.
  init?(_ bytes: [UInt8]) {
    guard let low = bytes.last, let high = bytes.dropLast().last else { return nil }
    data = Array(bytes.dropLast(2))
    status = StatusWord(rawValue: UInt16(high) << 8 | UInt16(low))
  }

  /// Returns the data if the command succeeded.
  ///
  /// - Throws: `refused` with the status word.
  func succeeded(file: String = #fileID, line: Int = #line) throws(KeycardError) -> [UInt8] {
    guard status == .success else { throw refused(file: file, line: line) }
    return data
  }

  func refused(file: String = #fileID, line: Int = #line) -> KeycardError {
    KeycardError(.refused, "", status: status.rawValue, file: file, line: line)
  }
}

extension BERTLV {
  /// Returns the elements inside the single element of a response, which must have this tag.
  static func inside(_ tag: UInt8, _ bytes: [UInt8], file: String = #fileID, line: Int = #line) throws(KeycardError)
    -> [BERTLV]
  {
    do {
      var whole = try one(bytes)
      // The bytes may be a template with a private key.
      defer { Wiping.wipe(&whole.value) }
      guard whole.tag == tag else { throw KeycardError(.malformed, "another template", file: file, line: line) }
      return try whole.elements()
    } catch let error as KeycardError { throw error } catch {
      throw KeycardError(.malformed, "not BER-TLV", file: file, line: line)
    }
  }
}

/// The result of a command: SW1 and SW2 (ISO/IEC 7816-4 §5.6).
struct StatusWord: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt16

  static let success = Self(rawValue: 0x9000)
  static let securityNotSatisfied = Self(rawValue: 0x6982)
  static let conditionsNotSatisfied = Self(rawValue: 0x6985)
  static let wrongData = Self(rawValue: 0x6A80)
  static let noSpace = Self(rawValue: 0x6A84)
  static let wrongParameters = Self(rawValue: 0x6A86)
  static let dataNotFound = Self(rawValue: 0x6A88)
  static let unknownInstruction = Self(rawValue: 0x6D00)

  /// The number of tries left after a wrong PIN or PUK, which is the last digit of 63Cx.
  var triesLeft: Int? { rawValue & 0xFFF0 == 0x63C0 ? Int(rawValue & 0xF) : nil }
}
