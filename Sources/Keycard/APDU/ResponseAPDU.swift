import Encoding

/// What a card answers: data, then the status word (ISO/IEC 7816-4 §5.1).
struct ResponseAPDU: Hashable, Sendable {
  var data: [UInt8]
  var status: StatusWord

  /// `nil` for fewer than two bytes.
  init?(_ bytes: [UInt8]) {
    guard let low = bytes.last, let high = bytes.dropLast().last else { return nil }
    data = Array(bytes.dropLast(2))
    status = StatusWord(rawValue: UInt16(high) << 8 | UInt16(low))
  }

  /// The data of a command that succeeded.
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
  /// The elements inside the one element that an answer is, which has to have this tag.
  static func inside(_ tag: UInt8, _ bytes: [UInt8], file: String = #fileID, line: Int = #line) throws(KeycardError) -> [BERTLV] {
    do {
      var whole = try one(bytes)
      // It may be a template with a private key.
      defer { Wiping.wipe(&whole.value) }
      guard whole.tag == tag else { throw KeycardError(.malformed, "another template", file: file, line: line) }
      return try whole.elements()
    } catch let error as KeycardError { throw error } catch { throw KeycardError(.malformed, "not BER-TLV", file: file, line: line) }
  }
}
